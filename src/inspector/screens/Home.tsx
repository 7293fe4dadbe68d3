import { cadenceWords } from '../Controls.tsx'
import { LatencyChart } from '../latency.tsx'
import { network } from '../network.tsx'
import {
  Address,
  BlockLink,
  Facts,
  Panel,
  Table,
  Text,
  TransactionName,
  useAnswer,
} from '../parts.tsx'
import type { Row } from '../ring.ts'
import { ask, calmVersion, head, model, ring, status } from '../state.ts'
import { decimal, gwei, short } from '../units.ts'
import { Ago, Ether } from '../values.tsx'
import type { Hex } from '../wire.ts'
import { type Pooled, type PooledList, whyWords } from './Pool.tsx'
import { Columns } from './Timeline.tsx'
import { State } from './Transactions.tsx'

/** Rows of each list. */
const maxNewest = 10
const maxFailures = 5
const maxBlocks = 8
const maxWaiting = 6
const maxSenders = 5

/** How often it is asked why transactions wait, at most: those of a busy chain are gone by then. */
const waitingRestMs = 2_000

/** Transactions of which senders are counted and failures are looked for. */
const maxLooked = 2_000

/** What runs, what is new, what has failed, and what waits. */
export function Home() {
  return (
    <>
      <div class="title">
        <h1>Home</h1>
        <p class="dim">{cadenceWords()}</p>
      </div>
      <Chain />
      <Columns isBrief />
      <Lists />
    </>
  )
}

/** Rendered once a second at most, so that pages of a busy chain leave the processor to it. */
function Lists() {
  void calmVersion.value
  const { newest, failures, senders } = look(ring.newestFirst())
  return (
    <div class="home">
      <div>
        {failures.length > 0 && (
          <div class="first">
            <Transactions title="Failures" rows={failures} />
          </div>
        )}
        <Transactions title="Newest transactions" rows={newest} />
        <Blocks />
      </div>
      <div>
        <div class="second">
          <Waiting />
        </div>
        <Panel title="From send to seal">
          <LatencyChart />
        </Panel>
        <Senders senders={senders} />
      </div>
    </div>
  )
}

function look(rows: Iterable<Row>) {
  const newest: Row[] = []
  const failures: Row[] = []
  const counts = new Map<Hex, number>()
  let looked = 0
  for (const row of rows) {
    const isLost = row.place === 'dropped' || row.place === 'reorged'
    if (newest.length < maxNewest) newest.push(row)
    if ((isLost || row.status === '0x0') && failures.length < maxFailures) failures.push(row)
    counts.set(row.from, (counts.get(row.from) ?? 0) + 1)
    if (++looked === maxLooked) break
  }
  const senders = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxSenders)
    .map(([address, count]) => ({ address, count }))
  return { newest, failures, senders }
}

interface NodeInfo {
  readonly hardFork: string
}

interface ForkInfo {
  readonly blockNumber: Hex
}

/** Network, mode, clock and fees of the chain. */
function Chain() {
  const info = useAnswer('home node', () => ask<NodeInfo>('anvil_nodeInfo'), 'nothing').result
  const fork = useAnswer(
    'home fork',
    () => ask<ForkInfo | null>('preconf_forkInfo'),
    'nothing',
  ).result
  void calmVersion.value
  const now = status.peek()
  const block = head.value
  if (now === undefined) return null
  const { cadence, clock, chainId, faults } = now
  const fee = block?.baseFeePerGas
  return (
    <Facts
      kind="short"
      facts={[
        ['Network', <Text value={network.value?.name ?? '…'} />],
        ['Chain id', String(BigInt(chainId))],
        ['Hardfork', info?.hardFork ?? '…'],
        ['Fork of', fork ? `block ${decimal(fork.blockNumber)}` : 'none'],
        ['Mining', cadence.paused ? `paused (${cadence.mining})` : cadence.mining],
        [
          'Clock',
          `${cadence.clock}${clock.offsetMs === 0 ? '' : `, ${offsetWords(clock.offsetMs)}`}`,
        ],
        [
          'Base fee',
          fee === undefined ? 'none' : <span title={`${BigInt(fee)} wei`}>{gwei(fee)}</span>,
        ],
        [
          'Faults',
          faults.length === 0 ? (
            'none armed'
          ) : (
            <a href="#/faults">{faults.map(({ fault }) => fault.kind).join(', ')}</a>
          ),
        ],
      ]}
    />
  )
}

