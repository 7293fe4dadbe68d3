import { beforeAll, describe, expect, test } from 'vitest'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { addressOfKey } from '../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { numberToBytes } from '../../src/lib/hex.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import { depositContract } from './contracts.ts'
import { createStage, engineOf, openOn, type Stage } from './stage.ts'
import { depositData, keys, Wallet, words } from './workload.ts'

const zeroHash = new Uint8Array(32)
const somebody = new Uint8Array(20).fill(0x5b)
const address = (from: number) => addressOfKey(keys[from] as Uint8Array)

let stage: Stage
beforeAll(async () => {
  stage = await createStage('osaka')
})

const open = (fields: Parameters<typeof openOn>[2] = {}) => openOn(stage, [stage.genesis], fields)

async function include(block: PendingBlock, transaction: SignedTransaction) {
  const inclusion = await block.add(transaction)
  if (inclusion.kind !== 'included') throw new Error(inclusion.reason.message)
  return inclusion.receipt
}

async function skip(block: PendingBlock, transaction: SignedTransaction) {
  const inclusion = await block.add(transaction)
  if (inclusion.kind !== 'skipped') throw new Error('the transaction was included')
  return inclusion.reason
}

describe('a transaction that cannot be in the block', () => {
  test('is skipped with a reason, and those after it run', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const before = block.flashblock().view
    const low = await include(block, wallet.send(0, { to: somebody, value: 1n }))
    expect(low.status).toBe(1)
    expect(await skip(block, wallet.sign(0, { to: somebody, nonce: 0n }))).toMatchObject({
      code: 'nonceTooLow',
      isFinal: true,
    })
    expect(await skip(block, wallet.sign(0, { to: somebody, nonce: 9n }))).toMatchObject({
      code: 'nonceTooHigh',
      isFinal: false,
    })
    const { transactions, view } = block.flashblock()
    expect(transactions).toHaveLength(1)
    expect(before.transactions).toHaveLength(0)
    expect(view.header.gasUsed).toBe(low.gasUsed)
    await include(block, wallet.send(0, { to: somebody, value: 1n }))
  })

  test('is skipped with the words of what running it threw', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const { state } = block.flashblock().view
    const reason = await skip(
      block,
      wallet.sign(0, { to: somebody, nonce: 0n, gasLimit: 21_000n, data: words(1) }),
    )
    expect(reason).toMatchObject({ code: 'invalid', isFinal: true })
    expect(reason.message).toBe('intrinsic gas too low: have 21000, want 21140')
    expect(reason.cause).toBeInstanceOf(Error)
    expect(block.flashblock().view.state).toBe(state)
  })

  test('a malformed deposit, which would spoil the whole block, is left out', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const bad = wallet.sign(0, { to: depositContract.address, data: words(1), nonce: 0n })
    expect(await skip(block, bad)).toMatchObject({ code: 'invalid', isFinal: true })
    const good = wallet.send(0, {
      to: depositContract.address,
      data: depositData(1),
      gasLimit: 100_000n,
    })
    expect(await include(block, good)).toMatchObject({ index: 0, firstLogIndex: 0, status: 1 })
    const sealed = await block.seal()
    expect(sealed.receipts).toHaveLength(1)
    expect(sealed.state.account(address(0))?.nonce).toBe(1n)
  })

  test('an error inside the machine leaves the block as it was, and the next one runs', async () => {
    const wallet = new Wallet(stage.common)
    const engine = engineOf(stage, [stage.genesis])
    let broken = true
    const blockHashes = () => {
      if (broken) throw new Error('the disk is on fire')
      return zeroHash
    }
    const { timestamp, gasLimit } = { timestamp: 1_700_000_002n, gasLimit: 30_000_000n }
    const block = await PendingBlock.open({ ...engine, blockHashes }, stage.genesis, {
      timestamp,
      gasLimit,
      coinbase: somebody,
      prevRandao: zeroHash,
    })
    const { state } = block.flashblock().view
    const asking = wallet.send(0, { to: numberToBytes(0xc0de07, 20), gasLimit: 1_000_000n })
    const reason = await skip(block, asking)
    expect(reason).toMatchObject({ code: 'invalid', message: 'the disk is on fire' })
    expect(block.flashblock().view).toMatchObject({ transactions: [], state })
    broken = false
    expect(await include(block, asking)).toMatchObject({ index: 0, status: 1 })
  })

  test('gas and blob gas of the block are limits', async () => {
    const small = await createStage('osaka', { gasLimit: 100_000n })
    const wallet = new Wallet(small.common)
    const block = await openOn(small, [small.genesis])
    const first = await block.add(wallet.send(0, { to: somebody, gasLimit: 60_000n }))
    expect(first.kind).toBe('included')
    expect(
      await skip(block, wallet.sign(1, { to: somebody, nonce: 0n, gasLimit: 79_001n })),
    ).toMatchObject({
      code: 'blockGasExceeded',
      isFinal: false,
    })
    expect(
      await skip(block, wallet.sign(1, { to: somebody, nonce: 0n, gasLimit: 100_001n })),
    ).toMatchObject({
      code: 'blockGasExceeded',
      isFinal: true,
    })
    await include(block, wallet.send(1, { to: somebody, gasLimit: 79_000n }))
  })
})

describe('rules of another fork', () => {
  test('an envelope from before a fork is read again under the rules of the block', async () => {
    const shanghai = createProtocol({
      chainId: 31337,
      hardfork: 'shanghai',
      transactionGasCap: true,
    })
    const wallet = new Wallet(shanghai.commonAt(0n, 0n))
    const block = await open()
    const receipt = await include(block, wallet.send(0, { to: somebody, value: 1n }))
    expect(receipt.transaction.envelope.common).toBe(stage.common)
    expect((await block.seal()).block.transactions[0]).toBe(receipt.transaction.envelope)
  })

  test('a type that the block does not know is skipped', async () => {
    const old = await createStage('shanghai')
    const block = await openOn(old, [old.genesis])
    const wallet = new Wallet(stage.common)
    const reason = await skip(
      block,
      wallet.send(0, {
        type: 3,
        to: somebody,
        maxFeePerBlobGas: 5n,
        blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
      }),
    )
    expect(reason).toMatchObject({ code: 'invalid', isFinal: true })
  })
})
