import { standardStates } from '../../../devnet/options/chainStates.ts'
import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { gethSync, ownRecord, withPendingAsLatest } from '../ownRules.ts'

/** States that two streams alone tell of: no tag names them, and no method reads what they hold. */
const instant: readonly ChainState[] = [
  {
    name: 'included',
    reached: 'built',
    withdrawal: 'silent',
    tags: [],
    shows: [],
    subscriptions: ['tez_newIncludedTransactions'],
  },
  {
    name: 'preconfirmed',
    reached: 'subBlock',
    withdrawal: 'silent',
    tags: [],
    shows: [],
    subscriptions: ['tez_newPreconfirmedReceipts'],
  },
]

/** Etherlink: the sequencer says at once what it includes, and shortly after what came of it. */
export const etherlink: NetworkRecord = {
  ...ownRecord,
  name: 'etherlink',
  rules: 'etherlink',
  chainId: 42_793,
  currency: { name: 'Tez', symbol: 'XTZ' },
  blockMs: 500,
  flashblockMs: 20,
  subBlocks: { transactions: 1, areEmptyPublished: false, executeMs: 10, leewayMs: 20 },
  gasLimit: 30_000_000n,
  constantBaseFee: 1_000_000_000n,
  // Two blocks of Tezos.
  safeLag: 32,
  finalizedLag: 32,
  states: [
    ...standardStates.filter(({ reached }) => reached === 'arrival'),
    ...instant,
    ...withPendingAsLatest().filter(({ reached }) => reached !== 'arrival'),
  ],
  otherSubscriptions: { code: -32602, message: 'Invalid params' },
  sync: { ...gethSync, timeout: 'either' },
}
