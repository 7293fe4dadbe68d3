import type { ComponentChildren } from 'preact'
import { Address, BlockLink, Panel, Text, TransactionLink, useAnswer } from '../parts.tsx'
import { Source } from '../Source.tsx'
import { ask } from '../state.ts'
import type { CallFrame } from '../trace.ts'
import { duration, timeOf } from '../units.ts'
import { Badge, type BadgeState, Words } from '../values.tsx'
import type { Hex } from '../wire.ts'

/** What `preconf_getTransaction` answers. */
export interface Fate {
  readonly status: 'unknown' | 'pooled' | 'preconfirmed' | 'sealed' | 'dropped'
  readonly times?: Readonly<Partial<Record<Moment, Hex>>>
  readonly blockNumber?: Hex
  readonly flashblockIndex?: Hex
  readonly reason?: string
  readonly replacedBy?: Hex
  readonly fault?: { readonly id: Hex; readonly kind: string }
}

type Moment = 'pooledMs' | 'preconfirmedMs' | 'sealedMs' | 'droppedMs'

/** What `preconf_explain` answers. */
export interface Explanation {
  readonly reason: string
  readonly message: string
  readonly summary: string
  readonly sentBy?: { readonly method: string; readonly client: string }
  readonly content?: {
    readonly from: Hex
    readonly to?: Hex
    readonly value: Hex
    readonly nonce: Hex
    readonly data: Hex
  }
}

/** Where a transaction is, in the word of its badge. */
export function stateOf({ status, reason }: Fate, hasFailed: boolean): BadgeState | undefined {
  if (status === 'unknown') return undefined
  if (status === 'dropped') return reason === 'reorged' ? 'reorged' : 'dropped'
  if (hasFailed) return 'failed'
  return status === 'pooled' ? 'waiting' : status === 'sealed' ? 'sealed' : 'pre-confirmed'
}

const badges = {
  pooledMs: 'pooled',
  preconfirmedMs: 'pre-confirmed',
  sealedMs: 'sealed',
  droppedMs: 'dropped',
} as const

/** What became of a transaction, one step below the other, in the order in which it happened. */
export function Course(props: { hash: string; fate: Fate; explanation: Explanation | undefined }) {
  const { hash, fate, explanation } = props
  const { times = {}, status, blockNumber } = fate
  const flashblock = useFlashblock(hash, fate)
  const moments = Object.entries(times)
    .map(([name, at]) => [name as Moment, Number(at)] as const)
    .sort(([, one], [, other]) => one - other)
  const began = moments[0]?.[1] ?? 0
  const words: Readonly<Record<Moment, ComponentChildren>> = {
    pooledMs: explanation?.sentBy && (
      <>
        sent by <span class="mono">{explanation.sentBy.method}</span>, from{' '}
        <Text value={explanation.sentBy.client} />
      </>
    ),
    preconfirmedMs: (
      <>
        {flashblock !== undefined && `flashblock ${flashblock}`}
        {blockNumber !== undefined && (
          <>
            {flashblock === undefined ? 'in block ' : ' of block '}
            <BlockLink number={blockNumber} />
          </>
        )}
      </>
    ),
    sealedMs: blockNumber !== undefined && status === 'sealed' && (
      <>
        in block <BlockLink number={blockNumber} />
      </>
    ),
    droppedMs: <Why fate={fate} />,
  }
  return (
    <ol class="course" aria-label="Course">
      {moments.map(([name, at]) => (
        <li key={name}>
          <Badge state={badges[name]} /> <span class="mono">{timeOf(at)}</span>{' '}
          <span class="dim">{at === began ? '' : `+${duration(at - began)}`}</span> {words[name]}
        </li>
      ))}
    </ol>
  )
}

