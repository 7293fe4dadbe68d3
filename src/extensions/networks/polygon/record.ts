import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { gethSync, otherSubscriptionsOfGeth, ownRecord, withPendingAsLatest } from '../ownRules.ts'

const canonicalStates = withPendingAsLatest({
  seal: 'canonical',
  safe: 'agreed',
  finalized: 'milestone',
})

/** Polygon PoS as its mainnet is: without pre-confirmations. */
export const polygon: NetworkRecord = {
  ...ownRecord,
  name: 'polygon',
  rules: 'polygon',
  chainId: 137,
  currency: { name: 'POL', symbol: 'POL' },
  blockMs: 2000,
  gasLimit: 45_000_000n,
  denominator: 64,
  minBaseFee: 0n,
  safeLag: 2,
  finalizedLag: 2,
  states: canonicalStates,
  otherSubscriptions: otherSubscriptionsOfGeth,
  sync: { ...gethSync, timeout: 'hex' },
}

/** The transactions of a checkpoint, and how many there are in a block by gas. */
const checkpoint = { transactions: 16, ofBlock: 128n }

/** Polygon PoS with the pre-confirmations that its nodes have been able to serve since September 2026. */
export const polygonPreconf: NetworkRecord = {
  ...polygon,
  name: 'polygon-preconf',
  flashblockMs: 20,
  subBlocks: {
    least: {
      transactions: checkpoint.transactions,
      gas: polygon.gasLimit / checkpoint.ofBlock,
    },
    areEmptyPublished: false,
  },
  states: canonicalStates.flatMap((state): readonly ChainState[] => {
    // The pool is not in the pending state.
    if (state.reached === 'arrival') return [{ ...state, shows: ['transaction'] }]
    if (state.reached !== 'seal') return [state]
    return [
      {
        name: 'checkpointed',
        reached: 'subBlock',
        withdrawal: 'silent',
        tags: ['pending'],
        shows: ['transaction', 'receipt', 'count', 'logs'],
        subscriptions: ['pendingLogs'],
      },
      { ...state, tags: ['latest'] },
    ]
  }),
}
