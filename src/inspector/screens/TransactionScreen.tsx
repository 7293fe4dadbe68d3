import type { ComponentChildren } from 'preact'
import { StateOf } from '../network.tsx'
import {
  Address,
  BlockLink,
  Call,
  Facts,
  Panel,
  Problem,
  Text,
  useAnswer,
  useAsked,
} from '../parts.tsx'
import { act, ask } from '../state.ts'
import type { CallFrame } from '../trace.ts'
import { decimal, ether, timeOf } from '../units.ts'
import type { Hex } from '../wire.ts'
import { CallTree, namedSlots } from './CallTree.tsx'
import { EventTable, type LogAnswer } from './EventTable.tsx'
import { type StateDiff, StateDifference } from './StateDifference.tsx'

interface TransactionStatus {
  readonly status: 'unknown' | 'pooled' | 'preconfirmed' | 'sealed' | 'dropped'
  readonly times?: Readonly<Record<'pooledMs' | 'preconfirmedMs' | 'sealedMs' | 'droppedMs', Hex>>
  readonly flashblockIndex?: Hex
  readonly reason?: string
}

interface Explanation {
  readonly reason: string
  readonly message: string
}

interface TransactionAnswer {
  readonly hash: Hex
  readonly blockNumber: Hex | null
  readonly transactionIndex: Hex | null
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  readonly gas: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly input: Hex
  readonly type: Hex
}

interface ReceiptAnswer {
  readonly blockNumber: Hex
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly contractAddress: Hex | null
  readonly logs: readonly LogAnswer[]
}

const steps = [
  ['pooledMs', 'Pooled'],
  ['preconfirmedMs', 'Pre-confirmed'],
  ['sealedMs', 'Sealed'],
  ['droppedMs', 'Dropped'],
] as const

/** One transaction: its status, request, receipt, calls and state changes. */
export function TransactionScreen({ hash }: { hash: string }) {
  const state = useAsked<TransactionStatus>('preconf_getTransaction', hash).result
  const explanation = useAsked<Explanation>('preconf_explain', hash).result
  const transaction = useAsked<TransactionAnswer | null>('eth_getTransactionByHash', hash).result
  const receipt = useAsked<ReceiptAnswer | null>('eth_getTransactionReceipt', hash).result
  return (
    <>
      <h1>Transaction</h1>
      <p class="mono">{hash}</p>
      {state?.times !== undefined && <Steps state={state} />}
      {state !== undefined && <InTable status={state.status} block={receipt?.blockNumber} />}
      {explanation !== undefined && (
        <p>
          <Text value={explanation.message} />
        </p>
      )}
      {state?.status === 'pooled' && (
        <button
          type="button"
          onClick={() => act('Drop the transaction', 'anvil_dropTransaction', hash)}
        >
          Drop from the pool
        </button>
      )}
      {transaction && <Sent transaction={transaction} receipt={receipt ?? undefined} />}
      {receipt && <Events logs={receipt.logs} />}
      {receipt && <Trace hash={hash} />}
    </>
  )
}

/** The state of the network's table that the transaction is in. */
function InTable(props: { status: TransactionStatus['status']; block: Hex | undefined }) {
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

function Steps({ state }: { state: TransactionStatus }) {
  const { times, status } = state
  const began = Math.min(...Object.values(times ?? {}).map(Number))
  return (
    <ol class="steps">
      {steps.flatMap(([time, name]) => {
        const at = times?.[time]
        if (at === undefined) return []
        const isNow = name.toLowerCase().replace('-', '') === status
        return [
          <li key={time} class={isNow ? 'now' : ''}>
            <strong>{name}</strong> <span>{timeOf(at)}</span>{' '}
            <span class="dim">+{Number(at) - began} ms</span>
            {time === 'droppedMs' && state.reason !== undefined && (
              <span class="bad"> {state.reason}</span>
            )}
          </li>,
        ]
      })}
    </ol>
  )
}

function Sent(props: { transaction: TransactionAnswer; receipt: ReceiptAnswer | undefined }) {
  const { transaction, receipt } = props
  const { hash, from, to, value, nonce, gas, input, blockNumber, transactionIndex, type } =
    transaction
  const facts: (readonly [string, ComponentChildren])[] = [
    ['From', <Address value={from} />],
    ['To', <Address value={to ?? receipt?.contractAddress} />],
    [
      'Calls',
      <Call of={{ hash, to, data: input }} place={blockNumber === null ? 'waiting' : 'sealed'} />,
    ],
    ['Value', ether(value)],
    ['Nonce', decimal(nonce)],
    ['Type', decimal(type)],
    ['Gas', receipt ? `${decimal(receipt.gasUsed)} of ${decimal(gas)}` : decimal(gas)],
    ['Fee', feeWords(transaction, receipt)],
  ]
  if (blockNumber !== null) {
    facts.push([
      'Block',
      <>
        <BlockLink number={blockNumber} /> at {decimal(transactionIndex ?? '0x0')}
      </>,
    ])
  }
  if (receipt !== undefined) {
    const isGood = receipt.status === '0x1'
    facts.push([
      'Outcome',
      <span class={isGood ? 'good' : 'bad'}>{isGood ? 'success' : 'failed'}</span>,
    ])
  }
  return (
    <Panel title="Request">
      <Facts facts={facts} />
      {input !== '0x' && (
        <details>
          <summary>Data ({(input.length - 2) / 2} bytes)</summary>
          <p class="mono">
            <Text value={input} />
          </p>
        </details>
      )}
    </Panel>
  )
}

function feeWords(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionAnswer,
  receipt: ReceiptAnswer | undefined,
): string {
  const paid = receipt && `${decimal(receipt.effectiveGasPrice)} wei per gas paid; `
  const offered =
    maxFeePerGas === undefined
      ? `${decimal(gasPrice ?? '0x0')} wei per gas offered`
      : `cap ${decimal(maxFeePerGas)}, tip ${decimal(maxPriorityFeePerGas ?? '0x0')} wei per gas`
  return `${paid ?? ''}${offered}`
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
function Trace({ hash }: { hash: string }) {
  const calls = useAnswer(
    `calls ${hash}`,
    () => ask<{ call: CallFrame }>('preconf_trace', hash),
    false,
  )
  const difference = useAnswer(
    `difference ${hash}`,
    () =>
      ask<StateDiff>('debug_traceTransaction', hash, {
        tracer: 'prestateTracer',
        tracerConfig: { diffMode: true },
      }),
    false,
  )
  const stack = useAnswer(
    `stack ${hash}`,
    () => ask<{ message: string; solidityStack: string } | null>('preconf_stackTrace', hash),
    false,
  ).result
  return (
    <>
      {stack && (
        <Panel title="Failure">
          <p class="mono bad">
            <Text value={`${stack.message}\n${stack.solidityStack}`} />
          </p>
        </Panel>
      )}
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
