import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import { type LiveNode, startLiveNode } from '../../../support/liveChain.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
type Answer = any

let live: LiveNode
beforeAll(async () => {
  live = await startLiveNode()
})
afterAll(() => live[Symbol.asyncDispose]())

const word = (byte: string): Hex => `0x${byte.repeat(32)}`
const sent = { from: `0x${'a1'.repeat(20)}`, to: `0x${'b2'.repeat(20)}`, input: '0x', gas: '0x0' }

/** What their nodes give of transactions, receipts and blocks besides, by chain. */
const chains = {
  'OP Mainnet': {
    id: 10,
    transaction: {
      ...sent,
      type: '0x7e',
      sourceHash: word('01'),
      mint: '0x5',
      isSystemTx: false,
      depositReceiptVersion: '0x1',
    },
    receipt: { type: '0x7e', depositNonce: '0x9', depositReceiptVersion: '0x1', l1Fee: '0x0' },
    block: {},
  },
  'Arbitrum One': {
    id: 42161,
    transaction: { ...sent, type: '0x69', requestId: word('02'), retryTo: sent.to },
    receipt: { type: '0x69', gasUsedForL1: '0x12', l1BlockNumber: '0x1234', timeboosted: false },
    block: { l1BlockNumber: '0x1234', sendCount: '0x7', sendRoot: word('03') },
  },
  Polygon: {
    id: 137,
    // A state sync has no signature.
    transaction: { ...sent, type: '0x0', gasPrice: '0x0', nonce: '0x0' },
    receipt: { type: '0x0', status: '0x1' },
    block: { milliTimestamp: '0x1' },
  },
  Celo: {
    id: 42220,
    transaction: { ...sent, type: '0x7b', feeCurrency: sent.to, maxFeeInFeeCurrency: null },
    receipt: { type: '0x7b', baseFee: '0x1' },
    block: { randomness: { committed: word('04') } },
  },
}

const planted = word('fe')

/** The live chain as if it were another, with a transaction of its own in block 2. */
function as({ id, transaction, receipt, block }: (typeof chains)[keyof typeof chains]) {
  const at = { transactionHash: planted, transactionIndex: '0x0', blockNumber: '0x2' }
  return async (asked: { readonly method: string; readonly params?: unknown }) => {
    const [first, second] = (asked.params ?? []) as unknown[]
    if (asked.method === 'eth_chainId') return `0x${id.toString(16)}`
    if (asked.method === 'eth_config') throw Object.assign(new Error('no'), { code: -32601 })
    if (asked.method.startsWith('eth_getTransaction') && first === planted) {
      return asked.method.endsWith('Receipt')
        ? { ...at, ...receipt, logs: [] }
        : { ...at, ...transaction, hash: planted }
    }
    const answer = (await live.request(asked)) as Answer
    if (asked.method !== 'eth_getBlockByNumber' || answer === null) return answer
    const transactions = second ? [{ ...at, ...transaction, hash: planted }] : [planted]
    return { ...answer, ...block, ...(answer.number === '0x2' && { transactions }) }
  }
}

test.each(Object.entries(chains))(
  'blocks, transactions and receipts of %s come as its node gives them',
  async (_, chain) => {
    const request = as(chain)
    await using fork = await testDevnet({ mining: 'auto', fork: { request } })
    const ask = (method: string, ...params: unknown[]): Promise<Answer> =>
      fork.provider.request({ method, params } as never)
    expect(fork.chainId).toBe(chain.id)
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', '0x2', true],
      ['eth_getBlockByNumber', '0x2', false],
      ['eth_getBlockByNumber', 'latest', false],
      ['eth_getTransactionByHash', planted],
      ['eth_getTransactionReceipt', planted],
    ] as const) {
      const given = await request({
        method,
        params: params[0] === 'latest' ? ['0x3', false] : params,
      })
      expect(JSON.stringify(await ask(method, ...params))).toBe(JSON.stringify(given))
    }
    // And it goes on.
    const [from] = await ask('eth_accounts')
    const hash = await ask('eth_sendTransaction', { from, to: sent.to, value: '0x1' })
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      blockNumber: '0x4',
    })
  },
)

test.each([324, 300])('chain %i, whose contracts no EVM can run, is refused', async (id) => {
  const request = as({ ...chains.Celo, id })
  await expect(testDevnet({ fork: { request } })).rejects.toThrow(
    `chain ${id} is a zkSync chain, whose contracts are for EraVM: no EVM can run them, so it cannot be forked`,
  )
})
