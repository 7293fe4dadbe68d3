import { computed, effect, signal } from '@preact/signals'
import type { ChainState, StateTag } from '../types/chainStates.ts'
import { Facts, Panel, Table, Text } from './parts.tsx'
import { ask, head, isConnected, status } from './state.ts'
import { printable } from './units.ts'
import type { Hex } from './wire.ts'

/** What `preconf_networkInfo` answers, as far as it is shown. */
interface NetworkInfo {
  readonly name: string
  readonly blockMs: number
  readonly flashblockMs?: number
  readonly safeLag: number
  readonly finalizedLag: number
  /** Whether another chain is beside this one. */
  readonly hasBridge: boolean
  readonly states: readonly ChainState[]
  readonly sync: { readonly defaultMs: number; readonly maxMs: number }
  readonly notModelled: readonly string[]
}

/** The record of the network that the chain is like, once it is known. */
export const network = signal<NetworkInfo | undefined>(undefined)

const chainId = computed(() => status.value?.chainId)

effect(() => {
  if (!isConnected.value || chainId.value === undefined) return
  ask<NetworkInfo>('preconf_networkInfo').then(
    (found) => {
      network.value = found
    },
    () => {
      network.value = undefined
    },
  )
})

/** Where a transaction or a block is: in the pool, in a sub-block, or in a sealed block of that number. */
export type Place = 'pooled' | 'published' | { readonly number: Hex | bigint }

/** The state of the network's table that something is in, and the tags that see it; nothing before both are known. */
export function StateOf({ place, isBrief = false }: { place: Place; isBrief?: boolean }) {
  const found = stateAt(place)
  if (found === undefined) return null
  if (isBrief) return <Text value={found.name} />
  const { name, tags } = found
  return (
    <>
      <strong>
        <Text value={name} />
      </strong>
      , {tags.length === 0 ? 'seen by no tag' : `seen at ${tags.join(', ')}`}
    </>
  )
}

function stateAt(place: Place): { name: string; tags: readonly StateTag[] } | undefined {
  const { value: record } = network
  const newest = head.value?.number
  if (record === undefined || newest === undefined) return undefined
  const reached = record.states.filter((state) => isReached(state, place, BigInt(newest), record))
  const last = reached.at(-1)
  if (last === undefined) return undefined
  return { name: last.name, tags: [...new Set(reached.flatMap(({ tags }) => tags))].sort() }
}

function isReached(
  { reached }: ChainState,
  place: Place,
  newest: bigint,
  { safeLag, finalizedLag }: NetworkInfo,
): boolean {
  if (reached === 'arrival') return true
  if (place === 'pooled') return false
  if (reached === 'built' || reached === 'subBlock') return true
  if (place === 'published') return false
  const number = BigInt(place.number)
  if (reached === 'seal') return number <= newest
  const lags = { safe: safeLag, finalized: finalizedLag }
  const lag = typeof reached === 'string' ? lags[reached] : reached.blocks
  // Genesis is final from the beginning.
  return number === 0n || number + BigInt(lag) <= newest
}

/** The network's table of states, its times, and what of it is not modelled. */
export function Network() {
  const { value: record } = network
  if (record === undefined) return null
  const { name, blockMs, flashblockMs, sync, states, notModelled } = record
  return (
    <Panel title={`Network: ${name}`}>
      <Facts
        facts={[
          ['Block', `every ${blockMs} ms`],
          ['Sub-block', flashblockMs === undefined ? 'none' : `every ${flashblockMs} ms`],
          ['Synchronous send', `waits ${sync.defaultMs} ms, at most ${sync.maxMs} ms`],
        ]}
      />
      <Table
        label="States"
        head={['State', 'Reached', 'Withdrawn', 'Tags', 'Shows', 'Subscriptions']}
      >
        {states.map((state) => (
          <tr key={state.name}>
            <td>
              <span class="badge">
                <bdi>{printable(state.name)}</bdi>
              </span>
            </td>
            <td>{reachedWords(state, record)}</td>
            <td>{withdrawals[state.withdrawal]}</td>
            <td>{words(state.tags)}</td>
            <td>{words(state.shows)}</td>
            <td>
              <Text value={words(state.subscriptions)} />
            </td>
          </tr>
        ))}
      </Table>
      {notModelled.length > 0 && (
        <details>
          <summary>Not modelled ({notModelled.length})</summary>
          <ul>
            {notModelled.map((sentence) => (
              <li key={sentence}>
                <Text value={sentence} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function words(list: readonly string[]): string {
  return list.join(', ') || 'none'
}

const withdrawals: Readonly<Record<ChainState['withdrawal'], string>> = {
  never: 'never',
  newIndex0: 'by a new index 0',
  removedLogs: 'with removed logs',
  event: 'by an event',
  silent: 'silently',
}

function reachedWords({ reached }: ChainState, { safeLag, finalizedLag }: NetworkInfo): string {
  if (typeof reached !== 'string') return blocksLater(reached.blocks)
  switch (reached) {
    case 'arrival':
      return 'in the pool'
    case 'built':
      return 'when built'
    case 'subBlock':
      return 'in a sub-block'
    case 'seal':
      return 'in a sealed block'
    default:
      return blocksLater(reached === 'safe' ? safeLag : finalizedLag)
  }
}

function blocksLater(count: number): string {
  return `${count} ${count === 1 ? 'block' : 'blocks'} later`
}
