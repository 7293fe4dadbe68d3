import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  headerNotFound,
  invalidArgument,
  missingArgument,
  twoSteps,
  word,
} from '../client.ts'

const method = 'eth_getStorageValues'

describe(method, () => {
  it('gives the values of each account in the order of its slots, at every kind of block', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const other = account(devnet, 1)
    const requests = { [recorder]: [word(1), word(0), '0x0'], [other]: [word(5)] }
    const answer = (value: number) => ({
      [recorder]: [word(0), word(value), word(value)],
      [other]: [word(0)],
    })
    expect(await devnet.ask(method, requests)).toEqual(answer(1))
    expect(await devnet.ask(method, requests, 'pending')).toEqual(answer(2))
    expect(await devnet.ask(method, requests, '0x0')).toEqual(answer(0))
  })

  it('answers with lower-case addresses, and with none of no slots as long as another has some', async () => {
    await using devnet = await client()
    const [upper, other] = [`0x${'AB'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
    expect(await devnet.ask(method, { [upper]: ['0x1'], [other]: [] })).toEqual({
      [upper.toLowerCase()]: [word(0)],
      [other]: [],
    })
  })

  it('refuses requests of nothing and of too much', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    const slots = (count: number) => Array.from({ length: count }, (_, slot) => word(slot))
    const nothing = { code: -32602, message: 'empty request' }
    expect(await devnet.refusal(method, {})).toEqual(nothing)
    expect(await devnet.refusal(method, { [address]: [] })).toEqual(nothing)
    expect(await devnet.ask(method, { [address]: slots(1024) })).toHaveProperty(address)
    const half = { [address]: slots(512), [account(devnet, 1)]: slots(513) }
    expect(await devnet.refusal(method, half)).toEqual({
      code: -38026,
      message: 'too many slots: the limit is 1024 (--limit proofSlots=N)',
    })
  })

  it('refuses what are no slots, and a block that is not there', async () => {
    await using devnet = await client()
    const address = account(devnet, 0)
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, [])).toEqual(
      invalidArgument(0, 'expected an object, got an array of 0'),
    )
    expect(await devnet.refusal(method, { '0x12': ['0x0'] })).toMatchObject({ code: -32602 })
    expect(await devnet.refusal(method, { [address]: ['0xzz'] })).toMatchObject({ code: -32602 })
    expect(await devnet.refusal(method, { [address]: ['0x0'] }, '0x9')).toEqual(headerNotFound)
  })
})
