import { standardStates } from '../../../devnet/options/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { ownRecord } from '../ownRules.ts'

/** HyperEVM: a small block every second and a large one every minute, final at once. */
export const hyperevm: NetworkRecord = {
  ...ownRecord,
  name: 'hyperevm',
  rules: 'hyperevm',
  chainId: 999,
  currency: { name: 'HYPE', symbol: 'HYPE' },
  blockMs: 1000,
  gasLimit: 2_000_000n,
  largeBlocks: { everyMs: 60_000, gasLimit: 30_000_000n },
  noncesAhead: 8,
  minBaseFee: 100_000_000n,
  safeLag: 1,
  finalizedLag: 1,
  states: standardStates.flatMap((state) => {
    if (state.reached === 'arrival') return [state]
    if (state.reached !== 'seal') return []
    const tags = ['latest', 'pending', 'safe', 'finalized'] as const
    return [{ ...state, name: 'executed', withdrawal: 'never', tags }]
  }),
  otherSubscriptions: { code: -32602, message: 'Invalid params' },
  hasTransactionGasCap: false,
  refusedMethods: [
    { methods: ['eth_sendRawTransactionSync'], code: -32601, message: 'Method not found' },
  ],
}
