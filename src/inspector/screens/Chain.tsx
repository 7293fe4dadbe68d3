import { useEffect, useState } from 'preact/hooks'
import { MetricHistory, type Metrics } from '../metricHistory.ts'
import { Network } from '../network.tsx'
import { Chart, Facts, Panel, Problem, Table, Text, useAnswer, useAsked } from '../parts.tsx'

import { ask, isConnected, status } from '../state.ts'
import { decimal, duration, gwei } from '../units.ts'
import type { Hex } from '../wire.ts'
import { Files } from './Files.tsx'
import { Coverage, Gas } from './Reports.tsx'

interface NodeInfo {
  readonly hardFork: string
  readonly transactionOrder: string
  readonly environment: { readonly baseFee: Hex; readonly gasLimit: Hex; readonly gasPrice: Hex }
}

interface ForkInfo {
  readonly upstreams: readonly string[]
  readonly blockNumber: Hex
  readonly requests: number
}

interface ServedChain {
  readonly id: string
  readonly asleep: boolean
  readonly leased: boolean
  readonly uses: Hex
}

/** How often metrics are polled while they are shown. */
const sampleMs = 1000

/** The samples so far, kept while other screens are open. */
const history = new MetricHistory()

/** Facts and metrics of the node, the chain's files, and reports on contracts. */
export function Chain() {
  const metrics = useMetrics()
  return (
    <>
      <h1>Chain</h1>
      <Options />
      <Network />
      {metrics.error !== undefined && <Problem text={metrics.error} />}
      {metrics.result !== undefined && <Charts metrics={metrics.result} />}
      <Files />
      <Chains />
      <Gas />
      <Coverage />
      {metrics.result !== undefined && (
        <Panel title="Requests by method">
          <Requests requests={metrics.result.requests} />
        </Panel>
      )}
    </>
  )
}

/** The metrics, polled every second while they are shown. */
function useMetrics(): { readonly result?: Metrics; readonly error?: string } {
  const [answer, setAnswer] = useState<{ result?: Metrics; error?: string }>({})
  const isOpen = isConnected.value
  useEffect(() => {
    let isWanted = true
    const look = () =>
      ask<Metrics>('preconf_metrics').then(
        (result) => {
          history.add(result, performance.now())
          if (isWanted) setAnswer({ result })
        },
        (error: Error) => isWanted && setAnswer({ error: error.message }),
      )
    void look()
    const timer = setInterval(() => !document.hidden && void look(), sampleMs)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [isOpen])
  return answer
}

function Options() {
  const info = useAsked<NodeInfo>('anvil_nodeInfo', [], 'seals').result
  const version = useAnswer('version', () => ask<string>('web3_clientVersion'), 'nothing').result
  const fork = useAnswer('fork', () => ask<ForkInfo | null>('preconf_forkInfo'), 'nothing').result
  const cadence = status.value?.cadence
  return (
    <Facts
      facts={[
        ['Chain id', String(BigInt(status.value?.chainId ?? '0x0'))],
        ['Node', <Text value={version ?? ''} />],
        ['Hardfork', info?.hardFork ?? ''],
        ['Mining', cadence?.mining ?? ''],
        ['Block time', cadence ? duration(Number(cadence.blockTime)) : ''],
        ['Flashblock time', cadence ? duration(Number(cadence.flashblockTime)) : ''],
        ['Clock', cadence?.clock ?? ''],
        ['Transaction order', info?.transactionOrder ?? ''],
        ['Gas limit', info ? decimal(info.environment.gasLimit) : ''],
        ['Next base fee', info ? gwei(info.environment.baseFee) : ''],
        [
          'Fork of',
          fork ? (
            <Text value={`${fork.upstreams.join(', ')} at block ${decimal(fork.blockNumber)}`} />
          ) : (
            'none'
          ),
        ],
      ]}
    />
  )
}

function Charts({ metrics: { cadence, seals, flashblocks } }: { metrics: Metrics }) {
  const { samples } = history
  return (
    <Panel title="Metrics">
      <div class="charts">
        <Chart label="Requests per second" values={samples.map((one) => one.requestsPerSecond)} />
        <Chart label="Pool" values={samples.map(({ pooled }) => pooled)} />
        <Chart label="Flashblock" unit=" ms" values={samples.map((one) => one.flashblockMs)} />
        <Chart label="Seal" unit=" ms" values={samples.map(({ sealMs }) => sealMs)} />
        <Chart label="Late ticks" values={samples.map(({ lateTicks }) => lateTicks)} />
        <Chart label="WebSockets" values={samples.map(({ webSockets }) => webSockets)} />
      </div>
      <p class="dim">
        {decimal(String(cadence.ticks))} ticks, {decimal(String(cadence.lateTicks))} of them late,{' '}
        {decimal(String(cadence.skippedTicks))} skipped; flashblocks 99 % within{' '}
        {flashblocks.p99Ms.toFixed(1)} ms, seals within {seals.p99Ms.toFixed(1)} ms. A sample each
        second while this screen is open.
      </p>
    </Panel>
  )
}

function Chains() {
  const { result = [] } = useAsked<ServedChain[]>('preconf_listChains')
  const here = location.pathname.slice(1)
  return (
    <Panel title="Isolated chains (/1, /abc, …)">
      {here !== '' && (
        <p>
          This is the chain at <Text value={`/${here}`} />. <a href="/">Show the main chain</a>
        </p>
      )}
      {result.length === 0 ? (
        <p class="dim">None. The first request to a path such as /1 creates one.</p>
      ) : (
        <Table label="Chains" head={['Path', 'State', ['In use by', 'number']]}>
          {result.map(({ id, asleep, leased, uses }) => (
            <tr key={id}>
              <td>{id === here ? `/${id} (this one)` : <a href={`/${id}`}>/{id}</a>}</td>
              <td>{asleep ? 'asleep' : leased ? 'acquired' : 'awake'}</td>
              <td class="number">{decimal(uses)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Requests({ requests }: { requests: Metrics['requests'] }) {
  const rows = Object.entries(requests).sort(([, one], [, other]) => other.count - one.count)
  return (
    <Table
      label="Requests"
      head={[
        'Method',
        ['Requests', 'number'],
        ['Errors', 'number'],
        ['Mean ms', 'number'],
        ['Slowest ms', 'number'],
      ]}
    >
      {rows.map(([method, { count, errors, sumMs, maxMs }]) => (
        <tr key={method}>
          <td class="mono">{method}</td>
          <td class="number">{count}</td>
          <td class="number">{errors}</td>
          <td class="number">{(sumMs / Math.max(1, count)).toFixed(2)}</td>
          <td class="number">{maxMs.toFixed(2)}</td>
        </tr>
      ))}
    </Table>
  )
}
