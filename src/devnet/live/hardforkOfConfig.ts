import type { FinalHardfork } from '../../ethereumjs/protocol/hardforks.ts'
import type { Json, JsonObject } from '../../types/json.ts'

/** The hardfork of a part of `eth_config`, which names precompiles and system contracts, not hardforks. */
export function hardforkOfConfig(config: Json | undefined): FinalHardfork | undefined {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined
  const { precompiles, systemContracts } = config as JsonObject
  const named = { ...(precompiles as JsonObject), ...(systemContracts as JsonObject) }
  if ('P256VERIFY' in named) return 'osaka'
  if ('HISTORY_STORAGE_ADDRESS' in named || 'BLS12_G1ADD' in named) return 'prague'
  if ('BEACON_ROOTS_ADDRESS' in named || 'KZG_POINT_EVALUATION' in named) return 'cancun'
  return precompiles === undefined ? undefined : 'shanghai'
}
