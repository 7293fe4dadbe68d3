import { beforeAll, expect, test } from 'vitest'
import { filledBy, fillingOf } from '../../src/block/openedView.ts'
import type { Receipt } from '../../src/types/transaction.ts'
import { logger } from './contracts.ts'
import { createStage, openOn, type Stage } from './stage.ts'
import { Wallet, words } from './workload.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage('osaka')
})

test('an empty block is not filled at all', () => {
  expect(fillingOf([])).toEqual({ receiptGas: 0n, gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 })
})

test('receipts fill a block one by one as they do all together', async () => {
  const wallet = new Wallet(stage.common)
  const block = await openOn(stage, [stage.genesis])
  const to = new Uint8Array(20).fill(0x5b)
  for (const transaction of [
    wallet.send(0, { to, gasLimit: 21_000n }),
    wallet.send(1, { to: logger.address, data: words(1) }),
    wallet.send(2, {
      type: 3,
      to,
      maxFeePerBlobGas: 9n,
      blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
    }),
  ]) {
    await block.add(transaction)
  }
  const { receipts, transactions } = block.flashblock().view
  const filling = fillingOf(receipts)
  expect(filling.gasUsed).toBe(receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n))
  expect(filling).toMatchObject({ blobGasUsed: 131_072n, logs: 1 })
  const { size } = await block.seal()
  const overhead = size - filling.bytes
  expect(overhead).toBeGreaterThan(500)
  expect(overhead).toBeLessThan(2048)
  expect(transactions).toHaveLength(3)
  expect(filledBy(fillingOf(receipts.slice(0, 2)), receipts[2] as Receipt)).toEqual(filling)
})
