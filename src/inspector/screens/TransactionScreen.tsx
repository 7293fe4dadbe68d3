import { useRef } from 'preact/hooks'
import { StateOf } from '../network.tsx'
import { Panel, Problem, Text, useAnswer } from '../parts.tsx'
import { act, ask, status as chainStatus } from '../state.ts'
import type { CallFrame } from '../trace.ts'
import { Badge, Hash } from '../values.tsx'
import type { Hex } from '../wire.ts'
import { Crossings, hasBridge } from './Bridge.tsx'
import { CallTree, namedSlots } from './CallTree.tsx'
import { EventTable, type LogAnswer } from './EventTable.tsx'
import { Moves } from './Moves.tsx'
import { type ReceiptAnswer, Sent, type TransactionAnswer } from './Sent.tsx'
import { type StateDiff, StateDifference } from './StateDifference.tsx'
import {
  Course,
  Dropped,
  type Explanation,
  Failure,
  type Fate,
  type StackTrace,
  stateOf,
} from './Story.tsx'

/** One transaction: what became of it, its request, calls, moves and changes of the state. */
export function TransactionScreen({ hash }: { hash: string }) {
  const { fate, transaction, receipt } =
    useAnswer(
      `transaction ${hash}`,
      () => found(hash),
      (known) => (known?.fate.status === 'sealed' ? 'rewinds' : 'chain'),
    ).result ?? {}
  const isWaiting = fate?.status === 'pooled'
  const isOpen = isWaiting || fate?.status === 'preconfirmed'
  // What waits is explained again as the chain changes; the rest says the same until it moves.
  const explanation = useAnswer(
    `explain ${hash} ${JSON.stringify(fate)} ${chainStatus.value?.faults.length}`,
    () => ask<Explanation>('preconf_explain', hash),
    isOpen ? 'chain' : 'nothing',
  ).result
  const last = useRef<{ readonly hash: string; readonly explanation: Explanation } | undefined>(
    undefined,
  )
  if (explanation !== undefined) last.current = { hash, explanation }
  const known = last.current?.hash === hash ? last.current.explanation : undefined
  const state = fate && stateOf(fate, receipt?.status === '0x0')
  return (
    <>
      <h1>Transaction</h1>
      <p>
        {state !== undefined && <Badge state={state} />} <Hash value={hash} />
      </p>
      {known !== undefined && (
        <p class="summary">
          <Text value={known.summary} />
        </p>
      )}
      {fate?.times !== undefined && <Course hash={hash} fate={fate} explanation={known} />}
      {fate !== undefined && <InTable status={fate.status} block={receipt?.blockNumber} />}
      {isOpen && (
        <p class="row">
          {isWaiting && (
            <button
              type="button"
              onClick={() => act('Drop the transaction', 'anvil_dropTransaction', hash)}
            >
              Drop from the pool
            </button>
          )}
          <button
            type="button"
            onClick={() => act('Drop it at the next seal', 'preconf_setFault', dropAtSeal(hash))}
          >
            Drop at the next seal
          </button>
        </p>
      )}
      {known?.content !== undefined && <Dropped content={known.content} />}
      {hasBridge.value && <Crossings hash={hash} />}
      {receipt && <Trace hash={hash} receipt={receipt} />}
      {transaction && <Sent transaction={transaction} receipt={receipt ?? undefined} />}
      {receipt && <Events logs={receipt.logs} />}
    </>
  )
}

/** Asked in this order: what is sealed by then has a receipt. */
async function found(hash: string) {
  const [fate, transaction, receipt] = await Promise.all([
    ask<Fate>('preconf_getTransaction', hash),
    ask<TransactionAnswer | null>('eth_getTransactionByHash', hash),
    ask<ReceiptAnswer | null>('eth_getTransactionReceipt', hash),
  ])
  return { fate, transaction, receipt }
}

function dropAtSeal(transaction: string) {
  return { kind: 'dropAtSeal', transaction, times: 1 }
}

/** The state of the network's table that the transaction is in. */
function InTable(props: { status: Fate['status']; block: Hex | undefined }) {
  const { status, block } = props
  if (status === 'unknown' || status === 'dropped') return null
  const open = status === 'preconfirmed' ? 'published' : 'pooled'
  const isSealed = status === 'sealed'
  if (isSealed && block === undefined) return null
  return (
    <p>
      State: <StateOf place={block !== undefined && isSealed ? { number: block } : open} />
    </p>
  )
}

function Events({ logs }: { logs: readonly LogAnswer[] }) {
  if (logs.length === 0) return null
  return (
    <Panel title={`Events (${logs.length})`}>
      <EventTable logs={logs} first="Index" firstOf={({ logIndex }) => Number(logIndex)} />
    </Panel>
  )
}

/** Calls, changes of the state and the lines of a failure, which take a trace each. */
function Trace({ hash, receipt }: { hash: string; receipt: ReceiptAnswer }) {
  const hasFailed = receipt.status === '0x0'
  const calls = useAnswer(
    `calls ${hash} ${receipt.blockNumber}`,
    () => ask<{ call: CallFrame }>('preconf_trace', hash),
    'nothing',
  )
  const difference = useAnswer(
    `difference ${hash} ${receipt.blockNumber}`,
    () =>
      ask<StateDiff>('debug_traceTransaction', hash, {
        tracer: 'prestateTracer',
        tracerConfig: { diffMode: true },
      }),
    'nothing',
  )
  const stack = useAnswer(
    `stack ${hash} ${receipt.blockNumber}`,
    () => ask<StackTrace | null>('preconf_stackTrace', hash),
    'nothing',
  ).result
  return (
    <>
      {hasFailed && calls.result && (
        <Failure hash={hash} call={calls.result.call} stack={stack ?? undefined} />
      )}
      {calls.result && <Moves call={calls.result.call} logs={receipt.logs} />}
      <Panel title="Calls">
        <p>
          <a href={`#/debug/${hash}`}>Open in the debugger</a>
        </p>
        {calls.error !== undefined && <Problem text={calls.error} />}
        {calls.result && <CallTree frame={calls.result.call} hash={hash} />}
      </Panel>
      <Panel title="State changes">
        {difference.error !== undefined && <Problem text={difference.error} />}
        {difference.result && (
          <StateDifference
            difference={difference.result}
            names={calls.result && namedSlots(calls.result.call)}
          />
        )}
      </Panel>
    </>
  )
}
