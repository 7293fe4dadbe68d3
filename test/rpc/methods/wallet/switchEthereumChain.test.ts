import { expect, it } from 'vitest'
import { client, missingArgument } from '../client.ts'

it('stays on its chain and knows no other', async () => {
  await using devnet = await client()
  const method = 'wallet_switchEthereumChain'
  expect(await devnet.ask(method, { chainId: '0x7a69' })).toBeNull()
  expect(await devnet.refusal(method, { chainId: '0x1' })).toEqual({
    code: 4902,
    message: 'Unrecognized chain ID 0x1: this is chain 0x7a69',
  })
  expect(await devnet.refusal(method)).toEqual(missingArgument(0))
})
