import { useState } from 'preact/hooks'
import { nameOf } from '../names.ts'
import {
  Address,
  Call,
  Panel,
  Problem,
  Table,
  Text,
  TransactionLink,
  useAnswer,
} from '../parts.tsx'
import { act, ask, notice } from '../state.ts'
import { decimal, short } from '../units.ts'
import { Ether } from '../values.tsx'
import type { Hex, TransactionLine } from '../wire.ts'

/** A transaction of the pool as `preconf_listPooled` answers it. */
export interface Pooled extends TransactionLine {
  readonly reason: string
  readonly message: string
  readonly details: { readonly missingNonce?: Hex }
}

export interface PooledList {
  readonly executable: number
  readonly queued: number
  readonly transactions: readonly Pooled[]
}

const maxShown = 200

/** Rows of a list until all are asked for, and the minimum time between two requests for them, in ms. */
const firstShown = 25
const poolRestMs = 1000

/** Why a transaction waits, in words. */
export function whyWords({ reason, message, details: { missingNonce }, from }: Pooled): string {
  if (reason !== 'nonceGap' || missingNonce === undefined) return message
  const nonce = Number(missingNonce)
  return `waits for nonce ${nonce} of ${nameOf(from) ?? short(from)}: send nonce ${nonce}, or reset the account in your wallet if it still counts from an earlier run`
}

/** The pooled transactions, and why each of them waits. */
export function Pool() {
  const { result, error } = useAnswer(
    'pool',
    () => ask<PooledList>('preconf_listPooled', maxShown),
    'chain',
    poolRestMs,
  )
  const { executable = 0, queued = 0, transactions = [] } = result ?? {}
  const isQueued = ({ reason }: Pooled): boolean => reason === 'nonceGap'
  return (
    <>
      <div class="title">
        <h1>Pool</h1>
        <button
          type="button"
          class="small"
          disabled={executable + queued === 0}
          onClick={() => act('Drop all', 'anvil_dropAllTransactions')}
        >
          Drop all
        </button>
      </div>
      {error !== undefined && <Problem text={error} />}
      <Waiting
        title="Executable"
        count={executable}
        rows={transactions.filter((one) => !isQueued(one))}
        note="No executable transactions."
      />
      <Waiting
        title="Queued behind a gap"
        count={queued}
        rows={transactions.filter(isQueued)}
        note="No queued transactions."
      />
    </>
  )
}

interface Replaceable {
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  readonly input: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
}

/** Replaces a transaction by one with 25 % higher fees. */
async function sendDearer({ hash }: Pooled): Promise<void> {
  const found = await ask<Replaceable | null>('eth_getTransactionByHash', hash).catch(() => null)
  if (found === null) {
    notice.value = { text: 'it has left the pool', isBad: true }
    return
  }
  const { from, to, value, nonce, input, ...fees } = found
  const price = BigInt(fees.maxFeePerGas ?? fees.gasPrice ?? '0x0')
  const request = { from, ...(to !== null && { to }), value, nonce, input }
  const raised = `0x${(price + price / 4n + 1n).toString(16)}`
  void act('Resend with 25 % higher fees', 'eth_resend', request, raised)
}

function Waiting(props: { title: string; count: number; rows: readonly Pooled[]; note: string }) {
  const { title, count, note } = props
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? props.rows : props.rows.slice(0, firstShown)
  return (
    <Panel title={`${title} (${decimal(String(count))})`}>
      {rows.length === 0 ? (
        <p class="dim">{note}</p>
      ) : (
        <Table
          label={title}
          head={[
            'Sender',
            ['Nonce', 'number'],
            'Hash',
            'Calls',
            'To',
            ['Value', 'number'],
            'Why it waits',
            'Action',
          ]}
        >
          {rows.map((pooled) => (
            <tr key={pooled.hash}>
              <td>
                <Address value={pooled.from} />
              </td>
              <td class="number">{Number(pooled.nonce)}</td>
              <td>
                <TransactionLink hash={pooled.hash} />
              </td>
              <td>
                <Call of={{ ...pooled, data: pooled.selector }} place="waiting" />
              </td>
              <td>
                <Address value={pooled.to} />
              </td>
              <td class="number">
                <Ether wei={pooled.value} />
              </td>
              <td>
                <span class="reason">
                  <Text value={whyWords(pooled)} />
                </span>
              </td>
              <td>
                <button
                  type="button"
                  class="small"
                  aria-label={`Resend ${pooled.hash} with higher fees`}
                  onClick={() => void sendDearer(pooled)}
                >
                  Resend
                </button>{' '}
                <button
                  type="button"
                  class="small"
                  aria-label={`Drop ${pooled.hash}`}
                  onClick={() => act('Drop', 'anvil_dropTransaction', pooled.hash)}
                >
                  Drop
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {count > rows.length && rows.length > 0 && (
        <p class="row">
          <span class="dim">{decimal(String(count - rows.length))} more.</span>
          {props.rows.length > rows.length && (
            <button type="button" class="small" onClick={() => setWhole(true)}>
              Show {props.rows.length}
            </button>
          )}
        </p>
      )}
    </Panel>
  )
}
