import { createDevnet, defineScenario } from 'preconf'
import { createPublicClient, custom, parseGwei } from 'viem'
import { expect, test } from 'vitest'

const spike = defineScenario({
  actors: { alice: {}, bob: {} }, // the first accounts of the mnemonic
  steps: [
    { name: 'pay', send: { from: 'alice', to: 'bob', value: '1 ether', maxFee: '5 gwei' } },
    { fees: { baseFee: '90 gwei' } },
    { name: 'spike', after: '3s', checkpoint: 'spike' },
    { after: '2s', expect: { transaction: { of: 'pay', is: 'pooled' } } },
    { after: '60s', expect: { transaction: { of: 'pay', is: 'succeeded' } } },
  ],
})

test('a payment waits until the base fee has fallen', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const client = createPublicClient({ transport: custom(devnet.provider) })

  const play = await devnet.play(spike)
  await play.skipTo('spike') // moves the manual clock on by 3 s
  const { baseFeePerGas } = await client.getBlock()
  expect(baseFeePerGas).toBe(parseGwei('90'))

  await devnet.clock.advance(62_000)
  expect(await play.ended).toMatchObject({ status: 'ended', steps: 5 })

  await play.seek('spike') // chain and position
  expect((await client.getBlock()).baseFeePerGas).toBe(baseFeePerGas)
})
