import type { Json, JsonObject } from '../../types/json.ts'
import type { Route } from './route.ts'

/**
 * The live chain's `eth_config` while its hardfork of now is that of the head, as it has the id of the whole
 * schedule; answered here of a fork with rules of its own, and of times before and after.
 */
export const configOfLive: Route = async (live, { devnet }, method) => {
  if (!live.hasLiveRules) return undefined
  const answer = await live.requestIfThere(method, [])
  const { timestamp } = devnet.chain.head.header
  const [since, until] = ['current', 'next'].map((part) => activationOf(answer, part))
  const isNow = since !== undefined && since <= timestamp && !(until && until <= timestamp)
  return isNow ? { answer } : undefined
}

function activationOf(config: Json | undefined, part: string): bigint | undefined {
  const time = ((config as JsonObject | undefined)?.[part] as JsonObject | null | undefined)
    ?.activationTime
  return typeof time === 'number' ? BigInt(time) : undefined
}
