import { Address, Text } from '../parts.tsx'
import { decimal, ether } from '../units.ts'
import type { Hex } from '../wire.ts'

/** A call as geth's `callTracer` has it. */
export interface Frame {
  readonly type: string
  readonly from: Hex
  readonly to?: Hex
  readonly value?: Hex
  readonly gasUsed: Hex
  readonly input: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly Frame[]
}

/** Calls that are shown of one call, and how deep. */
const mostCalls = 200
const deepest = 24

export function CallTree({ frame }: { frame: Frame }) {
  return (
    <ul class="tree">
      <Call frame={frame} depth={0} />
    </ul>
  )
}

function Call({ frame, depth }: { frame: Frame; depth: number }) {
  const { type, to, value = '0x0', gasUsed, input, output, error, revertReason, calls = [] } = frame
  return (
    <li>
      <span class="kind">{type}</span> <Address value={to} />{' '}
      <span class="mono">{input === '0x' ? '' : input.slice(0, 10)}</span>{' '}
      {BigInt(value) > 0n && <span>{ether(value)} </span>}
      <span class="dim">{decimal(gasUsed)} gas</span>
      {error !== undefined && (
        <span class="bad">
          {' '}
          <Text value={revertReason === undefined ? error : `${error}: ${revertReason}`} />
        </span>
      )}
      {(input.length > 10 || (output ?? '0x') !== '0x') && (
        <details>
          <summary>data</summary>
          <p class="mono">
            in <Text value={input} />
          </p>
          {output !== undefined && (
            <p class="mono">
              out <Text value={output} />
            </p>
          )}
        </details>
      )}
      {calls.length > 0 && depth < deepest && (
        <ul>
          {calls.slice(0, mostCalls).map((call, index) => (
            <Call key={index} frame={call} depth={depth + 1} />
          ))}
          {calls.length > mostCalls && <li class="dim">{calls.length - mostCalls} more calls</li>}
        </ul>
      )}
      {calls.length > 0 && depth >= deepest && <p class="dim">{calls.length} deeper calls</p>}
    </li>
  )
}
