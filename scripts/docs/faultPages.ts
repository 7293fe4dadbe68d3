import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A heading for each fault of the source of the faults' types, with its docstrings, in the order of the unions. */
export function faultSections(file: string): string {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  )
  const sections = ['BlockFault', 'RequestFault'].map((union) => {
    const heading = union === 'BlockFault' ? 'Of blocks' : 'Of requests'
    return [`## ${heading}`, ...membersOf(union).map((name) => section(name))].join('\n\n')
  })
  return sections.join('\n\n')

  function membersOf(union: string): readonly string[] {
    for (const node of source.statements) {
      if (!ts.isTypeAliasDeclaration(node) || node.name.text !== union) continue
      if (ts.isUnionTypeNode(node.type)) return node.type.types.map((type) => type.getText())
    }
    throw new Error(`${file} has no union ${union}`)
  }

  function section(name: string): string {
    const members = fieldsOf(name)
    const kind = members.find((member) => member.name.getText() === 'kind')?.type?.getText() ?? ''
    const rows = members
      .filter((member) => member.name.getText() !== 'kind')
      .map((member) => `| ${cellsOf(member).join(' | ')} |`)
    return [
      `### ${kind.slice(1, -1)}`,
      sentence(interfaces.get(name)),
      ['| member | type | meaning | default |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ].join('\n\n')
  }

  /** Its own, then those of what it extends. */
  function fieldsOf(name: string): readonly ts.PropertySignature[] {
    const node = interfaces.get(name)
    if (node === undefined) throw new Error(`${file} has no ${name}`)
    const parents = node.heritageClauses?.flatMap(({ types }) => types) ?? []
    return [
      ...node.members.filter(ts.isPropertySignature),
      ...parents.flatMap((parent) => fieldsOf(parent.expression.getText())),
    ]
  }
}

function cellsOf(member: ts.PropertySignature): readonly string[] {
  const type = member.type?.getText().replace(' | undefined', '') ?? ''
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default')
  const isOptional = member.questionToken !== undefined
  const usual = tag === undefined ? (isOptional ? '' : 'needed') : commentOf(tag.comment)
  const name = `\`${member.name.getText()}\``
  return [name, `\`${type}\``, sentence(member), usual].map((cell) => cell.replaceAll('|', '\\|'))
}

function sentence(node: ts.Node | undefined): string {
  const [doc] = node === undefined ? [] : ts.getJSDocCommentsAndTags(node)
  return commentOf(doc !== undefined && ts.isJSDoc(doc) ? doc.comment : undefined)
}

function commentOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll('\n', ' ')
}
