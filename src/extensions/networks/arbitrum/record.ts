import type { NetworkRecord } from '../../../types/network.ts'
import { gethSync, otherSubscriptionsOfGeth, ownRecord, withPendingAsLatest } from '../ownRules.ts'

/** Arbitrum One: what the sequencer has put into a block is what clients read as `latest`. */
export const arbitrum: NetworkRecord = {
  ...ownRecord,
  name: 'arbitrum',
  rules: 'arbitrum',
  chainId: 42_161,
  blockMs: 250,
  gasLimit: 32_000_000n,
  constantBaseFee: 10_000_000n,
  // Two and twenty minutes.
  safeLag: 480,
  finalizedLag: 4800,
  states: withPendingAsLatest({ seal: 'sequenced', safe: 'posted' }),
  otherSubscriptions: otherSubscriptionsOfGeth,
  sync: { ...gethSync, timeout: 'hex' },
  hasTransactionGasCap: false,
}

/** Robinhood Chain: Arbitrum's rules with a block every 100 ms. */
export const robinhood: NetworkRecord = {
  ...arbitrum,
  name: 'robinhood',
  chainId: 4663,
  blockMs: 100,
  safeLag: 1200,
  finalizedLag: 12_000,
  maxLogs: 10_000,
}
