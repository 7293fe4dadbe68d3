import { standardStates } from '../../../devnet/options/chainStates.ts'
import type { ChainState } from '../../../types/chainStates.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import { otherSubscriptionsOfGeth, ownRecord } from '../ownRules.ts'

const whole = ['transaction', 'receipt', 'count', 'logs'] as const

/** States of which none is taken back: a transaction is final when it is accepted. */
const acceptedStates: readonly ChainState[] = [
  {
    name: 'accepted',
    reached: 'built',
    withdrawal: 'never',
    tags: [],
    shows: ['transaction'],
    subscriptions: ['newAcceptedTransactions'],
  },
  {
    name: 'run',
    reached: 'subBlock',
    withdrawal: 'never',
    tags: [],
    shows: ['transaction', 'receipt'],
    subscriptions: [],
  },
  {
    name: 'executed',
    reached: 'seal',
    withdrawal: 'never',
    tags: ['latest', 'pending'],
    shows: whole,
    subscriptions: ['newHeads', 'logs', 'transactionReceipts'],
  },
  {
    name: 'settled',
    reached: 'finalized',
    withdrawal: 'never',
    tags: ['safe', 'finalized'],
    shows: whole,
    subscriptions: [],
  },
]

/** Avalanche's C-Chain: blocks are accepted, then they run, and what came of them is settled five seconds later. */
export const avalanche: NetworkRecord = {
  ...ownRecord,
  name: 'avalanche',
  rules: 'avalanche',
  chainId: 43_114,
  currency: { name: 'Avalanche', symbol: 'AVAX' },
  blockMs: 1700,
  // A block is accepted once, and its transactions have run shortly before it has.
  flashblockMs: 1700,
  subBlocks: { areEmptyPublished: false, leewayMs: 200, executeMs: 100 },
  gasLimit: 40_000_000n,
  minBaseFee: 1n,
  safeLag: 3,
  finalizedLag: 3,
  states: [...standardStates.filter(({ reached }) => reached === 'arrival'), ...acceptedStates],
  otherSubscriptions: otherSubscriptionsOfGeth,
  refusedMethods: [
    {
      methods: ['eth_accounts'],
      code: -32601,
      message: 'the method eth_accounts does not exist/is not available',
    },
    {
      methods: ['eth_sendRawTransactionSync'],
      code: -32601,
      message: 'the method eth_sendRawTransactionSync does not exist/is not available',
    },
  ],
}
