import {
  draftHardfork,
  type FinalHardfork,
  forksUpTo,
  hardforkAt,
  hardforks,
} from '../../../ethereumjs/protocol/hardforks.ts'

import type { Hex } from '../../../lib/hex.ts'
import type { ChainRules, Hardfork } from '../../../types/genesis.ts'
import type { BlobSchedule } from '../../../types/hardforkSchedule.ts'
import type { HardforkName } from '../../../types/options/options.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import { knownForks } from './knownForks.ts'

/** The hardfork of a part of `eth_config`, which names precompiles and system contracts, not hardforks. */
function hardforkOfConfig(config: Json | undefined): FinalHardfork | undefined {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined
  const { precompiles, systemContracts } = config as JsonObject
  const named = { ...(precompiles as JsonObject), ...(systemContracts as JsonObject) }
  if ('P256VERIFY' in named) return 'osaka'
  if ('HISTORY_STORAGE_ADDRESS' in named || 'BLS12_G1ADD' in named) return 'prague'
  if ('BEACON_ROOTS_ADDRESS' in named || 'KZG_POINT_EVALUATION' in named) return 'cancun'
  return precompiles === undefined ? undefined : 'shanghai'
}

/** Where the rules of a fork come from. */
export type RulesSource = 'schedule' | 'eth_config' | 'header' | 'latest'

/** What a fork of a live chain goes on with: the chain's own hardforks, as far as they can be known. */
export interface LiveRules {
  readonly rules: ChainRules
  readonly source: RulesSource
}

/**
 * The rules of a live chain at its block `raw` and after: of a chain that is known its schedule, else
 * what its node says in `eth_config`, else what the header shows.
 */
export function liveRules(chainId: number, raw: JsonObject, config: Json | undefined): LiveRules {
  const base = { chainId, proofOfWork: false }
  const known = scheduleOf(chainId, raw)
  if (known !== undefined) return { rules: { ...base, ...known }, source: 'schedule' }
  const reported = config === undefined || isOlder(raw, config) ? undefined : rulesOfConfig(config)
  if (reported !== undefined)
    return { rules: { ...base, ...withDraft(reported, raw) }, source: 'eth_config' }
  const shown = shownBy(raw)
  const forks = forksUpTo(shown ?? 'osaka')
  return {
    rules: { ...base, forks, blobSchedules: {} },
    source: shown === undefined ? 'latest' : 'header',
  }
}

/**
 * The schedule of a known chain, unless the block shows that it is of another one: a development chain
 * that has its id has fields in its headers of which the schedule knows nothing yet.
 */
export function scheduleOf(chainId: number, raw: JsonObject): ReturnType<typeof knownForks> {
  const known = knownForks(chainId)
  const shown = shownBy(raw)
  if (known === undefined || shown === undefined) return known
  const planned = hardforkAt(known.forks, BigInt(raw.number as Hex), BigInt(raw.timestamp as Hex))
  const names: readonly string[] = known.forks.map(({ name }) => name)
  const minOfSchedule = shown === draftHardfork ? 'osaka' : shown
  const isOther = names.indexOf(planned) < names.indexOf(minOfSchedule)
  return isOther ? undefined : withDraft(known, raw)
}

type Planned = Pick<ChainRules, 'forks' | 'blobSchedules'>

/** Adds the draft hardfork, which neither schedules nor nodes name yet, where the block shows it. */
function withDraft(planned: Planned, raw: JsonObject): Planned {
  const isThere = planned.forks.some(({ name }) => name === draftHardfork)
  if (shownBy(raw) !== draftHardfork || isThere) return planned
  const draft: Hardfork = { name: draftHardfork, time: BigInt(raw.timestamp as Hex) }
  return { ...planned, forks: [...planned.forks, draft] }
}

/** The hardforks of `eth_config` (EIP-7910): the present one, and the next at its time. */
function rulesOfConfig(config: Json): Planned | undefined {
  const { current, next } = (config ?? {}) as Record<string, Json | undefined>
  const now = hardforkOfConfig(current)
  if (now === undefined) return undefined
  const then = hardforkOfConfig(next)
  const time = (next as JsonObject | null | undefined)?.activationTime
  const isLater = then !== undefined && hardforks.indexOf(then) > hardforks.indexOf(now)
  const later: readonly Hardfork[] =
    isLater && typeof time === 'number' ? [{ name: then, time: BigInt(time) }] : []
  const schedule = blobScheduleOf(current)
  return {
    forks: [...forksUpTo(now), ...later],
    blobSchedules: schedule === undefined ? {} : { [now]: schedule },
  }
}

/** Nodes report only their current hardfork, which says nothing about earlier blocks. */
function isOlder(raw: JsonObject, config: Json): boolean {
  const { current } = (config ?? {}) as { readonly current?: JsonObject | null }
  const since = current?.activationTime
  return typeof since === 'number' && BigInt(raw.timestamp as Hex) < BigInt(since)
}

function blobScheduleOf(config: Json | undefined): BlobSchedule | undefined {
  const schedule = (config as JsonObject | undefined)?.blobSchedule as JsonObject | undefined
  const { target, max, baseFeeUpdateFraction } = schedule ?? {}
  if (typeof target !== 'number' || typeof max !== 'number') return undefined
  return typeof baseFeeUpdateFraction === 'number'
    ? { target, max, baseFeeUpdateFraction }
    : undefined
}

/** Returns the hardfork of the newest field that the header has. */
function shownBy(raw: JsonObject): HardforkName | undefined {
  const has = (field: string) => typeof raw[field] === 'string' && raw[field] !== ('0x' as Hex)
  if (has('blockAccessListHash')) return draftHardfork
  if (has('requestsHash')) return 'prague'
  if (has('excessBlobGas')) return 'cancun'
  if (has('withdrawalsRoot')) return 'shanghai'
  if (has('baseFeePerGas'))
    return has('difficulty') && BigInt(raw.difficulty as Hex) > 0n ? 'london' : 'paris'
  return undefined
}
