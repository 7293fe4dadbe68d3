import { labelsOf } from '../../devnet/fixtures/fixtureNames.ts'
import type { Hex } from '../../lib/hex.ts'
import { thousands } from '../../lib/text.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { BlockSummary, EmptyRange, QueuedSummary } from '../../types/summary.ts'
import type { Output } from './output.ts'
import { reportBlock } from './reporter.ts'
import type { OrderedOutput } from './text.ts'

/** Hashes and addresses. */
const longHex = /0x[0-9a-f]{40}(?:[0-9a-f]{24})?\b/gi

/** A colour of `Output.style`, which takes no place, or a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this begins a colour.
const pieces = /\u001b\[\d+m|./gsu

/** An output whose lines fit the width of the terminal; where there is none, they stay as they are. */
export function fitting(output: Output): Output {
  return { ...output, line: (text = '') => output.line(cutToWidth(text, output.columns?.())) }
}

/** Cuts the middle out of hashes and addresses, and what is still beyond the width. */
export function cutToWidth(text: string, columns: number | undefined): string {
  if (columns === undefined) return text
  const short = text.replace(longHex, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`)
  let shown = ''
  let width = 0
  for (const [piece] of short.matchAll(pieces)) {
    const isColour = piece.length > 1 && piece.startsWith('\u001b')
    if (!isColour) width++
    // Colours after the end are kept, as they end those before.
    if (isColour || width < columns) shown += piece
    else if (width === columns) shown += '…'
  }
  return width <= columns ? short : shown
}

/** The names of a fixture, and of the chain's accounts by their place: `(0)`, `(1)`. */
export function namedAccounts({ fixture, accounts }: PreconfDevnet): LoadedFixture {
  const addresses = accounts.map(({ address }) => address)
  return { ...fixture, labels: labelsOf(addresses, fixture.labels) }
}

/** Prints empty blocks that follow each other in one line, once something else is printed; a terminal shows it growing. */
export function collapsing(
  output: OrderedOutput,
): OrderedOutput & { empty(range: EmptyBlocks): void } {
  let empty: EmptyBlocks | undefined

  function close(): void {
    if (empty === undefined) return
    const text = emptyLine(output, empty)
    empty = undefined
    output.line(text)
  }

  return {
    ...output,
    line: (text) => {
      close()
      output.line(text)
    },
    later: (lines) => {
      close()
      output.later(lines)
    },
    written: () => {
      close()
      return output.written()
    },
    empty: ({ from, to }) => {
      if (empty !== undefined && empty.to + 1n !== from) close()
      empty = { from: empty?.from ?? from, to }
      output.status?.(emptyLine(output, empty))
    },
  }
}

/** Numbers of blocks, both included. */
type EmptyBlocks = Pick<EmptyRange, 'from' | 'to'>

function emptyLine({ style }: Output, { from, to }: EmptyBlocks): string {
  const count = to - from + 1n
  const text =
    from === to ? `block ${from} empty` : `blocks ${from} to ${to} empty (${thousands(count)})`
  return style('dim', text)
}

/** Prints sealed blocks, those without transactions in one line. */
export function blockReport(output: Output, empty: (range: EmptyBlocks) => void) {
  return (sealed: BlockSummary | EmptyRange): void => {
    if ('from' in sealed) empty(sealed)
    else if (sealed.transactions.length > 0) reportBlock(output, sealed)
    else empty({ from: sealed.number, to: sealed.number })
  }
}

/** The maximum number of senders whose missing nonces are remembered. */
const maxSenders = 1_000

/** Lets the first transaction of a sender through that waits for a nonce, and no further one until that has changed. */
export function oncePerNonce(report: (queued: QueuedSummary) => void) {
  const reported = new Map<Hex, bigint>()
  return (queued: QueuedSummary): void => {
    const { from, expectedNonce } = queued
    if (reported.get(from) === expectedNonce) return
    if (reported.size === maxSenders) reported.clear()
    reported.set(from, expectedNonce)
    report(queued)
  }
}
