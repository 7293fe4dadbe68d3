import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { formatBlock } from '../../../../src/rpc/format/block.ts'
import {
  formatFlashblock,
  formatFlashblockTransaction,
} from '../../../../src/rpc/format/flashblocks.ts'
import { formatTransaction, placeIn } from '../../../../src/rpc/format/transaction.ts'
import { decoded, pendingBlock, receiptOf, sampleLog } from '../views.ts'

async function sampleFlashblock() {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const raw = await account.signTransaction({ chainId: 31337, gas: 60_000n, gasPrice: 10n ** 10n })
  const transaction = await decoded(raw)
  const receipt = receiptOf(transaction, { logs: [sampleLog], firstLogIndex: 2 })
  const view = pendingBlock([transaction], [receipt])
  const flashblock = {
    index: 1,
    payloadId: '0x0000000000000001',
    transactions: [transaction],
    receipts: [receipt],
    view,
  } as const
  return { transaction, receipt, view, flashblock }
}

it('shows a flashblock as the block so far with whole transactions', async () => {
  const { view, flashblock } = await sampleFlashblock()
  expect(formatFlashblock(flashblock)).toEqual(formatBlock(view, true))
})

it('shows a transaction of a flashblock with its logs', async () => {
  const { transaction, receipt, view } = await sampleFlashblock()
  const shown = formatFlashblockTransaction(receipt, view)
  expect(shown).toMatchObject(formatTransaction(transaction, placeIn(view, 0)))
  expect(shown.logs).toMatchObject([{ data: '0x33', logIndex: '0x2', transactionIndex: '0x0' }])
})
