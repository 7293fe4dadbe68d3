import { standardStates } from '../../../devnet/options/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { ownRecord, rethSync } from '../ownRules.ts'

/** RISE: a shred for each transaction, pushed in bursts. */
export const rise: NetworkRecord = {
  ...ownRecord,
  name: 'rise',
  rules: 'rise',
  chainId: 4153,
  blockMs: 1000,
  flashblockMs: 10,
  subBlocks: { transactions: 1, areEmptyPublished: false },
  gasLimit: 1_500_000_000n,
  constantBaseFee: 415_300n,
  safeLag: 120,
  finalizedLag: 1200,
  states: standardStates.map((state) => {
    if (state.reached === 'subBlock') {
      return { ...state, name: 'shredded', withdrawal: 'silent', subscriptions: ['shreds', 'logs'] }
    }
    return state.reached === 'seal' ? { ...state, subscriptions: ['newHeads'] } : state
  }),
  otherSubscriptions: { code: -32602, message: 'Invalid params' },
  sync: rethSync,
  refusedMethods: [
    {
      methods: ['rise_subscribe', 'rise_sendRawTransactionSync'],
      code: -32601,
      message: 'Method not found',
    },
  ],
}
