import type { NetworkRecord } from '../../../types/network.ts'
import { otherSubscriptionsOfGeth, ownRecord, withPendingAsLatest } from '../ownRules.ts'

/** BNB Smart Chain: a block every 750 ms, final when two more follow it. */
export const bnb: NetworkRecord = {
  ...ownRecord,
  name: 'bnb',
  rules: 'bnb',
  chainId: 56,
  currency: { name: 'BNB', symbol: 'BNB' },
  blockMs: 750,
  gasLimit: 75_000_000n,
  constantBaseFee: 0n,
  safeLag: 1,
  finalizedLag: 2,
  states: withPendingAsLatest({ safe: 'justified' }),
  otherSubscriptions: otherSubscriptionsOfGeth,
}
