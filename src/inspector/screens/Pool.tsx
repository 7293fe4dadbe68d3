import { Address, Call, Panel, Problem, Table, TransactionLink, useAnswer } from '../parts.tsx'
import { act, ask } from '../state.ts'
import { decimal, ether } from '../units.ts'
import type { Hex } from '../wire.ts'

interface Pooled {
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex | null
  readonly value: Hex
  readonly nonce: Hex
  readonly input: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
}

type Part = Readonly<Record<string, Readonly<Record<string, Pooled>>>>

const maxShown = 300
/** Most senders for which the missing nonce is requested. */
const maxSenders = 50

interface Content {
  readonly pending: Part
  readonly queued: Part
  /** The missing nonce by sender. */
  readonly lacking: Readonly<Record<string, number>>
}

/** The pooled transactions, by sender and nonce. */
export function Pool() {
  const { result, error } = useAnswer('pool', content)
  return (
    <>
      <h1>Pool</h1>
      <div class="row">
        <button type="button" onClick={() => act('Drop all', 'anvil_dropAllTransactions')}>
          Drop all
        </button>
      </div>
      {error !== undefined && <Problem text={error} />}
      <Waiting title="Executable" part={result?.pending ?? {}} note="No executable transactions." />
      <Waiting
        title="Queued behind a gap"
        part={result?.queued ?? {}}
        lacking={result?.lacking}
        note="No queued transactions."
      />
    </>
  )
}

async function content(): Promise<Content> {
  const { pending, queued } = await ask<Omit<Content, 'lacking'>>('txpool_content')
  const senders = Object.keys(queued).slice(0, maxSenders)
  const lacking = await Promise.all(
    senders.map(async (sender) => {
      const next = Number(await ask<Hex>('eth_getTransactionCount', sender, 'pending'))
      const own = Object.values(pending[sender] ?? {}).map(({ nonce }) => Number(nonce) + 1)
      return [sender, Math.max(next, ...own)] as const
    }),
  )
  return { pending, queued, lacking: Object.fromEntries(lacking) }
}

/** Replaces a transaction by one with 25 % higher fees. */
function sendDearer({ from, to, value, nonce, input, ...fees }: Pooled): void {
  const price = BigInt(fees.maxFeePerGas ?? fees.gasPrice ?? '0x0')
  const request = { from, ...(to !== null && { to }), value, nonce, input }
  const raised = `0x${(price + price / 4n + 1n).toString(16)}`
  void act('Resend with 25 % higher fees', 'eth_resend', request, raised)
}

function Waiting({
  title,
  part,
  note,
  lacking,
}: {
  title: string
  part: Part
  note: string
  lacking?: Content['lacking'] | undefined
}) {
  const rows = Object.entries(part).flatMap(([sender, own]) =>
    Object.values(own)
      .sort((one, other) => Number(BigInt(one.nonce) - BigInt(other.nonce)))
      .map((pooled) => ({ pooled, lacks: lacking?.[sender] })),
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
            'Calls',
            ['Fee cap', 'number'],
            ...(lacking === undefined ? [] : [['Waits for nonce', 'number'] as const]),
            'Deed',
          ]}
        >
          {rows.slice(0, maxShown).map(({ pooled, lacks }) => (
            <tr key={pooled.hash}>
              <td>
                <Address value={pooled.from} />
              </td>
              <td class="number">{decimal(pooled.nonce)}</td>
              <td>
                <TransactionLink hash={pooled.hash} />
              </td>
              <td>
                <Address value={pooled.to} />
              </td>
              <td class="number">{ether(pooled.value)}</td>
              <td>
                <Call of={{ ...pooled, data: pooled.input }} place="waiting" />
              </td>
              <td class="number">{decimal(pooled.maxFeePerGas ?? pooled.gasPrice ?? '0x0')}</td>
              {lacking !== undefined && <td class="number">{lacks ?? ''}</td>}
              <td>
                <button
                  type="button"
                  class="small"
                  aria-label={`Resend ${pooled.hash} with higher fees`}
                  onClick={() => sendDearer(pooled)}
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
      {rows.length > maxShown && <p class="dim">{rows.length - maxShown} more.</p>}
    </Panel>
  )
}
