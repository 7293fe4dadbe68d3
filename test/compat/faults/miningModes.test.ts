import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import type { Fault } from '../../../src/types/fault.ts'
import { addressOf } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bobAt, sendTransfer, signTransfer } from '../../support/transfers.ts'

type Ask = (
  method: string,
  ...params: unknown[]
) => ReturnType<PreconfDevnet['provider']['request']>

/** A devnet in that mode, and how its next block comes about. */
async function stage(mining: 'flashblocks' | 'interval' | 'auto' | 'manual') {
  const devnet = await testDevnet({ mining })
  const isTimed = mining === 'flashblocks' || mining === 'interval'
  const ask: Ask = (method, ...params) => devnet.provider.request({ method, params })
  const blockAt = async (tag: string) => {
    const { number, transactions } = await ask('eth_getBlockByNumber', tag, false)
    return { number: Number(number), transactions }
  }
  /** The next block that comes by itself, or is asked for. */
  const nextBlock = async () => {
    if (isTimed) await devnet.clock.advance(2_000)
    else await devnet.seal()
    return blockAt('latest')
  }
  return {
    devnet,
    ask,
    blockAt,
    nextBlock,
    /** The block that a transaction gets into when nothing is done but what the mode needs. */
    blockWith: async () => (mining === 'auto' ? blockAt('latest') : nextBlock()),
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}

describe.each(['flashblocks', 'interval', 'auto', 'manual'] as const)('%s', (mining) => {
  test('a transaction is dropped at the seal, and its nonce can be used again', async () => {
    await using set = await stage(mining)
    const { devnet, ask } = set
    await ask('preconf_setFault', { kind: 'dropAtSeal', from: addressOf(devnet) })
    const hash = await sendTransfer(devnet)
    expect(await set.blockWith()).toEqual({ number: 1, transactions: [] })
    expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
    expect(await ask('eth_getTransactionCount', addressOf(devnet), 'pending')).toBe('0x0')
    expect(devnet.transaction(hash)).toMatchObject({ status: 'dropped', reason: 'fault' })
    const again = await sendTransfer(devnet, { value: 3n })
    expect(await set.blockWith()).toEqual({ number: 2, transactions: [again] })
    expect(await bobAt(devnet, 'latest')).toBe(3n)
  })

  test('requeued, or in a flashblock that is left out, it is in the next block', async () => {
    await using set = await stage(mining)
    const faults: Fault[] = [
      { kind: 'dropAtSeal', requeue: true },
      { kind: 'sealWithoutFlashblocks', count: 20 },
    ]
    for (const [nonce, fault] of faults.entries()) {
      set.devnet.faults.inject(fault)
      const hash = await sendTransfer(set.devnet, { nonce })
      expect(await set.blockWith()).toEqual({ number: 2 * nonce + 1, transactions: [] })
      expect(set.devnet.transaction(hash)).toMatchObject({ status: 'pooled' })
      expect(await set.nextBlock()).toEqual({ number: 2 * nonce + 2, transactions: [hash] })
    }
  })

  test('a transaction is replaced at the seal', async () => {
    await using set = await stage(mining)
    const raws = [await signTransfer(set.devnet), await signTransfer(set.devnet, { value: 5n })]
    const [replaced, other] = raws.map((raw) => keccak256(raw ?? '0x')) as [`0x${string}`, string]
    const fault = { kind: 'replaceAtSeal', transaction: replaced, with: raws[1] }
    await set.ask('preconf_setFault', fault)
    await set.ask('eth_sendRawTransaction', raws[0])
    expect(await set.blockWith()).toEqual({ number: 1, transactions: [other] })
    expect(await bobAt(set.devnet, 'latest')).toBe(5n)
  })

  test('what happens to flashblocks changes no block', async () => {
    const hashWith = async (faults: readonly Fault[]) => {
      await using set = await stage(mining)
      for (const fault of faults) set.devnet.faults.inject(fault)
      for (const nonce of [0, 1]) {
        await sendTransfer(set.devnet, { nonce })
        await set.blockWith()
      }
      return (await set.ask('eth_getBlockByNumber', 'latest', false)).hash
    }
    const faults: Fault[] = [
      { kind: 'skipFlashblock' },
      { kind: 'repeatFlashblock', times: 5 },
      { kind: 'delayPublishing', ms: 90, jitterMs: 900, times: 5 },
      { kind: 'stopPublishing', ms: 700 },
    ]
    expect(await hashWith(faults)).toBe(await hashWith([]))
  })

  test('blocks are replaced and taken off; the cadence goes on from there', async () => {
    await using set = await stage(mining)
    const { devnet } = set
    const hash = await sendTransfer(devnet)
    await set.blockWith()
    const { removed, added } = await devnet.reorg({ requeue: true })
    expect([removed[0]?.transactions, added[0]?.transactions]).toEqual([[hash], []])
    expect(await bobAt(devnet, 'latest')).toBe(0n)
    // Without flashblocks `pending` is what the pool would make of the head.
    const isShown = mining === 'interval' || mining === 'auto'
    expect(await bobAt(devnet, 'pending')).toBe(isShown ? 1n : 0n)
    expect(await set.nextBlock()).toEqual({ number: 2, transactions: [hash] })
    await devnet.rollback({ depth: 2 })
    expect(await set.blockAt('latest')).toEqual({ number: 0, transactions: [] })
    expect(await set.nextBlock()).toEqual({ number: 1, transactions: [] })
    expect(devnet.transaction(hash)).toMatchObject({ status: 'dropped', reason: 'reorged' })
  })
})
