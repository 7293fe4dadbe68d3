import { StateOf } from '../network.tsx'
import {
  Address,
  Call,
  Facts,
  Panel,
  Problem,
  Table,
  TransactionLink,
  TransactionName,
  useAnswer,
} from '../parts.tsx'
import { ask, model, ring } from '../state.ts'
import { dateOf, decimal, gwei, short, timeOf } from '../units.ts'
import { Ago, Badge, Ether, Hash } from '../values.tsx'
import type { Hex } from '../wire.ts'

interface BlockAnswer {
  readonly number: Hex
  readonly hash: Hex | null
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly gasUsed: Hex
  readonly gasLimit: Hex
  readonly baseFeePerGas?: Hex
  /** Present from Amsterdam on. */
  readonly slotNumber?: Hex
  readonly blobGasUsed?: Hex
  readonly withdrawals?: readonly { readonly address: Hex; readonly amount: Hex }[]
  readonly miner: Hex
  readonly size: Hex
  readonly stateRoot: Hex
  readonly transactions: readonly {
    readonly hash: Hex
    readonly from: Hex
    readonly to: Hex | null
    readonly value: Hex
    readonly nonce: Hex
    readonly input: Hex
  }[]
}

interface FlashblockAnswer {
  readonly index: Hex
  readonly publishedMs: Hex
  readonly transactions: readonly Hex[]
}

interface GasAnswer {
  readonly regular: Hex
  readonly state: Hex
}

/** Facts that few blocks have: gas of blobs, and withdrawals, whose amounts are gwei. */
function rareFacts({ blobGasUsed = '0x0', withdrawals = [] }: BlockAnswer) {
  const sum = withdrawals.reduce((total, { amount }) => total + BigInt(amount), 0n)
  return [
    ...(BigInt(blobGasUsed) > 0n ? [['Blob gas', decimal(blobGasUsed)] as const] : []),
    ...(withdrawals.length > 0
      ? [
          [
            'Withdrawals',
            <>
              {withdrawals.length}, <Ether wei={sum * 1_000_000_000n} />
            </>,
          ] as const,
        ]
      : []),
  ]
}

/** Gas for what is computed, and for what makes the state grow: a block has used the larger of the two. */
function gasByKind({ regular, state }: GasAnswer) {
  return ['Gas by kind', `regular ${decimal(regular)}, state ${decimal(state)}`] as const
}

const maxShown = 500

