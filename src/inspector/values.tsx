import { useEffect, useState } from 'preact/hooks'
import { Address, Text } from './parts.tsx'
import { chainNowMs } from './state.ts'
import { ago, amount, ether, isoOf, short, timeOf } from './units.ts'
import type { Hex } from './wire.ts'

/** A hash or an address in full, with a button that copies it. */
export function Hash({ value, link }: { value: string; link?: string }) {
  return (
    <>
      {link === undefined ? (
        <span class="mono">{value}</span>
      ) : (
        <a class="mono" href={`#${link}`}>
          {value}
        </a>
      )}
      <Copy value={value} />
    </>
  )
}

/** How long a button says that it has copied. */
const copiedMs = 1500

/** Copies a hash or an address. */
function Copy({ value }: { value: string }) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = () =>
    // There is none where the page is not from this machine and has no TLS.
    navigator.clipboard?.writeText(value).then(
      () => setDone(true),
      () => undefined,
    )
  return (
    <button
      type="button"
      class={isDone ? 'copy done' : 'copy'}
      title={isDone ? 'Copied' : 'Copy'}
      aria-label={isDone ? 'Copied' : `Copy ${short(value)}`}
      onClick={() => void copy()}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {isDone ? (
          <path d="M3 8.5l3.5 3.5L13 4.5" />
        ) : (
          <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
        )}
      </svg>
    </button>
  )
}

/** Wei in the unit that people use, exact in the title. */
export function Ether({ wei }: { wei: Hex | string | bigint }) {
  const value = BigInt(wei)
  const title = `${ether(value)} (${value} wei)`
  return (
    <span title={title} class={value === 0n ? 'dim' : undefined}>
      {amount(value)}
    </span>
  )
}

/** How long ago by the chain's clock, the moment in the title; `isWhole`: both are shown. */
export function Ago({ ms, isWhole = false }: { ms: number; isWhole?: boolean }) {
  const words = ago(chainNowMs.value - ms)
  return (
    <time dateTime={isoOf(ms)} title={isoOf(ms)}>
      {isWhole ? (
        <>
          {timeOf(ms)} <span class="dim">{words}</span>
        </>
      ) : (
        words
      )}
    </time>
  )
}

/** What may become of a transaction, each a word with a colour and a sign. */
export type BadgeState =
  | 'waiting'
  | 'pooled'
  | 'pre-confirmed'
  | 'sealed'
  | 'failed'
  | 'dropped'
  | 'reorged'

export function Badge({ state }: { state: BadgeState }) {
  return (
    <span class={`badge ${state}`}>
      <span>{state}</span>
    </span>
  )
}

const meanings: readonly (readonly [BadgeState, string])[] = [
  ['waiting', 'in the pool'],
  ['pre-confirmed', 'in a flashblock of the open block'],
  ['sealed', 'in a block'],
  ['failed', 'included, and reverted'],
  ['dropped', 'left the pool or its block'],
  ['reorged', 'its block left the chain'],
]

/** What the badges mean. */
export function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      {meanings.map(([state, words]) => (
        <li key={state}>
          <Badge state={state} /> {words}
        </li>
      ))}
    </ul>
  )
}

/** An untrusted text in which addresses are links, by their names. */
export function Words({ value }: { value: string }) {
  const parts = value.slice(0, longest).split(/(0x[0-9a-f]{40})(?![0-9a-f])/i)
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 1 ? <Address key={at} value={part} /> : <Text key={at} value={part} />,
      )}
      {value.length > longest && <Text value={value.slice(longest)} />}
    </>
  )
}

/** The number of characters in which addresses are looked for. */
const longest = 2_000
