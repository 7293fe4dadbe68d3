import { expect, it } from 'vitest'
import { account, client, missingArgument, tooMany, word, zeroHash } from '../client.ts'

const method = 'preconf_callAround'

const stranger = '0x00000000000000000000000000000000000c0ffe'

/** Code that returns the stranger's balance. */
const balance = { data: `0x73${stranger.slice(2)}315f5260205ff3` }

it('tells what a transaction alone has changed, pre-confirmed and sealed', async () => {
  await using devnet = await client()
  const hashes: unknown[] = []
  for (const value of ['0x1', '0x10', '0x100']) {
    hashes.push(await devnet.send({ to: stranger, value }))
  }
  const around = () =>
    Promise.all(hashes.map((hash) => devnet.ask(method, hash, [balance, { data: '0xfe' }])))
  const halted = { error: 'invalid opcode: INVALID' }
  const expected = [
    { before: [{ value: word(0) }, halted], after: [{ value: word(1) }, halted] },
    { before: [{ value: word(1) }, halted], after: [{ value: word(0x11) }, halted] },
    { before: [{ value: word(0x11) }, halted], after: [{ value: word(0x111) }, halted] },
  ]
  await devnet.flashblock()
  expect(await around()).toEqual(expected)
  await devnet.seal()
  await devnet.seal()
  expect(await around()).toEqual(expected)
})

it('leaves to the next transaction what was changed by hand after this one', async () => {
  await using devnet = await client()
  const first = await devnet.send({ to: stranger, value: '0x1' })
  await devnet.flashblock()
  await devnet.ask('anvil_setBalance', stranger, '0x64')
  const second = await devnet.send({ to: stranger, value: '0x1' })
  await devnet.flashblock()
  expect(await devnet.ask(method, first, [balance])).toEqual({
    before: [{ value: word(0) }],
    after: [{ value: word(1) }],
  })
  expect(await devnet.ask(method, second, [balance])).toEqual({
    before: [{ value: word(100) }],
    after: [{ value: word(101) }],
  })
})

it('runs in the block of the transaction', async () => {
  await using devnet = await client()
  const hash = await devnet.send({ to: stranger })
  await devnet.seal()
  await devnet.seal()
  const number = { data: '0x435f5260205ff3' }
  expect(await devnet.ask(method, hash, [number])).toMatchObject({ after: [{ value: word(1) }] })
})

it('refuses a transaction that has not run, and too many calls', async () => {
  await using devnet = await client()
  expect(await devnet.refusal(method, zeroHash, [])).toMatchObject({
    code: -32000,
    message: 'transaction not found',
  })
  const pooled = await devnet.send({ to: account(devnet, 1) })
  expect(await devnet.refusal(method, pooled, [])).toMatchObject({
    message: 'transaction not found: it is in the pool and has not run yet',
  })
  const many = Array.from({ length: 1_001 }, () => ({}))
  expect(await devnet.refusal(method, pooled, many)).toMatchObject({
    code: -32602,
    message: 'invalid argument 1: expected at most 1000 calls, got an array of 1001',
  })
  expect(await devnet.refusal(method, pooled)).toEqual(missingArgument(1))
  expect(await devnet.refusal(method, pooled, [], 1)).toEqual(tooMany(2))
})