function offsetWords(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  return `${decimal(String(seconds))} s ${ms < 0 ? 'behind' : 'ahead'}`
}

function Transactions({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <Panel title={title} more={['All', '/transactions']}>
      {rows.length === 0 ? (
        <p class="dim">None yet. New ones appear here immediately.</p>
      ) : (
        <Table
          label={title}
          isCompact
          head={['What', 'State', 'From', 'To', ['Value', 'number'], ['Block', 'number']]}
        >
          {rows.map((row) => (
            <tr key={row.hash}>
              <td>
                <TransactionName of={{ ...row, data: row.selector }} place={row.place} />
              </td>
              <td>
                <State row={row} />
              </td>
              <td>
                <Address value={row.from} />
              </td>
              <td>
                <Address value={row.to ?? row.contractAddress} />
              </td>
              <td class="number">
                <Ether wei={row.value} />
              </td>
              <td class="number">{row.blockNumber && <BlockLink number={row.blockNumber} />}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** What is in the pool, and what keeps it there. */
function Waiting() {
  const pooled = status.peek()?.pooled ?? 0
  const { result } = useAnswer(
    `home pool ${pooled > 0}`,
    async () => (pooled === 0 ? undefined : ask<PooledList>('preconf_listPooled', maxWaiting)),
    calmVersion.value,
    waitingRestMs,
  )
  const stuck = (result?.transactions ?? []).filter(({ reason }) => reason !== 'waiting')
  const others = pooled - stuck.length
  return (
    <Panel title={`Waiting in the pool (${pooled})`} more={['Pool', '/pool']}>
      {stuck.length > 0 && (
        <ul class="list">
          {stuck.map((one) => (
            <Stuck key={one.hash} pooled={one} />
          ))}
        </ul>
      )}
      {stuck.length === 0 && (
        <p class="dim">
          {others === 0 ? 'Nothing waits.' : `${others} will be in the next flashblock or block.`}
        </p>
      )}
      {stuck.length > 0 && others > 0 && <p class="dim">{others} more.</p>}
    </Panel>
  )
}

function Stuck({ pooled }: { pooled: Pooled }) {
  const { hash, from, nonce } = pooled
  return (
    <li>
      <span class="spread">
        <span>
          <Address value={from} /> <span class="dim">nonce {Number(nonce)}</span>
        </span>
        <a href={`#/tx/${hash}`} title={hash} class="mono">
          {short(hash)}
        </a>
      </span>
      <span class="reason warn">
        <Text value={whyWords(pooled)} />
      </span>
    </li>
  )
}

function Blocks() {
  const blocks = [...(model.peek()?.blocks ?? [])].slice(-maxBlocks).reverse()
  return (
    <Panel title="Newest blocks" more={['Timeline', '/timeline']}>
      <Table
        label="Newest blocks"
        isCompact
        head={['Block', 'Age', ['Transactions', 'number'], ['Gas', 'number']]}
      >
        {blocks.map(({ hash, number, timestamp, count, failed, gasUsed, gasLimit }) => (
          <tr key={hash}>
            <td>
              <BlockLink number={number} />
            </td>
            <td class="dim">
              <Ago ms={Number(timestamp) * 1000} />
            </td>
            <td class="number">
              {count}
              {failed > 0 && <span class="bad"> ({failed} failed)</span>}
            </td>
            <td class="number" title={`${decimal(gasUsed)} of ${decimal(gasLimit)}`}>
              {String((BigInt(gasUsed) * 100n) / (BigInt(gasLimit) || 1n))} %
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function Senders({ senders }: { senders: readonly { address: Hex; count: number }[] }) {
  const [first] = senders
  if (first === undefined) return null
  return (
    <Panel title="Who sends">
      <ul class="list">
        {senders.map(({ address, count }) => (
          <li key={address}>
            <span class="spread">
              <Address value={address} />
              <span class="number">{decimal(String(count))}</span>
            </span>
            <span class="bar">
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / first.count} height="1" />
              </svg>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
