import { Address, Panel, Problem, Table, TransactionLink, useAsked } from '../parts.tsx'
import { act } from '../state.ts'
import { decimal, ether } from '../units.ts'
import type { Hex } from '../wire.ts'

interface Pooled {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
}

type Part = Readonly<Record<string, Readonly<Record<string, Pooled>>>>

const mostShown = 300

/** What waits, by sender and nonce. */
export function Pool() {
  const { result, error } = useAsked<{ pending: Part; queued: Part }>('txpool_content')
  return (
    <>
      <h1>Pool</h1>
      <div class="row">
        <button type="button" onClick={() => act('Drop all', 'anvil_dropAllTransactions')}>
          Drop all
        </button>
      </div>
      {error !== undefined && <Problem text={error} />}
      <Waiting title="Executable" part={result?.pending ?? {}} note="Nothing waits." />
      <Waiting
        title="Queued behind a gap"
        part={result?.queued ?? {}}
        note="No transaction waits for a lower nonce."
      />
    </>
  )
}

function Waiting({ title, part, note }: { title: string; part: Part; note: string }) {
  const rows = Object.values(part).flatMap((own) =>
    Object.values(own).sort((one, other) => Number(BigInt(one.nonce) - BigInt(other.nonce))),
  )
  return (
    <Panel title={`${title} (${rows.length})`}>
      {rows.length === 0 ? (
        <p class="dim">{note}</p>
      ) : (
        <Table
          label={title}
          head={[
            'Sender',
            ['Nonce', 'number'],
            'Hash',
            'To',
            ['Value', 'number'],
            ['Fee cap', 'number'],
            'Deed',
          ]}
        >
          {rows.slice(0, mostShown).map(({ hash, from, to, value, nonce, ...fees }) => (
            <tr key={hash}>
              <td>
                <Address value={from} />
              </td>
              <td class="number">{decimal(nonce)}</td>
              <td>
                <TransactionLink hash={hash} />
              </td>
              <td>
                <Address value={to} />
              </td>
              <td class="number">{ether(value)}</td>
              <td class="number">{decimal(fees.maxFeePerGas ?? fees.gasPrice ?? '0x0')}</td>
              <td>
                <button
                  type="button"
                  class="small"
                  aria-label={`Drop ${hash}`}
                  onClick={() => act('Drop', 'anvil_dropTransaction', hash)}
                >
                  Drop
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {rows.length > mostShown && <p class="dim">{rows.length - mostShown} more.</p>}
    </Panel>
  )
}
