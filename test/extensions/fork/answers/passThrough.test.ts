import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { type LiveNode, startLiveNode } from '../../../support/liveChain.ts'

let live: LiveNode
let fork: PreconfDevnet

beforeAll(async () => {
  live = await startLiveNode()
  fork = await createDevnet({ mining: 'auto', clock: 'manual', fork: { request: live.request } })
})

afterAll(async () => {
  await fork.close()
  await live.devnet.close()
})

const ask = (devnet: PreconfDevnet, method: string, ...params: unknown[]) =>
  devnet.provider.request({ method, params } as never) as Promise<unknown>

test.each([
  ['ots_getBlockTransactions', 1, 0, 10],
  ['ots_getBlockTransactions', '0x1', 0, 10],
  ['ots_getBlockDetails', 1],
  ['debug_getRawTransactions', '0x1'],
  ['debug_getRawTransactions', 1],
  ['debug_getRawReceipts', '0x1'],
  ['trace_block', 1],
])('%s before the fork is what the live chain says', async (method, ...params) => {
  expect(await ask(fork, method, ...params)).toEqual(await ask(live.devnet, method, ...params))
})

test('transactions of a block of the live chain are found by its hash, and its code by hash', async () => {
  const { hash } = (await ask(live.devnet, 'eth_getBlockByNumber', '0x1', false)) as {
    hash: string
  }
  const raw = await ask(fork, 'debug_getRawTransactions', hash)
  expect(raw).toEqual(await ask(live.devnet, 'debug_getRawTransactions', hash))
  expect(raw).toHaveLength(1)
  const { codeHash } = (await ask(live.devnet, 'eth_getAccount', live.token, 'latest')) as {
    codeHash: string
  }
  const code = await ask(live.devnet, 'eth_getCode', live.token, 'latest')
  expect(await ask(fork, 'debug_codeByHash', codeHash)).toBe(code)
  expect(await ask(fork, 'debug_codeByHash', codeHash, '0x1')).toBe(code)
})

test.each([
  'preconf_explain',
  'preconf_getTransaction',
  'preconf_trace',
  'preconf_traceSteps',
  'preconf_stackTrace',
])('%s refuses a transaction of the live chain, and says what to ask', async (method) => {
  await expect(ask(fork, method, live.deployment)).rejects.toMatchObject({
    code: -32000,
    message: expect.stringMatching(/is in block 1 of the live chain.*eth_getTransactionReceipt/),
  })
  await expect(ask(fork, 'preconf_getFlashblocks', '0x1')).rejects.toThrow('not known here')
})

test('a search for transactions has those made here, and those of the live chain before', async () => {
  const [from] = (await ask(fork, 'eth_accounts')) as string[]
  const own = await ask(fork, 'eth_sendTransaction', { from, to: from, value: '0x1' })
  const hashes = async (method: string, number: number) => {
    const page = (await ask(fork, method, from, number, 25)) as { txs: { hash: string }[] }
    return page.txs.map(({ hash }) => hash)
  }
  const there = (await ask(live.devnet, 'ots_searchTransactionsBefore', from, 0, 25)) as {
    txs: { hash: string }[]
  }
  const old = there.txs.map(({ hash }) => hash)
  expect(old).toContain(live.deployment)
  expect(await hashes('ots_searchTransactionsBefore', 0)).toEqual([own])
  expect(await hashes('ots_searchTransactionsBefore', 4)).toEqual(old)
  expect(await hashes('ots_searchTransactionsAfter', 0)).toEqual(old)
  expect(await hashes('ots_searchTransactionsAfter', 3)).toEqual([own])
})
