import type { MarkdownRenderer } from 'vitepress'

type Token = MarkdownRenderer extends { parse(...args: never[]): (infer Item)[] } ? Item : never

/** Writes the name of its column into each cell of a table: on a phone a row is a card. */
export function nameColumns(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('columns', ({ tokens }) => {
    let names: string[] = []
    let column = 0
    for (const [at, token] of tokens.entries()) {
      if (token.type === 'thead_open') names = []
      else if (token.type === 'tr_open') column = 0
      else if (token.type === 'th_open') names.push(textOf(tokens[at + 1]))
      else if (token.type === 'td_open') {
        const name = names[column++]
        if (name !== undefined && name !== '') token.attrSet('data-column', name)
      }
    }
  })
}

/** The text of a heading without its marks. */
function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('')
}
