import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The file of each family, and what its faults extend: these members are listed once. */
const families = [
  { file: 'blockFaults.ts', union: 'BlockFault', base: 'Frequency' },
  { file: 'messageFaults.ts', union: 'MessageFault', base: 'MessageFilter' },
  { file: 'requestFaults.ts', union: 'RequestFault', base: 'RequestFilter' },
]

/** Returns a heading for each fault of the types in a folder, with its docstrings, in the order of the unions. */
export function faultSections(folder: string): string {
  const statements = ['faultRules.ts', ...families.map(({ file }) => file)].flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements.slice()
  })
  const interfaces = new Map(
    statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  )
  const sections = families.map(({ union, base }) => {
    const heading = `${union.replace('Fault', '')} faults`
    const all = ['Each of them also has:', listOf(fieldsOf(base))]
    return [`## ${heading}`, ...all, ...membersOf(union).map(section)].join('\n\n')
  })
  return sections.join('\n\n')

  function membersOf(union: string): readonly string[] {
    for (const node of statements) {
      if (!ts.isTypeAliasDeclaration(node) || node.name.text !== union) continue
      if (ts.isUnionTypeNode(node.type)) return node.type.types.map((type) => type.getText())
    }
    throw new Error(`${folder} has no union ${union}`)
  }

  function section(name: string): string {
    const members = ownFields(interfaceOf(name))
    const kind = members.find((member) => member.name.getText() === 'kind')?.type?.getText() ?? ''
    const own = members.filter((member) => member.name.getText() !== 'kind')
    const list = own.length === 0 ? [] : [listOf(own)]
    return [`### ${kind.slice(1, -1)}`, sentence(interfaces.get(name)), ...list].join('\n\n')
  }

  function interfaceOf(name: string): ts.InterfaceDeclaration {
    const node = interfaces.get(name)
    if (node === undefined) throw new Error(`${folder} has no ${name}`)
    return node
  }

  /** Returns an interface's own members, then those of what it extends. */
  function fieldsOf(name: string): readonly ts.PropertySignature[] {
    const node = interfaceOf(name)
    const parents = node.heritageClauses?.flatMap(({ types }) => types) ?? []
    return [
      ...ownFields(node),
      ...parents.flatMap((parent) => fieldsOf(parent.expression.getText())),
    ]
  }
}

function ownFields(node: ts.InterfaceDeclaration): readonly ts.PropertySignature[] {
  return node.members.filter(ts.isPropertySignature)
}

function listOf(members: readonly ts.PropertySignature[]): string {
  return members.map(itemOf).join('\n')
}

function itemOf(member: ts.PropertySignature): string {
  const type = member.type?.getText().replace(' | undefined', '') ?? ''
  const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default')
  const isOptional = member.questionToken !== undefined
  const usual =
    tag === undefined ? (isOptional ? '' : 'required') : `default ${commentOf(tag.comment)}`
  const facts = [`\`${type}\``, usual].filter((fact) => fact !== '').join(', ')
  const said = sentence(member)
  return `- \`${member.name.getText()}\` (${facts})${said === '' ? '' : `: ${said}`}`
}

function sentence(node: ts.Node | undefined): string {
  const [doc] = node === undefined ? [] : ts.getJSDocCommentsAndTags(node)
  return commentOf(doc !== undefined && ts.isJSDoc(doc) ? doc.comment : undefined)
}

function commentOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll('\n', ' ')
}
