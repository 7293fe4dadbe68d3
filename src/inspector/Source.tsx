import { useEffect, useRef } from 'preact/hooks'
import { printable } from './units.ts'

/** Lines that are shown of a file: what is far from them is left out. */
const maxLines = 2_000

/** Characters that are shown of a line. */
const maxLineLength = 400

/** A range from a line and column up to another, counted from 1, the end excluded. */
export interface SourceRange {
  readonly line: number
  readonly endLine: number
}

/**
 * A source with the numbers of its lines; those of a range are marked and brought into view. `around`: the number of
 * lines that are shown before and after the range; all without it.
 */
export function Source(props: {
  label: string
  text: string
  range?: SourceRange | undefined
  around?: number
}) {
  const { label, text, range, around } = props
  const box = useRef<HTMLElement>(null)
  const lines = text.split('\n')
  const shown = around === undefined ? maxLines : 2 * around + 1
  const before = Math.floor(shown / 2) + 1
  const from = Math.max(0, Math.min((range?.line ?? 1) - before, lines.length - shown))
  useEffect(() => {
    const element = box.current
    const marked = element?.querySelector<HTMLElement>('.now')
    if (!element || !marked) return
    const top = marked.offsetTop - element.offsetTop
    const isSeen = top >= element.scrollTop && top + 40 < element.scrollTop + element.clientHeight
    if (!isSeen) element.scrollTop = top - element.clientHeight / 3
  }, [label, range?.line])
  return (
    <section
      class="scroll source"
      ref={box}
      aria-label={printable(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
      tabIndex={0}
    >
      <ol start={from + 1}>
        {lines.slice(from, from + shown).map((line, at) => {
          const number = from + at + 1
          const isNow = range !== undefined && number >= range.line && number <= range.endLine
          return (
            <li key={number} class={isNow ? 'now' : undefined}>
              <code>
                {tokensOf(printable(line.slice(0, maxLineLength))).map(([kind, part], index) => (
                  <span key={index} class={kind}>
                    {part}
                  </span>
                ))}
                {line.length > maxLineLength && '…'}
              </code>
            </li>
          )
        })}
      </ol>
      {lines.length > maxLines && <p class="dim">Not all of the {lines.length} lines are shown.</p>}
    </section>
  )
}

const token =
  /(\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*.*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(abstract|anonymous|as|assembly|break|case|catch|constant|constructor|continue|contract|default|delete|do|else|emit|enum|error|event|external|fallback|false|for|from|function|if|immutable|import|indexed|interface|internal|is|let|library|mapping|memory|calldata|modifier|new|override|payable|pragma|private|public|pure|receive|require|return|returns|revert|storage|struct|switch|throw|transient|true|try|type|unchecked|using|view|virtual|while)\b|\b(address|bool|bytes\d*|string|u?int\d*)\b|\b(0x[\da-fA-F]+|\d[\d_.e]*)\b/g

const kinds = ['comment', 'string', 'keyword', 'type', 'number'] as const

/** The parts of a line of Solidity with what they are, for their colours only. */
function tokensOf(line: string): readonly (readonly [kind: string | undefined, text: string])[] {
  const parts: [string | undefined, string][] = []
  let end = 0
  for (const match of line.matchAll(token)) {
    if (match.index > end) parts.push([undefined, line.slice(end, match.index)])
    const group = match.slice(1).findIndex((text) => text !== undefined)
    parts.push([kinds[group], match[0]])
    end = match.index + match[0].length
  }
  if (end < line.length) parts.push([undefined, line.slice(end)])
  return parts
}
