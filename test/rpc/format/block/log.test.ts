import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { formatLog } from '../../../../src/rpc/format/receipt.ts'
import { decoded, pendingBlock, receiptOf, sampleLog, sealedBlock } from '../views.ts'

async function sampleReceipt() {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const raw = await account.signTransaction({ chainId: 31337, gas: 60_000n, gasPrice: 10n ** 10n })
  return receiptOf(await decoded(raw), { index: 3 })
}

it('shows a log of a sealed block', async () => {
  const [receipt, block] = [await sampleReceipt(), sealedBlock()]
  expect(formatLog({ log: sampleLog, block, receipt, logIndex: 17, removed: true })).toEqual({
    address: `0x${'11'.repeat(20)}`,
    topics: [`0x${'22'.repeat(32)}`],
    data: '0x33',
    blockNumber: '0x7',
    transactionHash: receipt.transaction.hash,
    transactionIndex: '0x3',
    blockHash: block.hash,
    blockTimestamp: '0x3e8',
    logIndex: '0x11',
    removed: true,
  })
})

it('shows a pre-confirmed log with the zero block hash', async () => {
  const [receipt, block] = [await sampleReceipt(), pendingBlock()]
  const shown = formatLog({ log: sampleLog, block, receipt, logIndex: 0, removed: false })
  expect(shown).toMatchObject({ blockHash: `0x${'0'.repeat(64)}`, blockNumber: '0x7' })
})