function Why({ fate: { reason, replacedBy, fault } }: { fate: Fate }) {
  if (replacedBy !== undefined) {
    return (
      <>
        replaced by <TransactionLink hash={replacedBy} />
      </>
    )
  }
  if (fault !== undefined) {
    return (
      <>
        by <a href="#/faults">the fault {fault.kind}</a>
      </>
    )
  }
  const words: Readonly<Record<string, string>> = {
    nonceUsed: 'its nonce was used',
    invalid: 'no block can take it',
    reorged: 'its block left the chain',
    removed: 'removed from the pool',
  }
  return <>{words[reason ?? ''] ?? ''}</>
}

/** The flashblock that a transaction is or was in; unknown where it was longer ago than 256 blocks. */
function useFlashblock(hash: string, fate: Fate): number | undefined {
  const { blockNumber, flashblockIndex, status } = fate
  const { result } = useAnswer(
    `flashblock ${hash} ${status} ${blockNumber}`,
    async () => {
      if (status !== 'sealed' || blockNumber === undefined) return undefined
      const flashblocks = await ask<readonly Published[] | null>(
        'preconf_getFlashblocks',
        blockNumber,
      )
      return flashblocks?.find(({ transactions }) => transactions.includes(hash as Hex))?.index
    },
    'nothing',
  )
  const found = flashblockIndex ?? result
  return found === undefined ? undefined : Number(found)
}

interface Published {
  readonly index: Hex
  readonly transactions: readonly Hex[]
}

/** What a dropped transaction said, which no other method returns any more. */
export function Dropped({ content }: { content: NonNullable<Explanation['content']> }) {
  const { from, to, nonce, data } = content
  return (
    <Panel title="What it was">
      <p>
        <Address value={from} /> → <Address value={to} />, nonce {Number(nonce)}
      </p>
      {data !== '0x' && (
        <p class="mono">
          <Text value={data} />
        </p>
      )}
    </Panel>
  )
}

/** What `preconf_stackTrace` answers. */
export interface StackTrace {
  readonly message: string
  readonly solidityStack: string
  readonly stackTrace: readonly {
    readonly sourceReference?: { readonly sourceName: string; readonly line: number }
  }[]
}

/** The innermost call that has failed: the one that the failure comes from. */
function failingFrame(frame: CallFrame): CallFrame | undefined {
  if (frame.error === undefined) return undefined
  const inner = frame.steps.filter((step) => step.step === 'call').at(-1)
  return (inner && failingFrame(inner)) ?? frame
}

/** Lines shown around the failing one. */
const around = 4

/** Why a transaction failed: the reason, the lines of Solidity, and the way into the debugger. */
export function Failure(props: { hash: string; call: CallFrame; stack: StackTrace | undefined }) {
  const { hash, call, stack } = props
  const frame = failingFrame(call) ?? call
  const place = stack?.stackTrace.at(-1)?.sourceReference
  const contract = useAnswer(
    `source ${hash} ${place?.sourceName}`,
    async () => {
      if (place === undefined) return undefined
      for (const address of [frame.to, call.to]) {
        const known = await ask<Described | null>('preconf_getContract', address)
        const text = known?.sources?.[place.sourceName]
        if (text !== undefined) return text
      }
      return undefined
    },
    'nothing',
  )
  const last = Math.max(frame.firstInstruction, frame.firstInstruction + frame.instructions - 1)
  const text = contract.result
  return (
    <section class="panel failure">
      <h2>Failure</h2>
      <p class="bad">
        <Words value={frame.error ?? stack?.message ?? 'failed'} />
      </p>
      {place !== undefined && text !== undefined && (
        <Source
          label={`${place.sourceName}:${place.line}`}
          text={text}
          range={{ line: place.line, endLine: place.line }}
          around={around}
        />
      )}
      {place !== undefined && stack !== undefined && (
        <ol class="words mono" aria-label="Solidity stack">
          {stack.solidityStack.split('\n').map((line, at) => (
            <li key={at}>
              <Text value={line} />
            </li>
          ))}
        </ol>
      )}
      <p>
        <a href={`#/debug/${hash}/${last}`}>Debug the failing step</a>
      </p>
    </section>
  )
}

interface Described {
  readonly sources?: Readonly<Record<string, string>>
}
