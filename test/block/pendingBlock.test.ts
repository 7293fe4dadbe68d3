import type { BlockHeader } from '@ethereumjs/block'
import { createWithdrawal } from '@ethereumjs/util'
import { beforeAll, describe, expect, test } from 'vitest'
import { PendingBlock } from '../../src/block/pendingBlock.ts'
import { addressOfKey } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'
import { deployNothing, deployStop, invalid, logger, looper, reverter } from './contracts.ts'
import { createStage, engineOf, fieldsOf, openOn, type Stage } from './stage.ts'
import { keys, Wallet, words } from './workload.ts'

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

const hashes = (list: readonly SignedTransaction[]) => list.map(({ hash }) => hash)

describe('flashblocks', () => {
  test('have a hash where the engine gives one, of the header so far', async () => {
    const hashOf = (header: BlockHeader) => bytesToHex(header.hash())
    const engine = { ...engineOf(stage, [stage.genesis]), hashOf }
    const block = await PendingBlock.open(engine, stage.genesis, fieldsOf(stage, 1))
    const empty = block.flashblock().view
    await include(block, new Wallet(stage.common).send(0, { to: somebody }))
    const { view } = block.flashblock()

    expect([empty.hash, view.hash]).toEqual([hashOf(empty.header), hashOf(view.header)])
    expect(view.hash).not.toBe(empty.hash)
    expect((await open()).flashblock().view.hash).toBeUndefined()
  })

  test('the first has index 0 and no transactions, each further one what was added since', async () => {
    const wallet = new Wallet(stage.common)
    const sent = [0, 1, 2].map((from) =>
      wallet.send(from, { to: logger.address, data: words(from) }),
    )
    const block = await open()
    const parts = [block.flashblock()]
    await include(block, sent[0] as SignedTransaction)
    await include(block, sent[1] as SignedTransaction)
    parts.push(block.flashblock())
    parts.push(block.flashblock())
    await include(block, sent[2] as SignedTransaction)
    parts.push(block.flashblock())

    expect(parts.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(parts.map(({ transactions }) => hashes(transactions))).toEqual([
      [],
      hashes(sent.slice(0, 2)),
      [],
      hashes(sent.slice(2)),
    ])
    expect(parts.map(({ receipts }) => receipts.map(({ index }) => index))).toEqual([
      [],
      [0, 1],
      [],
      [2],
    ])
    expect(parts.map(({ view }) => view.flashblock)).toEqual([0, 1, 2, 3])
    expect(parts.map(({ view }) => hashes(view.transactions))).toEqual([
      [],
      hashes(sent.slice(0, 2)),
      hashes(sent.slice(0, 2)),
      hashes(sent),
    ])
    expect(new Set(parts.map(({ payloadId }) => payloadId)).size).toBe(1)
  })

  test('its header has number, gas and bloom so far, and roots of zero', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const empty = block.flashblock().view
    const receipt = await include(block, wallet.send(0, { to: logger.address, data: words(7) }))
    const { view } = block.flashblock()

    expect(empty.number).toBe(1n)
    expect(empty.parent).toBe(stage.genesis)
    expect(empty.header.gasUsed).toBe(0n)
    expect(view.header.gasUsed).toBe(receipt.gasUsed)
    expect(view.header.logsBloom).toEqual(receipt.logsBloom)
    expect(view.header.parentHash).toEqual(stage.genesis.header.hash())
    for (const { header } of [empty, view]) {
      expect(header.stateRoot).toEqual(zeroHash)
      expect(header.transactionsTrie).toEqual(zeroHash)
      expect(header.receiptTrie).toEqual(zeroHash)
    }
  })

  test('a published view stays unchanged while the block goes on', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const { view } = block.flashblock()
    await include(block, wallet.send(0, { to: somebody, value: 5n }))
    const next = block.flashblock().view
    await include(block, wallet.send(0, { to: somebody, value: 5n }))
    await block.seal()

    expect(view.transactions).toEqual([])
    expect(view.state.account(somebody)).toBeUndefined()
    expect(next.receipts).toHaveLength(1)
    expect(next.state.account(somebody)?.balance).toBe(5n)
    expect(next.state.account(address(0))?.nonce).toBe(1n)
  })

  test('the system calls have run in flashblock 0', async () => {
    const block = await open()
    const { state } = block.flashblock().view
    expect(state.root()).not.toEqual(stage.genesis.state.root())
  })
})

