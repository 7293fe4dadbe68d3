import { type Hex, keccak256, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { rpc } from '../support/rpc.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { sendTransfer } from '../support/transfers.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
type Ask = (method: string, ...params: readonly unknown[]) => Promise<any>

const asking =
  ({ provider }: Pick<Awaited<ReturnType<typeof testDevnet>>, 'provider'>): Ask =>
  (method, ...params) =>
    provider.request({ method, params } as never)

/** Code that gives the hash of a block. */
function hashOf(number: number): Hex {
  return `0x61${number.toString(16).padStart(4, '0')}405f5260205ff3`
}

/** Reads blocks by number, and finds that each has the hash that its header has, wherever it is asked for. */
async function trueHashes(ask: Ask, numbers: readonly number[]): Promise<readonly Hex[]> {
  const head = Number(await ask('eth_blockNumber'))
  const hashes: Hex[] = []
  for (const number of numbers) {
    const place = toHex(number)
    const { hash, parentHash, size } = await ask('eth_getBlockByNumber', place, false)
    expect(keccak256(await ask('debug_getRawHeader', place))).toBe(hash)
    const parent = await ask('eth_getBlockByNumber', toHex(number - 1), false)
    expect(parent.hash).toBe(parentHash)
    expect(await ask('eth_getBlockByHash', hash, false)).toMatchObject({ number: place, size })
    if (number < head && number >= head - 256) {
      expect(await ask('eth_call', { data: hashOf(number) }, 'latest')).toBe(hash)
    }
    hashes.push(hash)
  }
  return hashes
}

/** Blocks at the ends of runs of 3,000 and 2,000, and inside of them. */
const inFirst = [1, 2, 1500, 2999, 3000]
const inSecond = [3001, 3002, 4000, 4999, 5000]

describe('hashes in long runs of empty blocks are those of the headers', () => {
  it('on a fork and on the chain that it was made of', async () => {
    await using devnet = await testDevnet()
    const ask = asking(devnet)
    await ask('anvil_mine', 3000)
    await using fork = await devnet.fork()
    const askFork = asking(fork)
    await askFork('anvil_mine', 2000, 7)
    await ask('anvil_mine', 2000, 3)
    expect(await trueHashes(askFork, inFirst)).toEqual(await trueHashes(ask, inFirst))
    const [own, others] = [await trueHashes(ask, inSecond), await trueHashes(askFork, inSecond)]
    expect(new Set([...own, ...others]).size).toBe(inSecond.length * 2 - 1)
    expect(own[0]).toBe(others[0])
    expect(await ask('eth_getBlockByHash', others[2], false)).toBeNull()
    expect(await askFork('eth_getBlockByHash', own[2], false)).toBeNull()
  })

  it('on chains at paths of a server', async () => {
    await using devnet = await testDevnet()
    const { url } = await devnet.listen({ port: 0 })
    const at =
      (path: string): Ask =>
      (method, ...params) =>
        rpc(`${url}${path}`, method, params)
    await at('/1')('anvil_mine', 3000)
    const hashes = await trueHashes(at('/1'), inFirst)
    await at('')('anvil_mine', 3000)
    expect(await trueHashes(at(''), inFirst)).toEqual(hashes)
    await fetch(`${url}/warm`, { method: 'POST' })
    await at('/2')('anvil_mine', 2000)
    await at('')('anvil_mine', 2000)
    expect(await trueHashes(at('/2'), inFirst)).toEqual(hashes)
    expect(await trueHashes(at('/2'), inSecond)).toEqual(await trueHashes(at(''), inSecond))
    expect(await at('/1')('eth_getBlockByNumber', toHex(3001), false)).toBeNull()
  })

  it('after a revert to a snapshot between two runs', async () => {
    await using devnet = await testDevnet()
    const ask = asking(devnet)
    await ask('anvil_mine', 3000)
    const before = await trueHashes(ask, inFirst)
    const snapshot = await ask('evm_snapshot')
    await ask('anvil_mine', 2000, 7)
    const gone = await trueHashes(ask, inSecond)
    expect(await ask('evm_revert', snapshot)).toBe(true)
    expect(await ask('eth_getBlockByHash', gone[2], false)).toBeNull()
    expect(await ask('eth_getBlockByNumber', toHex(4000), false)).toBeNull()
    expect(await trueHashes(ask, inFirst)).toEqual(before)
    await ask('anvil_mine', 2000, 3)
    expect((await trueHashes(ask, inSecond))[2]).not.toBe(gone[2])
  })

  it('after going back to a checkpoint again and again', async () => {
    await using devnet = await testDevnet()
    const ask = asking(devnet)
    await ask('anvil_mine', 3000)
    const checkpoint = await devnet.checkpoint()
    const before = await trueHashes(ask, inFirst)
    const seen = new Set<Hex>()
    for (const interval of [1, 5, 9]) {
      await ask('anvil_mine', 2000, interval)
      for (const hash of (await trueHashes(ask, inSecond)).slice(1)) seen.add(hash)
      expect(await devnet.restore(checkpoint)).toBe(true)
      expect(await trueHashes(ask, inFirst)).toEqual(before)
    }
    expect(seen.size).toBe(3 * (inSecond.length - 1))
  })

  it('where a reorg took the end of a run away, and a transfer stands on the rest', async () => {
    await using devnet = await testDevnet()
    const ask = asking(devnet)
    await ask('anvil_mine', 3000)
    const before = await trueHashes(ask, [1, 1500, 2990])
    await devnet.rollback({ depth: 10 })
    await sendTransfer(devnet)
    await devnet.seal()
    await ask('anvil_mine', 2000)
    expect(await trueHashes(ask, [1, 1500, 2990])).toEqual(before)
    await trueHashes(ask, [2991, 2992, 4000, 4991])
  })
})
