import { encodeFunctionData } from 'viem'
import { tokenAbi } from '../support/token.ts'
import type { Stage } from './stage.ts'

type Params = readonly unknown[]

/** Parameters of each request to make. */
type Ask = (stage: Stage) => readonly Params[] | Promise<readonly Params[]>

const slot = `0x${'0'.repeat(64)}`
const unknownHash = `0x${'9'.repeat(64)}`
const once = (): readonly Params[] => [[]]

/** Every way to name a block: tags, numbers, a hash, EIP-1898. */
function blocks({ blockHash }: Stage): readonly unknown[] {
  const tags = ['earliest', 'safe', 'finalized', 'latest', 'pending']
  return [...tags, '0x0', '0x2', blockHash, { blockHash }]
}

/** Tags and numbers only. */
function numbers(stage: Stage): readonly unknown[] {
  return blocks(stage).slice(0, -2)
}

const sealedNumbers = ['earliest', 'latest', '0x2']

function balanceOf({ alice, token }: Stage) {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [alice] })
  return { to: token, data }
}

export function transferOf({ alice, bob, token }: Stage) {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] })
  return { from: alice, to: token, data }
}

/** What is asked of each standard method, on the stage. */
export const requests: Readonly<Record<string, Ask>> = {
  debug_getBadBlocks: once,
  debug_getRawBlock: (stage) => [...sealedNumbers, stage.blockHash].map((block) => [block]),
  // A block that is there is refused, as it has none.
  debug_getRawBlockAccessList: () => [['0xffff']],
  debug_getRawHeader: (stage) => [...sealedNumbers, stage.blockHash].map((block) => [block]),
  debug_getRawReceipts: (stage) => [...sealedNumbers, stage.blockHash].map((block) => [block]),
  debug_getRawTransaction: ({ sealed }) => sealed.map((hash) => [hash]),
  debug_traceBlockByHash: ({ blockHash }) => traceConfigs.map((config) => [blockHash, ...config]),
  debug_traceBlockByNumber: () => traceConfigs.map((config) => ['0x2', ...config]),
  debug_traceTransaction: ({ sealed }) =>
    sealed.flatMap((hash) => traceConfigs.map((config) => [hash, ...config])),
  eth_accounts: once,
  eth_baseFee: once,
  eth_blobBaseFee: once,
  eth_blockNumber: once,
  eth_call: (stage) => ['0x1', ...blocks(stage)].map((block) => [balanceOf(stage), block]),
  eth_capabilities: once,
  eth_chainId: once,
  eth_coinbase: once,
  eth_config: once,
  eth_createAccessList: (stage) => [
    ...['latest', 'pending'].map((block) => [transferOf(stage), block]),
    [{ from: stage.alice, to: stage.token, data: '0x' }],
  ],
  eth_estimateGas: (stage) => [
    [transferOf(stage)],
    [{ from: stage.alice, to: stage.bob, value: '0x1' }, 'pending'],
  ],
  eth_feeHistory: () => [
    ['0x1', 'latest', []],
    ['0x5', 'latest', [10, 50, 90]],
    ['0x2', 'pending', [0, 100]],
  ],
  eth_fillTransaction: (stage) => {
    const transfer = { from: stage.alice, to: stage.bob, value: '0x1' }
    const blobVersionedHashes = [`0x01${'1'.repeat(62)}`]
    return [
      [{ ...transfer, gasPrice: '0x2540be400' }],
      [{ ...transfer, gasPrice: '0x2540be400', accessList: [] }],
      [{ ...transfer, blobVersionedHashes }],
    ]
  },
  eth_gasPrice: once,
  eth_getBalance: (stage) => blocks(stage).map((block) => [stage.alice, block]),
  eth_getBlockByHash: ({ blockHash }) => [
    [blockHash, false],
    [blockHash, true],
    [unknownHash, false],
  ],
  eth_getBlockByNumber: (stage) => [
    ...numbers(stage).map((block) => [block, false]),
    ...sealedNumbers.map((block) => [block, true]),
    ['0xffff', true],
  ],
  // A block that is there is refused, as it has none.
  eth_getBlockAccessList: () => [['0xffff']],
  eth_getBlockReceipts: (stage) => [...blocks(stage), '0xffff'].map((block) => [block]),
  eth_getBlockTransactionCountByHash: ({ blockHash }) => [[blockHash], [unknownHash]],
  eth_getBlockTransactionCountByNumber: (stage) =>
    [...numbers(stage), '0xffff'].map((block) => [block]),
  eth_getCode: (stage) =>
    blocks(stage).flatMap((block) => [
      [stage.token, block],
      [stage.carol, block],
      [stage.bob, block],
    ]),
  eth_getFilterChanges: ({ filters }) => Object.values(filters).map((filter) => [filter]),
  eth_getFilterLogs: ({ filters }) => [[filters.logs]],
  eth_getLogs: ({ blockHash, token }) => [
    [{ fromBlock: 'earliest', toBlock: 'latest' }],
    [{ fromBlock: 'pending', toBlock: 'pending', address: token }],
    [{ blockHash }],
  ],
  eth_getProof: (stage) => blocks(stage).map((block) => [stage.token, [slot, '0x3'], block]),
  eth_getStorageAt: (stage) => blocks(stage).map((block) => [stage.token, slot, block]),
  eth_getStorageValues: (stage) =>
    blocks(stage).map((block) => [{ [stage.token]: [slot], [stage.bob]: [slot] }, block]),
  eth_getTransactionByBlockHashAndIndex: ({ blockHash, sealed }) =>
    [...sealed.keys(), 99].map((index) => [blockHash, quantity(index)]),
  eth_getTransactionByBlockNumberAndIndex: ({ sealed }) =>
    [...sealed.keys(), 99].map((index) => ['latest', quantity(index)]),
  eth_getTransactionByHash: ({ sealed }) => [...sealed, unknownHash].map((hash) => [hash]),
  eth_getTransactionCount: (stage) => blocks(stage).map((block) => [stage.alice, block]),
  eth_getTransactionReceipt: ({ sealed, preconfirmed }) =>
    [...sealed, ...preconfirmed, unknownHash].map((hash) => [hash]),
  eth_maxPriorityFeePerGas: once,
  eth_newBlockFilter: once,
  eth_newFilter: ({ token }) => [[{ address: token, topics: [] }]],
  eth_newPendingTransactionFilter: once,
  eth_sendRawTransaction: async (stage) => [[await stage.signTransfer()]],
  eth_sendTransaction: ({ alice, bob }) => [[{ from: bob, to: alice, value: '0x1' }]],
  eth_sign: ({ bob }) => [[bob, '0xdeadbeef']],
  eth_simulateV1: (stage) => ['latest', 'pending', '0x1'].map((block) => [bundle(stage), block]),
  eth_syncing: once,
  eth_uninstallFilter: ({ filters }) => [[filters.blocks], ['0xffff']],
  net_version: once,
  testing_buildBlockV1: ({ blockHash }) => [[blockHash, attributes, [], '0x']],
  txpool_content: once,
  txpool_contentFrom: ({ alice, bob }) => [[alice], [bob]],
  txpool_status: once,
}

const traceConfigs: readonly Params[] = [
  [],
  [{ enableMemory: true, enableReturnData: true }],
  [{ tracer: 'callTracer', tracerConfig: { withLog: true } }],
  [{ tracer: 'prestateTracer' }],
  [{ tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
]

/** Later than any block of the stage. */
const attributes = {
  timestamp: '0xffffffff',
  prevRandao: slot,
  suggestedFeeRecipient: `0x${'0'.repeat(40)}`,
  withdrawals: [],
  parentBeaconBlockRoot: slot,
}

/** Calls that succeed, with a log and a transfer, and one that reverts, over a gap of block numbers. */
export function bundle(stage: Stage) {
  const { alice, bob, token } = stage
  const fail = encodeFunctionData({ abi: tokenAbi, functionName: 'fail' })
  return {
    traceTransfers: true,
    blockStateCalls: [
      {
        stateOverrides: { [bob]: { balance: '0xde0b6b3a7640000' } },
        calls: [transferOf(stage), { from: bob, to: alice, value: '0x1' }],
      },
      {
        blockOverrides: { number: '0x9' },
        calls: [{ from: alice, to: token, data: fail }],
      },
    ],
  }
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`
}
