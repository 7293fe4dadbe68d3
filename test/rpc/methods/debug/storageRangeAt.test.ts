import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { account, client, deployRecorder, headerNotFound, twoSteps, word } from '../client.ts'

const method = 'debug_storageRangeAt'

describe(method, () => {
  it('gives storage as each transaction of a block found it', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const at = async (index: number, block: unknown = hash) => {
      const { storage } = await devnet.ask(method, block, index, recorder, '0x', 10)
      return storage
    }
    const slot = keccak256(word(0))
    expect(await at(0)).toEqual({})
    expect(await at(1)).toEqual({})
    expect(await at(2)).toEqual({ [slot]: { key: word(0), value: word(1) } })
    expect(await at(2, 1)).toEqual(await at(2))
    expect(await at(0, 'pending')).toEqual({ [slot]: { key: word(0), value: word(1) } })
    expect(await at(1, 'pending')).toEqual({ [slot]: { key: word(0), value: word(2) } })
  })

  it('gives slots in parts, in the order of their hashes', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const slots = [1, 2, 3, 4, 5].map(word)
    for (const slot of slots) await devnet.ask('anvil_setStorageAt', recorder, slot, word(7))
    await devnet.seal()
    const hashes = slots.map((slot) => keccak256(slot)).sort()
    const from = async (start: string, most: number) => {
      const { storage, nextKey } = await devnet.ask(method, 'latest', 0, recorder, start, most)
      return [Object.keys(storage), nextKey]
    }
    expect(await from('0x', 2)).toEqual([hashes.slice(0, 2), hashes[2]])
    expect(await from(hashes[2] as string, 2)).toEqual([hashes.slice(2, 4), hashes[4]])
    expect(await from(hashes[4] as string, 2)).toEqual([hashes.slice(4), null])
    expect(await from(word(0), 5)).toEqual([hashes, null])
    expect(await from('0x', 0)).toEqual([[], hashes[0]])
  })

  it('is empty for an account without storage', async () => {
    await using devnet = await client()
    const nothing = { storage: {}, nextKey: null }
    expect(await devnet.ask(method, 'latest', 0, account(devnet, 0), '0x', 5)).toEqual(nothing)
  })

  it('says that there is no such transaction or block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    expect(await devnet.refusal(method, hash, 3, recorder, '0x', 1)).toEqual({
      code: -32000,
      message: 'transaction index 3 out of range for block 1, which has 3',
    })
    expect(await devnet.refusal(method, 9, 0, recorder, '0x', 1)).toEqual(headerNotFound)
  })
})

it('refuses a start that is longer than a hash, however long', async () => {
  await using devnet = await client()
  for (const bytes of [33, 131_073]) {
    const long = `0x${'ab'.repeat(bytes)}`
    expect(await devnet.refusal(method, 'latest', 0, account(devnet, 0), long, 1)).toEqual({
      code: -32602,
      message: expect.stringContaining(`hex string has length ${2 * bytes}, want at most 64`),
    })
  }
})
