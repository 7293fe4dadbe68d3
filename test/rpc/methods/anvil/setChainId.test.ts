import { expect, it } from 'vitest'
import { bob, sendTransfer } from '../../../support/transfers.ts'
import { client } from '../client.ts'

/** Returns the chain id that contracts see. */
const code = '0x465f5260205ff3'
const to = '0x00000000000000000000000000000000000000c0'

it('is the chain id for everybody from now on', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_setCode', to, code)
  const lost = await sendTransfer(devnet)
  await devnet.ask('anvil_setChainId', 5)
  expect(await devnet.ask('eth_chainId')).toBe('0x5')
  expect(await devnet.ask('net_version')).toBe('5')
  expect(Number(await devnet.ask('eth_call', { to }, 'pending'))).toBe(5)
  expect(devnet.transaction(lost)).toMatchObject({ status: 'dropped' })
  const hash = await devnet.send({ to: bob, value: '0x1' })
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
    chainId: '0x5',
    blockNumber: '0x1',
  })
  await expect(sendTransfer({ ...devnet, chainId: 31_337 })).rejects.toThrow(/invalid chain id/)
})

it('goes back with a snapshot', async () => {
  await using devnet = await client()
  const snapshot = await devnet.ask('evm_snapshot')
  await devnet.ask('anvil_setChainId', 5)
  await devnet.seal()
  await devnet.ask('evm_revert', snapshot)
  expect(await devnet.ask('eth_chainId')).toBe('0x7a69')
  await sendTransfer(devnet)
  expect((await devnet.seal()).transactions).toHaveLength(1)
})

it('goes back with a snapshot that was taken in the middle of a block', async () => {
  await using devnet = await client()
  await devnet.flashblock()
  const snapshot = await devnet.ask('evm_snapshot')
  await devnet.ask('anvil_setChainId', 5)
  await devnet.ask('evm_revert', snapshot)
  const hash = await sendTransfer(devnet)
  expect((await devnet.seal()).transactions).toEqual([hash])
})