/** One block: by number, hash or tag. */
export function BlockScreen({ id }: { id: string }) {
  const wanted = /^\d+$/.test(id) ? `0x${BigInt(id).toString(16)}` : id
  const method = id.length === 66 ? 'eth_getBlockByHash' : 'eth_getBlockByNumber'
  const isTag = /^[a-z]+$/.test(id)
  const { result, error } = useAnswer(
    `block ${id}`,
    async () => {
      const [block, flashblocks] = await Promise.all([
        ask<BlockAnswer | null>(method, wanted, true),
        ask<FlashblockAnswer[] | null>('preconf_getFlashblocks', wanted).catch(() => null),
      ])
      const gas = block?.slotNumber && (await ask<GasAnswer | null>('preconf_gasByKind', wanted))
      return { block, flashblocks, gas }
    },
    // What is sealed stays so until blocks leave the chain.
    (found) => (found?.block?.hash && !isTag ? 'rewinds' : 'chain'),
  )
  const { block, flashblocks, gas } = result ?? {}
  if (error !== undefined) return <Problem text={error} />
  if (block === undefined) return <h1>Block</h1>
  if (block === null) return <Gone id={id} />
  const { number, hash, parentHash, timestamp, gasUsed, gasLimit, baseFeePerGas, miner } = block
  const indexes = new Map(
    (flashblocks ?? []).flatMap(({ index, transactions }) =>
      transactions.map((one) => [one, Number(index)] as const),
    ),
  )
  const share = (BigInt(gasUsed) * 100n) / (BigInt(gasLimit) || 1n)
  const here = new Set(block.transactions.map((one) => one.hash))
  const lost = [...indexes.keys()].filter((one) => !here.has(one))
  return (
    <>
      <h1>
        Block {decimal(number)} {id === 'pending' && '(pending)'}
      </h1>
      <nav class="row" aria-label="Neighbours">
        {BigInt(number) > 0n && <a href={`#/block/${BigInt(number) - 1n}`}>Previous block</a>}
        {id !== 'pending' && <a href={`#/block/${BigInt(number) + 1n}`}>Next block</a>}
      </nav>
      <Facts
        kind="short"
        facts={[
          ['Age', <Ago ms={Number(timestamp) * 1000} />],
          ['Transactions', block.transactions.length],
          ['Gas', `${decimal(gasUsed)} (${share} %)`],
          ...(gas ? [gasByKind(gas)] : []),
          ['Base fee', baseFeePerGas === undefined ? 'none' : gwei(baseFeePerGas)],
          ['Burnt', <Ether wei={BigInt(baseFeePerGas ?? '0x0') * BigInt(gasUsed)} />],
          ...rareFacts(block),
          ['Fee recipient', <Address value={miner} />],
        ]}
      />
      <Facts
        kind="long"
        facts={[
          ['State', <StateOf place={hash === null ? 'published' : { number }} />],
          ['Time', `${dateOf(timestamp)} UTC (${Number(timestamp)})`],
          ['Hash', hash === null ? 'none until it is sealed' : <Hash value={hash} />],
          ['Parent', <Hash value={parentHash} link={`/block/${parentHash}`} />],
          ['State root', <Hash value={block.stateRoot} />],
        ]}
      />
      <div class="home">
        <div>
          <Panel title={`Transactions (${block.transactions.length})`}>
            {block.transactions.length === 0 ? (
              <p class="dim">None.</p>
            ) : (
              <Table
                label="Transactions of the block"
                isCompact
                head={['What', 'Hash', 'Flashblock', 'From', 'To', ['Value', 'number']]}
              >
                {block.transactions.slice(0, maxShown).map((one) => (
                  <tr key={one.hash}>
                    <td>
                      <TransactionName of={{ ...one, data: one.input }} />
                    </td>
                    <td class="mono dim">{short(one.hash)}</td>
                    <td>{indexes.get(one.hash) ?? '–'}</td>
                    <td>
                      <Address value={one.from} />
                    </td>
                    <td>
                      <Address value={one.to} />
                    </td>
                    <td class="number">
                      <Ether wei={one.value} />
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            {block.transactions.length > maxShown && (
              <p class="dim">
                The first {maxShown}; <a href="#/transactions">Transactions</a> has all.
              </p>
            )}
          </Panel>
        </div>
        <div>
          <Flashblocks list={flashblocks ?? []} here={here} lost={lost} />
        </div>
      </div>
    </>
  )
}

function Flashblocks(props: {
  list: readonly FlashblockAnswer[]
  /** The transactions of the block, and those that were promised for it. */
  here: ReadonlySet<Hex>
  lost: readonly Hex[]
}) {
  const { list, here, lost } = props
  const filled = list.filter(({ transactions }) => transactions.length > 0)
  return (
    <Panel title={`Flashblocks (${list.length})`}>
      {list.length === 0 && (
        <p class="dim">
          None recorded: the block was not pre-confirmed, or its flashblocks are no longer kept.
        </p>
      )}
      {filled.length > 0 && (
        <Table
          label="Flashblocks"
          isCompact
          head={['Index', 'Published', ['Transactions', 'number'], ['Not sealed', 'number']]}
        >
          {filled.map(({ index, publishedMs, transactions }) => (
            <tr key={index}>
              <td>{Number(index)}</td>
              <td>{timeOf(publishedMs)}</td>
              <td class="number">{transactions.length}</td>
              <td class="number">{transactions.filter((one) => !here.has(one)).length}</td>
            </tr>
          ))}
        </Table>
      )}
      {list.length > filled.length && (
        <p class="dim">{list.length - filled.length} without transactions.</p>
      )}
      {lost.length > 0 && (
        <>
          <p class="bad">Pre-confirmed, but not in this block:</p>
          <ul>
            {lost.slice(0, maxShown).map((one) => (
              <li key={one} class="struck">
                <TransactionLink hash={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** A block that is not on the chain, as far as it is known. */
function Gone({ id }: { id: string }) {
  const block = model.value?.removed.find(({ hash }) => hash === id)
  if (block === undefined) {
    return (
      <>
        <h1>No such block</h1>
        <p>
          There is no block {id} on the chain. It may not be there yet, or a reorg may have taken it
          away.
        </p>
      </>
    )
  }
  const { hash, number, parentHash, timestamp, count, transactions = [] } = block
  return (
    <>
      <h1>Block {decimal(number)} (removed)</h1>
      <p>
        A reorg, a rollback or a restored moment took this block off the chain.{' '}
        <a href={`#/block/${BigInt(number)}`}>Show the block at its place</a>
      </p>
      <Facts
        kind="long"
        facts={[
          ['Hash', <Hash value={hash} />],
          ['Parent', <Hash value={parentHash} link={`/block/${parentHash}`} />],
          ['Time', `${dateOf(timestamp)} UTC`],
        ]}
      />
      <Panel title={`Transactions (${count})`}>
        {transactions.length === 0 ? (
          <p class="dim">{count === 0 ? 'None.' : 'Too many to be remembered.'}</p>
        ) : (
          <Table
            label="Transactions of the block"
            head={['Hash', 'Now', 'From', 'To', ['Value', 'number'], 'Calls']}
          >
            {transactions.map((one) => (
              <tr key={one.hash}>
                <td>
                  <TransactionLink hash={one.hash} />
                </td>
                <td>
                  <Badge state={ring.get(one.hash)?.place ?? 'reorged'} />
                </td>
                <td>
                  <Address value={one.from} />
                </td>
                <td>
                  <Address value={one.to ?? one.contractAddress} />
                </td>
                <td class="number">
                  <Ether wei={one.value} />
                </td>
                <td>
                  <Call of={{ ...one, data: one.selector }} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Panel>
    </>
  )
}
