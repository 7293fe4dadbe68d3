import { computed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { callLabel, nameOf } from './names.ts'
import { ask, head, model, rewinds } from './state.ts'
import { printable, short } from './units.ts'
import type { Hex } from './wire.ts'

/** A column: its name, with `number` where its values stand at the right, `minor` where a small screen leaves it out. */
export type Column = string | readonly [name: string, kind: 'number' | 'minor' | 'number minor']

export function TableHead({
  columns,
  rowIndex,
}: {
  columns: readonly Column[]
  rowIndex?: number
}) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {columns.map((column) => {
          const [name, kind] = typeof column === 'string' ? [column] : column
          return (
            <th scope="col" key={name} class={kind}>
              {name}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const longest = 300

/** Untrusted text: no markup, isolated direction, bounded length. */
export function Text({ value }: { value: string }) {
  const isWhole = useSignal(false)
  const isLong = value.length > longest && !isWhole.value
  return (
    <>
      <bdi class="text">{printable(isLong ? value.slice(0, longest) : value)}</bdi>
      {isLong && (
        <button type="button" class="small" onClick={() => (isWhole.value = true)}>
          more ({value.length} characters)
        </button>
      )}
    </>
  )
}

/** An address by its name, if it has one. */
export function Address({ value }: { value: string | null | undefined }) {
  if (value === null || value === undefined) return <span class="dim">new contract</span>
  const name = nameOf(value)
  return (
    <a
      href={`#/account/${value}`}
      title={value}
      class={name === undefined ? 'mono short' : undefined}
    >
      {name === undefined ? short(value) : <bdi>{printable(name.slice(0, 40))}</bdi>}
    </a>
  )
}

/** What a transaction calls or creates: `Vault.take`, `new Vault`; the selector where it is not known. */
export function Call({ of, place = 'sealed' }: { of: Called; place?: string }) {
  const label = callLabel(of, place)
  if (label !== undefined)
    return <bdi title={printable(label.signature)}>{printable(label.words.slice(0, longest))}</bdi>
  const plain = plainCall(of)
  return <span class={plain.startsWith('0x') ? 'mono' : ''}>{plain}</span>
}

/** A call without names: its selector, or what it is without one. */
function plainCall({ to, data }: Called): string {
  if (to === null) return 'new contract'
  return data === '0x' ? 'transfer' : data.slice(0, 10)
}

interface Called {
  readonly hash: Hex
  readonly to: Hex | null
  /** All that it is called with, or the first four bytes. */
  readonly data: Hex
}

/** A link to a transaction by what it does: `Vault.take`, `transfer`. */
export function TransactionName({ of, place = 'sealed' }: { of: Called; place?: string }) {
  const { hash } = of
  const words = callLabel(of, place)?.words ?? plainCall(of)
  return (
    <a href={`#/tx/${hash}`} title={hash}>
      <bdi>{printable(words.slice(0, 60))}</bdi>
      <span class="unseen"> {short(hash)}</span>
    </a>
  )
}

export function TransactionLink({ hash }: { hash: string }) {
  return (
    <a href={`#/tx/${hash}`} title={hash} class="mono short">
      {short(hash)}
    </a>
  )
}

export function BlockLink({ number }: { number: string }) {
  return <a href={`#/block/${BigInt(number)}`}>#{String(BigInt(number))}</a>
}

/** A part of a screen; `more`: a link to the screen that has all, its name and path. */
export function Panel(props: {
  title: string
  more?: readonly [name: string, path: string]
  children: ComponentChildren
}) {
  const { title, more, children } = props
  const heading = <h2>{printable(title.slice(0, longest))}</h2>
  return (
    <section class="panel">
      {more === undefined ? (
        heading
      ) : (
        <div class="head">
          {heading}
          <a href={`#${more[1]}`}>{more[0]}</a>
        </div>
      )}
      {children}
    </section>
  )
}

/** A table that may be wider than the screen. */
export function Table(props: {
  label: string
  head: readonly Column[]
  /** Whether each row is one line. */
  isCompact?: boolean
  /** Whether each row is a card on a small screen. @default whether there are more than four columns */
  hasCards?: boolean
  children: ComponentChildren
}) {
  const { label, head, isCompact = false, hasCards = head.length > 4, children } = props
  // The names of columns, which a card shows before its values.
  const names = head.map((column, at) => [
    `--c${at + 1}`,
    JSON.stringify(typeof column === 'string' ? column : column[0]),
  ])
  return (
    <section
      class={`scroll ${isCompact ? 'compact' : ''} ${hasCards ? 'cards' : ''}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
      tabIndex={0}
    >
      <table style={hasCards ? Object.fromEntries(names) : undefined}>
        <TableHead columns={head} />
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** Names with values. */
export function Facts(props: {
  facts: readonly (readonly [string, ComponentChildren])[]
  /** `short`: the values are a word or two. `long`: each needs a line. */
  kind?: 'short' | 'long'
}) {
  const { facts, kind = '' } = props
  return (
    <dl class={`facts ${kind}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A form that is sent by its one button. */
export function Form(props: {
  label: string
  /** What the button is about, where several have one label. */
  about?: string | undefined
  onSend: () => unknown
  children?: ComponentChildren
}) {
  const { label, about, onSend, children } = props
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
      <button type="submit" aria-label={about && `${label} ${printable(about)}`}>
        {label}
      </button>
    </form>
  )
}

export function Field(props: {
  label: string
  value: string | undefined
  onInput: (value: string) => void
  placeholder?: string | undefined
  options?: readonly string[]
}) {
  const { label, value = '', onInput, placeholder, options } = props
  const id = useId()
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {options === undefined ? (
        <input
          id={id}
          value={value}
          placeholder={placeholder}
          spellcheck={false}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onInput={({ currentTarget }) => onInput(currentTarget.value)}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </p>
  )
}

/** Text fields by name, with a way to set one. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(initial)
  const field = (name: Name) => ({
    value: values[name],
    onInput: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return { values, field, setValues }
}

export interface Answer<Result> {
  readonly result?: Result
  readonly error?: string
}

/** The minimum time between two requests for the same, in ms, however fast the chain changes. */
const restMs = 500

/**
 * What an answer depends on: anything on the chain, sealed blocks, only which blocks left the chain, or nothing; or a
 * number that changes with it.
 */
export type Follows = 'chain' | 'seals' | 'rewinds' | 'nothing' | number

/** Texts that change with it. */
const followed = {
  chain: computed(() => {
    const { blocks = [], pending = [], status } = model.value ?? {}
    return `${blocks.at(-1)?.hash} ${pending.length} ${pending.at(-1)?.payloadId} ${status?.pooled}`
  }),
  seals: computed(() => `${rewinds.value} ${head.value?.hash}`),
  rewinds: computed(() => String(rewinds.value)),
  nothing: computed(() => ''),
}

/** When something was asked for, and what the chain was like. */
interface Asked {
  readonly key: string
  readonly ms: number
  readonly chain: Readonly<Record<Follows, string | number>>
}

/**
 * Returns the answer of the chain, requested again when what it depends on has changed since; `wanted`: a key, and the
 * request. `follows` may depend on the answer: what is sealed stays so.
 */
export function useAnswer<Result>(
  key: string,
  wanted: () => Promise<Result>,
  follows: Follows | ((result: Result | undefined) => Follows) = 'chain',
  rest = restMs,
): Answer<Result> {
  const [found, setAnswer] = useState<Answer<Result> & { key?: string }>({})
  const latest = useRef<Asked | undefined>(undefined)
  const answer = found.key === key ? found : {}
  const kind = typeof follows === 'function' ? follows(answer.result) : follows
  const seq = typeof kind === 'number' ? kind : followed[kind].value
  useEffect(() => {
    function look(): void {
      const { chain, seals, rewinds, nothing } = followed
      latest.current = {
        key,
        ms: performance.now(),
        chain: {
          chain: chain.peek(),
          seals: seals.peek(),
          rewinds: rewinds.peek(),
          nothing: nothing.peek(),
          ...(typeof kind === 'number' && { [kind]: kind }),
        },
      }
      const take = (answer: Answer<Result>) =>
        latest.current?.key === key && setAnswer({ ...answer, key })
      wanted().then(
        (result) => take({ result }),
        (error: Error) => take({ error: error.message }),
      )
    }
    const before = latest.current?.key === key ? latest.current : undefined
    if (before?.chain[kind] === seq) return
    const waitMs = before === undefined ? 0 : before.ms + rest - performance.now()
    if (waitMs <= 0) {
      look()
      return
    }
    const timer = setTimeout(look, waitMs)
    return () => clearTimeout(timer)
  }, [key, seq])
  useEffect(
    () => () => {
      latest.current = undefined
    },
    [],
  )
  return answer
}

export function useAsked<Result>(
  method: string,
  params: readonly unknown[] = [],
  follows: Follows | ((result: Result | undefined) => Follows) = 'chain',
): Answer<Result> {
  const key = `${method} ${JSON.stringify(params)}`
  return useAnswer(key, () => ask<Result>(method, ...params), follows)
}

export function Problem({ text }: { text: string }) {
  return (
    <p class="bad">
      <Text value={text} />
    </p>
  )
}

/** The size of a chart, in its own units. */
const width = 120
const height = 32

/** A line of numbers over time, with what it is and the newest in words. */
export function Chart(props: { label: string; values: readonly number[]; unit?: string }) {
  const { label, values, unit = '' } = props
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map(
    (value, at) =>
      `${(at * step).toFixed(1)},${(height - 1 - (value / most) * (height - 2)).toFixed(1)}`,
  )
  const newest = values.at(-1)
  const shown = newest === undefined ? '–' : `${rounded(newest)}${unit}`
  return (
    <figure class="chart">
      <figcaption>
        {label}: <strong>{shown}</strong>
        {newest !== undefined && <span class="dim"> · most {rounded(Math.max(...values))}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
    </figure>
  )
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
