import { expect, it } from 'vitest'
import { client, invalidArgument } from '../client.ts'

it('sets the extra data of headers until a snapshot brings back what was', async () => {
  await using devnet = await client()
  const snapshot = await devnet.ask('evm_snapshot')
  expect(await devnet.ask('miner_setExtra', '0x707265636f6e66')).toBe(true)
  await devnet.seal()
  await devnet.seal()
  const latest = () => devnet.ask('eth_getBlockByNumber', 'latest', false)
  expect(await latest()).toMatchObject({ number: '0x2', extraData: '0x707265636f6e66' })
  await devnet.ask('evm_revert', snapshot)
  await devnet.seal()
  expect(await latest()).toMatchObject({ number: '0x1', extraData: '0x' })
})

it('refuses more than a header holds', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('miner_setExtra', `0x${'00'.repeat(33)}`)).toEqual(
    invalidArgument(0, `extra data of more than 32 bytes, got "0x${'00'.repeat(33)}"`),
  )
})