describe('receipts', () => {
  test('gas and logs count through the block', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const receipts = [
      await include(block, wallet.send(0, { to: logger.address, data: words(1) })),
      await include(block, wallet.send(1, { to: somebody, gasLimit: 21_000n })),
      await include(block, wallet.send(2, { to: logger.address, data: words(2) })),
    ]
    expect(receipts.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(receipts.map(({ firstLogIndex }) => firstLogIndex)).toEqual([0, 1, 1])
    let sum = 0n
    for (const { gasUsed, cumulativeGasUsed } of receipts) {
      sum += gasUsed
      expect(cumulativeGasUsed).toBe(sum)
    }
    expect(receipts[1]).toMatchObject({ status: 1, gasUsed: 21_000n, logs: [] })
    expect(receipts[2]?.logs).toEqual([
      { address: numberToBytes(0xc0de02, 20), topics: [words(2)], data: words(2) },
    ])
  })

  test('a failure keeps its words and its data', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const send = (to: string, data = words(0xbad)) =>
      include(block, wallet.send(0, { to: to as `0x${string}`, data, gasLimit: 60_000n }))
    expect(await send(reverter.address)).toMatchObject({
      status: 0,
      failure: 'revert',
      output: words(0xbad),
    })
    expect(await send(looper.address)).toMatchObject({
      status: 0,
      failure: 'out of gas',
      gasUsed: 60_000n,
    })
    expect(await send(invalid.address)).toMatchObject({
      status: 0,
      failure: 'invalid opcode',
      logs: [],
      gasUsed: 60_000n,
    })
  })

  test('a creation names its contract, a failed one too', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const created = await include(block, wallet.send(0, { data: deployStop }))
    const failed = await include(block, wallet.send(0, { data: deployNothing }))
    const { state } = block.flashblock().view
    expect(created.status).toBe(1)
    expect(state.code(created.contractAddress as Uint8Array)).toEqual(Uint8Array.of(0))
    expect(failed.status).toBe(0)
    expect(failed.contractAddress).toHaveLength(20)
    expect(failed.contractAddress).not.toEqual(created.contractAddress)
  })

  test('prices are what is paid: base fee and tip, capped; blob gas apart', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    const baseFee = block.header.baseFeePerGas as bigint
    const price = async (fields: Parameters<Wallet['send']>[1]) =>
      (await include(block, wallet.send(0, { to: somebody, gasLimit: 21_000n, ...fields })))
        .effectiveGasPrice
    expect(await price({ gasPrice: 3n * baseFee })).toBe(3n * baseFee)
    expect(await price({ type: 2, maxFeePerGas: 3n * baseFee, maxPriorityFeePerGas: 1n })).toBe(
      baseFee + 1n,
    )
    expect(await price({ type: 2, maxFeePerGas: baseFee + 1n, maxPriorityFeePerGas: 5n })).toBe(
      baseFee + 1n,
    )
    const blob = await include(
      block,
      wallet.send(0, {
        type: 3,
        to: somebody,
        gasLimit: 21_000n,
        maxFeePerBlobGas: 5n,
        blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
      }),
    )
    expect(blob).toMatchObject({ blobGasUsed: 131_072n, blobGasPrice: 1n })
    expect(block.flashblock().view.header.blobGasUsed).toBe(131_072n)
  })
})

describe('sealing', () => {
  test('changes nothing: sealing again gives the same, and the block can go on', async () => {
    const wallet = new Wallet(stage.common)
    const block = await open()
    await include(block, wallet.send(0, { to: somebody, value: 1n }))
    const first = await block.seal()
    const second = await block.seal()
    expect(second.hash).toBe(first.hash)
    await include(block, wallet.send(0, { to: somebody, value: 1n }))
    const third = await block.seal()
    expect(first.receipts).toHaveLength(1)
    expect(third.receipts).toHaveLength(2)
    expect(third.hash).not.toBe(first.hash)
  })

  test('gives hash, size, state and the transactions as they were added', async () => {
    const wallet = new Wallet(stage.common)
    const sent = [
      wallet.send(0, { to: somebody, value: 7n }),
      wallet.send(0, { data: deployStop, type: 2 }),
    ]
    const block = await open()
    for (const transaction of sent) await include(block, transaction)
    const sealed = await block.seal()
    expect(sealed.hash).toBe(bytesToHex(keccak256(sealed.header.serialize())))
    expect(sealed.size).toBe(sealed.block.serialize().length)
    expect(sealed.header.stateRoot).toEqual(sealed.state.root())
    expect(sealed.transactions).toEqual(sent)
    expect(sealed.block.transactions).toEqual(sent.map(({ envelope }) => envelope))
    expect(sealed.state.account(somebody)?.balance).toBe(7n)
    expect(sealed).toMatchObject({ kind: 'sealed', number: 1n })
  })
})

describe('going on from a flashblock', () => {
  test('gives the block that would have come, as often as wanted', async () => {
    const wallet = new Wallet(stage.common)
    const sent = [0, 1, 2, 0].map((from) =>
      wallet.send(from, { to: logger.address, data: words(from) }),
    )
    const [first, second, ...rest] = sent as [
      SignedTransaction,
      SignedTransaction,
      ...SignedTransaction[],
    ]
    const whole = await open()
    const base = whole.flashblock()
    await include(whole, first)
    await include(whole, second)
    const cut = whole.flashblock()
    for (const transaction of rest) await include(whole, transaction)
    const wanted = await whole.seal()

    const engine = engineOf(stage, [stage.genesis])
    const outcomes: SealedBlock[] = []
    for (const [from, missing] of [
      [cut, rest],
      [base, sent],
      [cut, rest],
    ] as const) {
      const resumed = PendingBlock.resume(engine, from.view)
      expect(resumed.payloadId).toBe(from.payloadId)
      for (const transaction of missing) await include(resumed, transaction)
      const next = resumed.flashblock()
      expect(next.index).toBe(from.index + 1)
      expect(hashes(next.transactions)).toEqual(hashes(missing))
      expect(next.view.receipts).toEqual(wanted.receipts)
      outcomes.push(await resumed.seal())
    }
    expect(outcomes.map(({ hash }) => hash)).toEqual([wanted.hash, wanted.hash, wanted.hash])
  })

  test('keeps the withdrawals', async () => {
    const withdrawals = [
      createWithdrawal({ index: 0, validatorIndex: 0, address: somebody, amount: 3 }),
    ]
    const block = await open({ withdrawals })
    const sealed = await PendingBlock.resume(
      engineOf(stage, [stage.genesis]),
      block.flashblock().view,
    ).seal()
    expect(sealed.state.account(somebody)?.balance).toBe(3_000_000_000n)
    expect(sealed.block.withdrawals).toEqual(withdrawals)
    expect(sealed.hash).toBe((await block.seal()).hash)
  })
})
