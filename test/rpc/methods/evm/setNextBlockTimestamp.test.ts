import { expect, it } from 'vitest'
import { client } from '../client.ts'

const start = 1_767_225_600

it('sets the time of the next block only, from which time goes on', async () => {
  await using devnet = await client()
  await devnet.ask('evm_setNextBlockTimestamp', start + 1_000)
  expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
    number: '0x0',
  })
  expect((await devnet.seal()).timestamp).toBe(BigInt(start + 1_000))
  await devnet.clock.advance(3_000)
  expect((await devnet.seal()).timestamp).toBe(BigInt(start + 1_003))
})

it('refuses the time of the head and what is before it', async () => {
  await using devnet = await client()
  for (const time of [start, start - 1]) {
    expect(await devnet.refusal('evm_setNextBlockTimestamp', time)).toEqual({
      code: -32602,
      message: `timestamp ${time} is lower than or equal to the previous block's timestamp ${start}: give ${start + 1} or a later one`,
    })
  }
})

it('is what contracts see at `pending` and the estimate of gas', async () => {
  await using devnet = await client()
  const code = '0x425f5260205ff3'
  const to = '0x00000000000000000000000000000000000000c0'
  await devnet.ask('anvil_setCode', to, code)
  await devnet.ask('evm_setNextBlockTimestamp', start + 1_000)
  expect(Number(await devnet.ask('eth_call', { to }, 'pending'))).toBe(start + 1_000)
  expect(Number(await devnet.ask('eth_call', { to }, 'latest'))).toBe(start)
})

it('opens the pending block again with the time', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  await devnet.ask('evm_setNextBlockTimestamp', start + 1_000)
  const pending = await devnet.ask('eth_getBlockByNumber', 'pending', false)
  expect(Number(pending.timestamp)).toBe(start + 1_000)
})
