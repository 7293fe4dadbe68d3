/** A fenced block of a document, and what says that it is right. */
export interface CodeBlock {
  readonly document: string
  /** Of its fence, from 1. */
  readonly line: number
  /** The heading that it stands under. */
  readonly heading: string
  readonly language: string
  readonly text: string
  /** The file that it is generated from, the file that tests it, or why neither is so; absent when nothing is said. */
  readonly judge?: { readonly by: 'generated' | 'tested' | 'untested'; readonly what: string }
}

const marker = /^ *<!-- (generated|tested|untested): (.*?) -->$/

/** All blocks of a document, in their order. */
export function codeBlocks(document: string, text: string): readonly CodeBlock[] {
  const lines = text.split('\n')
  const blocks: CodeBlock[] = []
  let heading = ''
  for (let index = 0; index < lines.length; index++) {
    const [, title] = lines[index]?.match(/^#+ (.*)$/) ?? []
    if (title !== undefined) heading = title
    const [fence, indent = '', language = ''] = lines[index]?.match(/^( *)```(\w*)$/) ?? []
    if (fence === undefined) continue
    const end = lines.indexOf(`${indent}\`\`\``, index + 1)
    if (end === -1) throw new Error(`${document}:${index + 1}: this block does not end`)
    const said = lines
      .slice(0, index)
      .filter((line) => line.trim() !== '')
      .at(-1)
    const [, by, what = ''] = said?.match(marker) ?? []
    blocks.push({
      document,
      line: index + 1,
      heading,
      language,
      text: lines
        .slice(index + 1, end)
        .map((line) => line.slice(indent.length))
        .join('\n'),
      ...(isJudge(by) && { judge: { by, what } }),
    })
    index = end
  }
  return blocks
}

function isJudge(text: string | undefined): text is 'generated' | 'tested' | 'untested' {
  return text !== undefined
}

/** Languages whose blocks are all checked: `sh` by `test/docs/shellBlocks.test.ts`, `ts` by `npm run check:examples`. */
const checkedLanguages: ReadonlySet<string> = new Set(['sh', 'ts'])

/** Returns what is wrong with blocks that nothing checks: they are not generated, name no test and give no reason. */
export function uncheckedBlocks(blocks: readonly CodeBlock[]): readonly string[] {
  return blocks
    .filter(({ judge, language }) => judge === undefined && !checkedLanguages.has(language))
    .map(
      ({ document, line }) =>
        `${document}:${line}: nothing checks this block: generate it from a test, or write ` +
        '<!-- tested: FILE --> or <!-- untested: REASON --> above it',
    )
}
