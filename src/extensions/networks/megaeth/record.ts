import { standardStates } from '../../../devnet/options/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { ownRecord } from '../ownRules.ts'

/** MegaETH: a mini-block every 10 ms, which is what `latest` names when accounts are read. */
export const megaeth: NetworkRecord = {
  ...ownRecord,
  name: 'megaeth',
  rules: 'megaeth',
  chainId: 4326,
  blockMs: 1000,
  flashblockMs: 10,
  subBlocks: { areEmptyPublished: true },
  gasLimit: 10_000_000_000n,
  constantBaseFee: 1_000_000n,
  hasTransactionGasCap: false,
  codeSizeLimit: 524_288,
  safeLag: 120,
  finalizedLag: 1200,
  maxLogs: 10_000,
  states: standardStates.map((state) => {
    if (state.reached === 'arrival') {
      return { ...state, shows: ['transaction'] }
    }
    if (state.reached === 'subBlock') {
      return {
        ...state,
        name: 'miniBlock',
        withdrawal: 'silent',
        tags: ['latest', 'pending'],
        blockTags: [],
        subscriptions: ['miniBlocks', 'stateChanges', 'logs'],
      }
    }
    if (state.reached !== 'seal') return state
    return {
      ...state,
      tags: [],
      blockTags: ['latest', 'pending'],
      subscriptions: ['newHeads', 'logs'],
    }
  }),
  otherSubscriptions: { code: -32602, message: 'invalid subscription type: {kind}' },
  sync: {
    defaultMs: 10_000,
    maxMs: 10_000,
    over: 'cut',
    timeout: 'none',
    code: -32000,
    data: 'none',
    message: 'realtime transaction expired',
  },
  refusedMethods: [
    {
      methods: ['txpool_content', 'txpool_contentFrom', 'txpool_inspect', 'txpool_status'],
      code: -32601,
      message: 'rpc method is not whitelisted',
    },
    {
      methods: [
        'eth_newPendingTransactionFilter',
        'debug_getRawBlock',
        'debug_getRawHeader',
        'debug_getRawReceipts',
        'debug_getRawTransaction',
      ],
      code: -32601,
      message: 'rpc method is not whitelisted',
      servedBy: 'endpoints of providers',
    },
  ],
}
