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

/** Languages whose blocks are judged all together, and by what. */
const judges: Readonly<Record<string, string>> = {
  sh: '`test/docs/shellBlocks.test.ts`: commands, flags, files and methods are there',
  ts: '`npm run check:examples`: it compiles',
}

/** Rows for the blocks that are not generated; throws when nothing says that one is right. */
export function judgedBlocks(blocks: readonly CodeBlock[]): readonly (readonly string[])[] {
  return blocks
    .filter(({ judge }) => judge?.by !== 'generated')
    .map(({ document, line, heading, language, judge }) => {
      const says = judge ? saysOf(judge) : judges[language]
      if (says === undefined) {
        throw new Error(
          `${document}:${line}: nothing says that this block is right: generate it from a test, or write ` +
            '<!-- tested: FILE --> or <!-- untested: REASON --> above it',
        )
      }
      return [document, heading, language || 'text', says]
    })
}

function saysOf({ by, what }: { readonly by: string; readonly what: string }): string {
  return by === 'tested' ? `\`${what}\`` : `not tested: ${what}`
}
