import { createWalletClient, custom } from 'viem'
import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('says that calls are not atomic, to viem too', async () => {
  await using devnet = await client()
  const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
  const wallet = createWalletClient({ account, transport: custom(devnet.provider) })
  const atomic = { status: 'unsupported' }
  expect(await wallet.getCapabilities()).toEqual({ 31337: { atomic } })
  expect(await wallet.getCapabilities({ chainId: 31337 })).toEqual({ atomic })
  expect(await devnet.ask('wallet_getCapabilities', account, ['0x1'])).toEqual({})
})
