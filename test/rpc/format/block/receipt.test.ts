import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { formatReceipt } from '../../../../src/rpc/format/receipt.ts'
import { decoded, pendingBlock, receiptOf, sampleLog, sealedBlock } from '../views.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to = '0x00000000000000000000000000000000000000aa'
const zeroHash = `0x${'0'.repeat(64)}`

async function transfer() {
  return decoded(
    await account.signTransaction({
      chainId: 31337,
      gas: 21_000n,
      nonce: 0,
      to,
      maxFeePerGas: 10n ** 10n,
    }),
  )
}

const shownLog = {
  address: `0x${'11'.repeat(20)}`,
  topics: [`0x${'22'.repeat(32)}`],
  data: '0x33',
  blockNumber: '0x7',
  blockTimestamp: '0x3e8',
  transactionIndex: '0x2',
  removed: false,
}

describe('formatReceipt', () => {
  it('shows a receipt of a sealed block whole', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, {
      index: 2,
      cumulativeGasUsed: 63_000n,
      logs: [sampleLog, sampleLog],
      firstLogIndex: 4,
    })
    const block = sealedBlock([transaction], [receipt])
    const place = { blockHash: block.hash, transactionHash: transaction.hash }
    expect(formatReceipt(receipt, block)).toEqual({
      ...place,
      blockNumber: '0x7',
      contractAddress: null,
      cumulativeGasUsed: '0xf618',
      effectiveGasPrice: '0x3b9aca01',
      from: account.address.toLowerCase(),
      gasUsed: '0x5208',
      logs: [
        { ...shownLog, ...place, logIndex: '0x4' },
        { ...shownLog, ...place, logIndex: '0x5' },
      ],
      logsBloom: `0x${'0'.repeat(512)}`,
      status: '0x1',
      to,
      transactionIndex: '0x2',
      type: '0x2',
    })
  })

  it('has the zero block hash while it is pre-confirmed', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, { logs: [sampleLog] })
    const shown = formatReceipt(receipt, pendingBlock([transaction], [receipt]))
    expect(shown).toMatchObject({ blockHash: zeroHash, blockNumber: '0x7' })
    expect(shown.logs).toMatchObject([{ blockHash: zeroHash, blockNumber: '0x7' }])
  })

  it('has the hash of the pending block where that has one', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, { logs: [sampleLog] })
    const hash = `0x${'ab'.repeat(32)}` as const
    const shown = formatReceipt(receipt, { ...pendingBlock([transaction], [receipt]), hash })
    expect(shown).toMatchObject({ blockHash: hash, logs: [{ blockHash: hash }] })
  })

  it('names the contract that was created', async () => {
    const raw = await account.signTransaction({
      chainId: 31337,
      gas: 60_000n,
      gasPrice: 10n ** 10n,
    })
    const transaction = await decoded(raw)
    const receipt = receiptOf(transaction, { contractAddress: new Uint8Array(20).fill(0xcc) })
    expect(formatReceipt(receipt, sealedBlock([transaction], [receipt]))).toMatchObject({
      contractAddress: `0x${'cc'.repeat(20)}`,
      to: null,
      type: '0x0',
    })
  })

  it('shows a failure', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, { status: 0, failure: 'out of gas' })
    expect(formatReceipt(receipt, sealedBlock([transaction], [receipt])).status).toBe('0x0')
  })

  it('shows what blobs cost', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, { blobGasUsed: 131_072n, blobGasPrice: 1n })
    expect(formatReceipt(receipt, sealedBlock([transaction], [receipt]))).toMatchObject({
      blobGasUsed: '0x20000',
      blobGasPrice: '0x1',
    })
  })

  it('has the state root instead of a status before Byzantium', async () => {
    const transaction = await transfer()
    const receipt = receiptOf(transaction, { stateRoot: new Uint8Array(32).fill(0xdd) })
    const shown = formatReceipt(receipt, sealedBlock([transaction], [receipt]))
    expect(shown).toMatchObject({ root: `0x${'dd'.repeat(32)}` })
    expect(shown).not.toHaveProperty('status')
  })
})
