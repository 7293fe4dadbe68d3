import { type Hex, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../support/faultClients.ts'
import { subscriber } from '../support/subscriber.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { sendTransfer, signTransfer } from '../support/transfers.ts'

/** Runs as a deployment: stores the hash of the block before its own. */
const hashStore = '0x6001430340600055'

/** Blocks 1 to `count`, 10 s apart, each with a transfer of account 0; the transfers. */
async function blocksWithTransfers(devnet: PreconfDevnet, count: number): Promise<Hex[]> {
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < count; nonce++) {
    await devnet.clock.advance(10_000)
    hashes.push(await sendTransfer(devnet, { nonce }))
    await devnet.seal()
  }
  return hashes
}

describe.each(faultClientNames)('%s', (name) => {
  test('transactions of the old blocks are gone, and nonces and balances as before them', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const [first, second, third] = (await blocksWithTransfers(devnet, 3)) as [Hex, Hex, Hex]
    const blocksAt = (...numbers: string[]) =>
      Promise.all(numbers.map((number) => client.ask('eth_getBlockByNumber', number, false)))
    const old = await blocksAt('0x1', '0x2', '0x3')
    const { removed, added } = await client.ask('preconf_reorg', 2)
    const now = await blocksAt('0x1', '0x2', '0x3')

    expect(removed).toEqual([old[1].hash, old[2].hash])
    expect(added).toEqual([now[1].hash, now[2].hash])
    expect(new Set([...removed, ...added]).size).toBe(4)
    expect(now.map(({ timestamp }) => timestamp)).toEqual(old.map(({ timestamp }) => timestamp))
    expect(now[0]).toEqual(old[0])
    expect([now[1].parentHash, now[2].parentHash]).toEqual([now[0].hash, now[1].hash])
    for (const hash of removed) {
      expect(await client.ask('eth_getBlockByHash', hash, false)).toBeNull()
    }
    expect(await client.sees(first, addressOf(devnet))).toMatchObject({ receipt: 'sealed' })
    for (const [index, hash] of [second, third].entries()) {
      expect(await client.sees(hash, addressOf(devnet))).toEqual({
        transaction: 'nowhere',
        receipt: 'nowhere',
        nonces: [1, 1],
        bob: [1n, 1n],
      })
      expect(await client.ask('preconf_getTransaction', hash)).toMatchObject({
        status: 'dropped',
        reason: 'reorged',
        blockNumber: `0x${index + 2}`,
        blockHash: removed[index],
      })
    }
    const again = await sendTransfer(devnet, { nonce: 1, value: 4n })
    expect((await devnet.seal()).transactions).toEqual([again])
  })

  test('requeued, they are in the pool, and in the next block', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hashes = await blocksWithTransfers(devnet, 3)
    await client.ask('preconf_reorg', 2, [], { requeue: true })
    expect(await client.sees(hashes[2] as Hex, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [1, 3],
      bob: [1n, 1n],
    })
    const block = await devnet.seal()
    expect([block.number, block.transactions]).toEqual([4n, hashes.slice(1)])
  })

  test('pre-confirmed transactions go back to the pool', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    await blocksWithTransfers(devnet, 1)
    const hash = await sendTransfer(devnet, { from: 1 })
    await devnet.flashblock()
    expect(await client.sees(hash, addressOf(devnet, 1))).toMatchObject({ bob: [1n, 2n] })
    await client.ask('preconf_reorg', 1)
    expect(await client.sees(hash, addressOf(devnet, 1))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [0, 1],
      bob: [0n, 0n],
    })
    expect((await devnet.seal()).transactions).toEqual([hash])
  })

  test('anvil_reorg: pairs of a transaction, signed or to be signed, and the index of a new block', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const [first, second] = (await blocksWithTransfers(devnet, 2)) as [Hex, Hex]
    const raw = await signTransfer(devnet, { nonce: 0, value: 5n })
    const request = { from: addressOf(devnet, 2), data: hashStore }
    const pairs = [
      [raw, 0],
      [request, 1],
      [await signTransfer(devnet, { nonce: 1 }), '0x1'],
    ]
    expect(await client.ask('anvil_reorg', 2, pairs)).toBeNull()
    const [lower, upper] = await Promise.all(
      ['0x1', '0x2'].map((number) => client.ask('eth_getBlockByNumber', number, false)),
    )
    expect(lower.transactions).toEqual([keccak256(raw)])
    const [deployment, kept] = upper.transactions
    expect(kept).toBe(second)
    const { contractAddress, status } = await client.ask('eth_getTransactionReceipt', deployment)
    expect(status).toBe('0x1')
    expect(await client.ask('eth_getStorageAt', contractAddress, '0x0', 'latest')).toBe(lower.hash)
    expect(await client.sees(first, addressOf(devnet))).toMatchObject({ transaction: 'nowhere' })
    // It is in a new block as it was in an old one.
    expect(await client.sees(second, addressOf(devnet))).toEqual({
      transaction: 'sealed',
      receipt: 'sealed',
      nonces: [2, 2],
      bob: [6n, 6n],
    })
    expect(await client.ask('preconf_getTransaction', second)).toMatchObject({
      status: 'sealed',
      blockHash: upper.hash,
      transactionIndex: '0x1',
    })
  })

  test('anvil_rollback and preconf_rollback take blocks off, one by default', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hashes = await blocksWithTransfers(devnet, 4)
    expect(await client.ask('anvil_rollback')).toBeNull()
    expect(await client.ask('eth_blockNumber')).toBe('0x3')
    expect(await client.sees(hashes[3] as Hex, addressOf(devnet))).toEqual({
      transaction: 'nowhere',
      receipt: 'nowhere',
      nonces: [3, 3],
      bob: [3n, 3n],
    })
    const { removed, added } = await client.ask('preconf_rollback', 2, { requeue: true })
    expect([removed.length, added]).toEqual([2, []])
    expect(await client.sees(hashes[2] as Hex, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [1, 3],
      bob: [1n, 1n],
    })
    const block = await devnet.seal()
    expect([block.number, block.transactions]).toEqual([2n, hashes.slice(1, 3)])
  })

  test('calls at latest and pending find the new hashes by BLOCKHASH', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    await blocksWithTransfers(devnet, 3)
    const { added } = await client.ask('preconf_reorg', 2)
    // Returns the hash of the block before the one that the call is in.
    const data = '0x600143034060005260206000f3'
    expect(await client.ask('eth_call', { data }, 'latest')).toBe(added[0])
    expect(await client.ask('eth_call', { data }, 'pending')).toBe(added[1])
    await devnet.flashblock()
    expect(await client.ask('eth_call', { data }, 'pending')).toBe(added[1])
  })

  test('what cannot be is refused with a reason, and leaves everything as it was', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    using received = await subscriber(devnet)
    await blocksWithTransfers(devnet, 2)
    const preconfirmed = await sendTransfer(devnet, { from: 1 })
    await devnet.flashblock()
    await sendTransfer(devnet, { from: 2 })
    for (const kind of ['newHeads', 'logs', 'newFlashblocks', 'newPendingTransactions']) {
      await received.subscribe(kind)
    }
    const everything = () =>
      Promise.all([
        client.ask('eth_getBlockByNumber', 'latest', true),
        client.ask('eth_getBlockByNumber', 'pending', true),
        client.ask('eth_getBlockReceipts', 'pending'),
        client.ask('txpool_content'),
        client.ask('preconf_getTransaction', preconfirmed),
      ])
    const before = await everything()
    const badNonce = await signTransfer(devnet, { nonce: 7 })
    const broke = { from: addressOf(devnet), to: addressOf(devnet), value: `0x1${'0'.repeat(30)}` }
    const cases: [string, unknown[], string][] = [
      ['preconf_reorg', [3], 'cannot remove 3 blocks: give a depth from 1 to 2'],
      ['preconf_reorg', [0], 'give a depth from 1 to 2'],
      ['preconf_rollback', [3], 'cannot remove 3 blocks'],
      ['preconf_reorg', [2, [[await signTransfer(devnet), 2]]], 'no new block 2'],
      ['preconf_reorg', [2, [[badNonce, 1]]], `transaction ${keccak256(badNonce)} cannot be in`],
      ['anvil_reorg', [1, [[broke, 0]]], 'insufficient funds'],
      ['anvil_reorg', [1, [['0x1234', 0]]], 'transaction type not supported: type 18'],
      ['anvil_reorg', [1, [[{ from: `0x${'99'.repeat(20)}` }, 0]]], 'unknown account'],
    ]
    for (const [method, params, words] of cases) {
      await expect(client.ask(method, ...params), words).rejects.toThrow(words)
    }
    await received.settled()
    expect(received.pushes).toEqual([])
    expect(await everything()).toEqual(before)
  })
})

