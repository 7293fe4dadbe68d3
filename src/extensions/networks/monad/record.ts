import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { ownRecord } from '../ownRules.ts'

const whole = ['transaction', 'receipt', 'count', 'logs'] as const

const commitStates: readonly ChainState[] = [
  {
    name: 'proposed',
    reached: 'seal',
    withdrawal: 'silent',
    tags: ['latest', 'pending'],
    shows: whole,
    subscriptions: ['newHeads', 'logs', 'monadNewHeads', 'monadLogs'],
  },
  {
    name: 'voted',
    reached: 'safe',
    withdrawal: 'silent',
    tags: ['safe'],
    shows: whole,
    subscriptions: ['monadNewHeads', 'monadLogs'],
  },
  {
    name: 'finalized',
    reached: 'finalized',
    withdrawal: 'never',
    tags: ['finalized'],
    shows: whole,
    subscriptions: ['monadNewHeads', 'monadLogs'],
  },
  {
    name: 'verified',
    // Three blocks after it is final: the delay of execution.
    reached: { blocks: 5 },
    withdrawal: 'never',
    tags: [],
    shows: whole,
    subscriptions: ['monadNewHeads', 'monadLogs'],
  },
]

const invalidParams = { code: -32602, message: 'Invalid params' }
const methodNotFound = { code: -32601, message: 'Method not found' }

/** Monad: a block every 300 ms that is proposed, voted, finalized and verified, and may be abandoned until then. */
export const monad: NetworkRecord = {
  ...ownRecord,
  name: 'monad',
  rules: 'monad',
  chainId: 143,
  currency: { name: 'Monad', symbol: 'MON' },
  blockMs: 300,
  gasLimit: 150_000_000n,
  // A target of 80 %.
  elasticity: 1.25,
  minBaseFee: 100_000_000_000n,
  hasTransactionGasCap: true,
  codeSizeLimit: 131_072,
  safeLag: 1,
  finalizedLag: 2,
  states: [
    {
      name: 'pooled',
      reached: 'arrival',
      withdrawal: 'silent',
      tags: [],
      shows: [],
      subscriptions: [],
    },
    ...commitStates,
  ],
  otherSubscriptions: invalidParams,
  subscriptionLimit: { most: 100, code: -32603, message: 'WebSocket subscription limit reached' },
  closes: [
    { code: 1011, reason: 'websocket server gapped' },
    { code: 1011, reason: 'ws server lagging, please try again later' },
  ],
  sync: {
    defaultMs: 2_000,
    maxMs: 10_000,
    over: 'default',
    timeout: 'number',
    data: 'object',
    message: 'Transaction receipt not available within {ms}ms timeout',
  },
  refusedMethods: [
    {
      methods: [
        'eth_newFilter',
        'eth_newBlockFilter',
        'eth_newPendingTransactionFilter',
        'eth_getFilterChanges',
        'eth_getFilterLogs',
        'eth_uninstallFilter',
        'eth_getProof',
      ],
      ...methodNotFound,
    },
  ],
}
