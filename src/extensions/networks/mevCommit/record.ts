import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { gethSync, otherSubscriptionsOfGeth, ownRecord, withPendingAsLatest } from '../ownRules.ts'

/** A builder has promised to include it: only receipts, counts and a block under its own hash say so. */
const committed: ChainState = {
  name: 'committed',
  reached: 'subBlock',
  withdrawal: 'silent',
  tags: [],
  shows: ['receipt', 'count'],
  subscriptions: [],
}

/** Ethereum, as mev-commit's FAST RPC shows it. */
export const mevCommit: NetworkRecord = {
  ...ownRecord,
  name: 'mev-commit',
  rules: 'mev-commit',
  chainId: 1,
  blockMs: 12_000,
  flashblockMs: 1000,
  subBlocks: { areEmptyPublished: false },
  gasLimit: 60_000_000n,
  safeLag: 32,
  finalizedLag: 64,
  states: withPendingAsLatest().flatMap((state) =>
    state.reached === 'seal' ? [committed, state] : [state],
  ),
  otherSubscriptions: otherSubscriptionsOfGeth,
  sync: {
    ...gethSync,
    defaultMs: 60_000,
    timeout: 'none',
    code: -32000,
    data: 'none',
    message: 'context cancelled while waiting for transaction receipt',
  },
}
