import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { otherSubscriptionsOfGeth, ownRecord, withPendingAsLatest } from '../ownRules.ts'

/** Seen by who sent the transaction alone, in the answer to the send. */
const preConfirmed: ChainState = {
  name: 'preConfirmed',
  reached: 'subBlock',
  withdrawal: 'never',
  tags: [],
  shows: [],
  subscriptions: [],
}

/** Mantle: a send can be answered with what came of the transaction, before its block is there. */
export const mantle: NetworkRecord = {
  ...ownRecord,
  name: 'mantle',
  rules: 'mantle',
  chainId: 5000,
  currency: { name: 'Mantle', symbol: 'MNT' },
  blockMs: 2000,
  flashblockMs: 50,
  subBlocks: { areEmptyPublished: false },
  gasLimit: 60_000_000n,
  constantBaseFee: 20_000_000n,
  safeLag: 60,
  finalizedLag: 600,
  states: withPendingAsLatest({ seal: 'unsafe' }).flatMap((state) =>
    state.reached === 'seal' ? [preConfirmed, state] : [state],
  ),
  otherSubscriptions: otherSubscriptionsOfGeth,
  refusedMethods: [
    { methods: ['eth_sendRawTransactionSync'], code: -32601, message: 'Method not found' },
  ],
}
