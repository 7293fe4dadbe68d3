import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, missingArgument, twoSteps, word } from '../client.ts'

describe('eth_getStorageAt', () => {
  it('reads a slot at every kind of block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const valueAt = (...block: unknown[]) =>
      devnet.ask('eth_getStorageAt', recorder, '0x0', ...block)
    expect({
      omitted: await valueAt(),
      latest: await valueAt('latest'),
      pending: await valueAt('pending'),
      number0: await valueAt('0x0'),
      number1: await valueAt('0x1'),
      hash: await valueAt(hash),
    }).toEqual({
      omitted: word(1),
      latest: word(1),
      pending: word(2),
      number0: word(0),
      number1: word(1),
      hash: word(1),
    })
  })

  it.each([['0x0'], ['0x'], ['0x00'], [word(0)], [0]])('knows the slot as %j', async (slot) => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    expect(await devnet.ask('eth_getStorageAt', recorder, slot, 'latest')).toBe(word(1))
  })

  it('is 32 zero bytes where nothing is', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getStorageAt', account(devnet, 0), '0x7')).toBe(word(0))
  })

  it('refuses a slot that is none, and a block that is not there', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    const ask = (...params: unknown[]) => devnet.refusal('eth_getStorageAt', ...params)
    expect(await ask(address)).toEqual(missingArgument(1))
    expect((await ask(address, `${word(0)}0`)).message).toContain(
      'storage key too long (want at most 32 bytes)',
    )
    expect((await ask(address, '0xz')).code).toBe(-32602)
    expect(await ask(address, '0x0', '0x9')).toEqual(headerNotFound)
  })
})
