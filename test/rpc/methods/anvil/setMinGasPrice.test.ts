import { expect, it } from 'vitest'
import { bob } from '../../../support/transfers.ts'
import { client } from '../client.ts'

it('keeps cheaper transactions out of the pool, before London', async () => {
  await using devnet = await client({ hardfork: 'berlin' })
  await devnet.ask('anvil_setMinGasPrice', 100)
  expect(
    await devnet.refusal('eth_sendTransaction', {
      from: devnet.accounts[0]?.address,
      to: bob,
      gas: '0x5208',
      gasPrice: '0x63',
    }),
  ).toEqual({
    code: -32000,
    message: 'transaction gas price below minimum: gas tip cap 99, minimum needed 100',
  })
  expect(await devnet.send({ to: bob, gasPrice: '0x64' })).toMatch(/^0x/)
})
