import { expect, test } from 'vitest'
import { resolveHistory } from '../../../src/devnet/options/chainOptions.ts'
import type { HistoryOptions } from '../../../src/types/options/chainOptions.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

test.each<[HistoryOptions, ReturnType<typeof resolveHistory>]>([
  [{}, { keptStates: undefined, keptBlocks: undefined }],
  [{ pruneHistory: true }, { keptStates: 64, keptBlocks: 256 }],
  [{ pruneHistory: 1000 }, { keptStates: 1000, keptBlocks: 1000 }],
  [{ pruneHistory: 0 }, { keptStates: 1, keptBlocks: 256 }],
  [
    { pruneHistory: false, maxPersistedStates: 5 },
    { keptStates: 5, keptBlocks: undefined },
  ],
  [
    { pruneHistory: 3, transactionBlockKeeper: 500 },
    { keptStates: 3, keptBlocks: 500 },
  ],
  [{ transactionBlockKeeper: 1 }, { keptStates: undefined, keptBlocks: 256 }],
])('%o is understood', (options, settings) => {
  expect(resolveHistory(options)).toEqual(settings)
})

test('a count below 0 is refused', () => {
  expect(() => resolveHistory({ pruneHistory: -1 })).toThrow(
    'invalid pruneHistory -1: give a whole number from 0 to 4294967296',
  )
})

/** A chain of 300 blocks, a transfer in each, that keeps 3 states. */
async function prunedDevnet() {
  const devnet = await testDevnet({ pruneHistory: 3 })
  const hashes: string[] = []
  for (let nonce = 0; nonce < 300; nonce++) {
    hashes.push(await sendTransfer(devnet, { nonce }))
    await devnet.seal()
  }
  const ask = (method: string, ...params: readonly unknown[]) =>
    devnet.provider.request({ method, params })
  return { devnet, hashes, ask }
}

test('states and blocks that are not kept are errors, the others as before', async () => {
  const { devnet, hashes, ask } = await prunedDevnet()
  await using _ = devnet
  const block = (number: number) => `0x${number.toString(16)}`
  expect(await ask('eth_getBalance', bob, block(298))).toBe('0x12a')
  expect(await ask('eth_getBalance', bob, block(0))).toBe('0x0')
  await expect(ask('eth_getBalance', bob, block(297))).rejects.toThrow(
    'historical state of block 297 is not available: it was pruned (pruneHistory, maxPersistedStates)',
  )
  expect(await ask('eth_getBlockByNumber', block(45), true)).toMatchObject({
    transactions: [{ hash: hashes[44] }],
  })
  expect(await ask('eth_getTransactionReceipt', hashes[44])).toMatchObject({ status: '0x1' })
  await expect(ask('eth_getBlockByNumber', block(44), false)).rejects.toMatchObject({
    code: 4444,
    message: 'pruned history unavailable: blocks are kept from 45 on',
  })
  expect(await ask('eth_getTransactionByHash', hashes[43])).toBe(null)
  await expect(ask('eth_getLogs', { fromBlock: block(44) })).rejects.toMatchObject({ code: 4444 })
  expect(await ask('eth_getLogs', { fromBlock: block(45) })).toEqual([])
  for (const tag of ['safe', 'finalized']) {
    expect(await ask('eth_getBlockByNumber', tag, false)).toMatchObject({ number: block(298) })
  }
  const [sender] = devnet.accounts
  expect(
    await ask('eth_getTransactionBySenderAndNonce', sender?.address, block(299)),
  ).toMatchObject({ hash: hashes[299] })
})

test('a snapshot keeps what was there, and a reorg goes as far back as states are kept', async () => {
  await using devnet = await testDevnet({ pruneHistory: 2 })
  for (let blocks = 0; blocks < 5; blocks++) await devnet.seal()
  const snapshot = await devnet.snapshot()
  await devnet.seal()
  await devnet.seal()
  await expect(devnet.rollback({ depth: 2 })).rejects.toThrow()
  expect((await devnet.rollback({ depth: 1 })).removed).toHaveLength(1)
  expect(await devnet.revert(snapshot)).toBe(true)
  const params = [bob, '0x4']
  expect(await devnet.provider.request({ method: 'eth_getBalance', params })).toBe('0x0')
})