test('depths and indexes that are no whole numbers are refused by the API too', async () => {
  await using devnet = await testDevnet()
  await blocksWithTransfers(devnet, 2)
  const raw = await signTransfer(devnet)
  for (const depth of [0, -1, 1.5, Number.NaN, 3]) {
    await expect(devnet.reorg({ depth })).rejects.toMatchObject({ name: 'InvalidReorg' })
    await expect(devnet.rollback({ depth })).rejects.toMatchObject({ name: 'InvalidReorg' })
  }
  for (const block of [-1, 0.5, 2]) {
    await expect(devnet.reorg({ depth: 2, transactions: [{ raw, block }] })).rejects.toMatchObject({
      name: 'InvalidReorg',
    })
  }
})

test('a pooled or pre-confirmed transaction that the new blocks have is sealed, not dropped', async () => {
  await using devnet = await testDevnet()
  await blocksWithTransfers(devnet, 1)
  const preconfirmed = await sendTransfer(devnet, { from: 1 })
  await devnet.flashblock()
  const pooled = await sendTransfer(devnet, { from: 2 })
  const raws = [await signTransfer(devnet, { from: 1 }), await signTransfer(devnet, { from: 2 })]
  const { added } = await devnet.reorg({ transactions: raws.map((raw) => ({ raw })) })
  expect(added[0]?.transactions).toEqual([preconfirmed, pooled])
  for (const hash of [preconfirmed, pooled]) {
    const transaction = devnet.transaction(hash)
    expect(transaction).toMatchObject({ status: 'sealed', blockNumber: 1n })
    expect(transaction).not.toHaveProperty('times.droppedMs')
  }
  expect((await devnet.seal()).transactions).toEqual([])
})

test('what is chosen for the next block is for the first one after the reorg', async () => {
  await using devnet = await testDevnet()
  const old = await devnet.seal()
  const params = [50_000_000_000]
  await devnet.provider.request({ method: 'anvil_setNextBlockBaseFeePerGas', params })
  const { added } = await devnet.reorg({ depth: 1 })
  expect(added[0]?.baseFeePerGas).toBe(old.baseFeePerGas)
  expect((await devnet.seal()).baseFeePerGas).toBe(50_000_000_000n)
})

test('two equal reorgs give equal hashes', async () => {
  const run = async () => {
    await using devnet = await testDevnet()
    await blocksWithTransfers(devnet, 2)
    return [await devnet.reorg({ depth: 2 }), await devnet.reorg({ depth: 1, requeue: true })]
  }
  expect(await run()).toEqual(await run())
})
