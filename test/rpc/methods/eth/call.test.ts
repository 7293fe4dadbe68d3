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

const anywhere = `0x${'c0'.repeat(20)}`
/** Returns slot 0. */
const slotReader = '0x5f545f5260205ff3'
/** Returns the number and the time of the block, 32 bytes each. */
const blockReader = '0x435f524260205260405ff3'
/** Returns BASEFEE. */
const baseFeeReader = '0x485f5260205ff3'
/** Reverts with its input. */
const reverter = '0x365f5f37365ffd'
const loop = '0x5b5f56'

/** ABI encoding of `Error("no")`. */
const errorNo = `0x08c379a0${word(32).slice(2)}${word(2).slice(2)}6e6f${'0'.repeat(60)}`
/** ABI encoding of `Panic(0x11)`. */
const panicOverflow = `0x4e487b71${word(0x11).slice(2)}`

const codeAt = (code: string) => ({ [anywhere]: { code } })

describe('eth_call', () => {
  it('reads the state at every kind of block', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const valueAt = (block: unknown) =>
      devnet.ask('eth_call', { to: recorder }, block, { [recorder]: { code: slotReader } })
    expect({
      latest: await valueAt('latest'),
      pending: await valueAt('pending'),
      number0: await valueAt('0x0'),
      number1: await valueAt('0x1'),
      hash: await valueAt(hash),
      hashObject: await valueAt({ blockHash: hash }),
      null: await valueAt(null),
    }).toEqual({
      latest: word(1),
      pending: word(2),
      number0: word(0),
      number1: word(1),
      hash: word(1),
      hashObject: word(1),
      null: word(1),
    })
  })

  it('sees the block it runs on: by default the newest, at pending the next', async () => {
    await using devnet = await client()
    const head = await devnet.seal()
    const seenAt = async (...block: unknown[]) => {
      const answer = await devnet.ask('eth_call', { to: anywhere }, block[0], codeAt(blockReader))
      return [BigInt(answer.slice(0, 66)), BigInt(`0x${answer.slice(66)}`)]
    }
    expect(await seenAt()).toEqual([1n, head.timestamp])
    expect(await seenAt('latest')).toEqual([1n, head.timestamp])
    const [number, timestamp] = await seenAt('pending')
    expect(number).toBe(2n)
    expect(timestamp).toBeGreaterThan(head.timestamp)
  })

  it('applies block overrides', async () => {
    await using devnet = await client()
    const answer = await devnet.ask('eth_call', { to: anywhere }, 'latest', codeAt(blockReader), {
      number: '0x64',
      time: '0xffffffffff',
    })
    expect(answer).toBe(`${word(100)}${word(0xffffffffff).slice(2)}`)
  })

  it('applies state overrides: balance, nonce, state and stateDiff', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const read = (override: object) =>
      devnet.ask('eth_call', { to: recorder }, 'latest', {
        [recorder]: { code: slotReader, ...override },
      })
    expect(await read({ stateDiff: { [word(0)]: word(9) } })).toBe(word(9))
    expect(await read({ stateDiff: { [word(1)]: word(9) } })).toBe(word(1))
    expect(await read({ state: { [word(1)]: word(9) } })).toBe(word(0))
    const rich = { to: account(devnet, 0), from: anywhere, value: '0x5' }
    expect(await devnet.refusal('eth_call', rich)).toMatchObject({ code: -32000 })
    expect(await devnet.ask('eth_call', rich, 'latest', { [anywhere]: { balance: '0x5' } })).toBe(
      '0x',
    )
  })

  it('leaves everything as it was', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    await devnet.ask('eth_call', { to: recorder, data: word(7) }, 'pending')
    expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'pending')).toBe(word(2))
  })

  it('takes the input as data, as input, or equal as both', async () => {
    await using devnet = await client()
    const echo = codeAt('0x365f5f37365ff3')
    for (const input of [
      { data: '0x1234' },
      { input: '0x1234' },
      { data: '0x1234', input: '0x1234' },
    ]) {
      expect(await devnet.ask('eth_call', { to: anywhere, ...input }, 'latest', echo)).toBe(
        '0x1234',
      )
    }
  })

  it('meets no base fee when it offers no price for gas', async () => {
    await using devnet = await client()
    const baseFee = (fees: object) =>
      devnet.ask(
        'eth_call',
        { from: account(devnet, 0), to: anywhere, ...fees },
        'latest',
        codeAt(baseFeeReader),
      )
    expect(await baseFee({})).toBe(word(0))
    expect(await baseFee({ gasPrice: '0x77359400' })).toBe(word(1_000_000_000))
  })

  it.each([
    ['a text', errorNo, 'execution reverted: no'],
    [
      'a panic',
      panicOverflow,
      'execution reverted: panic: arithmetic underflow or overflow (0x11)',
    ],
    ['a custom error', '0x12345678', 'execution reverted: custom error 0x12345678'],
    ['nothing', '0x', 'execution reverted'],
  ])('reverts with %s', async (_name, data, message) => {
    await using devnet = await client()
    expect(
      await devnet.refusal('eth_call', { to: anywhere, data }, 'latest', codeAt(reverter)),
    ).toEqual({ code: 3, message, data })
  })

  it('fails without data when the code is bad or the gas is used up', async () => {
    await using devnet = await client()
    const run = (code: string, gas = '0x186a0') =>
      devnet.refusal('eth_call', { to: anywhere, gas }, 'latest', codeAt(code))
    expect(await run('0xfe')).toEqual({ code: -32000, message: 'invalid opcode: INVALID' })
    expect(await run(loop)).toEqual({ code: -32000, message: 'out of gas' })
  })

  it('refuses parameters that are none, and a block that is not there', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_call', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask({ to: '0x12' })).toEqual(
      invalidArgument(0, 'to: hex string has length 2, want 40 for common.Address, got "0x12"'),
    )
    expect(await ask({ data: '0x01', input: '0x02' })).toMatchObject({ code: -32602 })
    expect(await ask({}, 'latest', { '0x12': {} })).toMatchObject({ code: -32602 })
    expect(await ask({}, 'latest', {}, { number: 1 })).toMatchObject({ code: -32602 })
    expect(await ask({}, '0x9')).toEqual(headerNotFound)
  })
})
