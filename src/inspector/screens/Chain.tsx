import { Facts, Panel, Problem, Table, useAsked } from '../parts.tsx'
import { act, ask, notice, status } from '../state.ts'
import { decimal } from '../units.ts'
import type { Hex } from '../wire.ts'

interface Metrics {
  readonly cadence: {
    readonly ticks: number
    readonly lateTicks: number
    readonly skippedTicks: number
  }
  readonly requests: Readonly<
    Record<
      string,
      {
        readonly count: number
        readonly errors: number
        readonly sumMs: number
        readonly maxMs: number
      }
    >
  >
}

interface ServedChain {
  readonly id: string
  readonly asleep: boolean
  readonly leased: boolean
  readonly uses: Hex
}

/** What the node is and has done, and the chain as a file. */
export function Chain() {
  const info = useAsked<{ hardFork: string }>('anvil_nodeInfo').result
  const version = useAsked<string>('web3_clientVersion').result
  const metrics = useAsked<Metrics>('preconf_metrics')
  return (
    <>
      <h1>Chain</h1>
      <Facts
        facts={[
          ['Chain id', decimal(status.value?.chainId ?? '0x0')],
          ['Node', version ?? ''],
          ['Hardfork', info?.hardFork ?? ''],
          ['Ticks', metrics.result ? String(metrics.result.cadence.ticks) : ''],
          ['Late ticks', metrics.result ? String(metrics.result.cadence.lateTicks) : ''],
        ]}
      />
      <Panel title="State file">
        <div class="row">
          <button type="button" onClick={save}>
            Save the state
          </button>
          <label class="field">
            <span>Load a state (of Anvil or preconf)</span>
            <input
              type="file"
              onChange={({ currentTarget }) => void load(currentTarget.files?.[0])}
            />
          </label>
        </div>
      </Panel>
      <Chains />
      <Panel title="Requests by method">
        {metrics.error !== undefined && <Problem text={metrics.error} />}
        {metrics.result && <Requests requests={metrics.result.requests} />}
      </Panel>
    </>
  )
}

function Chains() {
  const { result = [] } = useAsked<ServedChain[]>('preconf_listChains')
  return (
    <Panel title="Chains at paths of their own">
      {result.length === 0 ? (
        <p class="dim">None: the first request at a path such as /1 makes one.</p>
      ) : (
        <Table label="Chains" head={['Path', 'State', 'In use by']}>
          {result.map(({ id, asleep, leased, uses }) => (
            <tr key={id}>
              <td>
                <a href={`/${id}`}>/{id}</a>
              </td>
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
    <Table label="Requests" head={['Method', 'Requests', 'Errors', 'Mean ms', 'Slowest ms']}>
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

async function save(): Promise<void> {
  const dump = await ask<Hex>('anvil_dumpState').catch((error: Error) => {
    notice.value = { text: `Save the state: ${error.message}`, isBad: true }
    return undefined
  })
  if (dump === undefined) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([dump]))
  link.download = 'state.hex'
  link.click()
  URL.revokeObjectURL(link.href)
}

async function load(file: File | undefined): Promise<void> {
  if (file === undefined) return
  const text = (await file.text()).trim()
  await act('Load the state', 'anvil_loadState', text)
}
