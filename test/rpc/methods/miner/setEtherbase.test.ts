import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('pays the tips to somebody from the next block on', async () => {
  await using devnet = await client()
  const miner = `0x${'c0'.repeat(20)}`
  expect(await devnet.ask('miner_setEtherbase', miner)).toBe(true)
  expect(await devnet.ask('eth_coinbase')).toBe(miner)
  await devnet.send({ to: account(devnet, 1) })
  await devnet.seal()
  expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ miner })
  expect(BigInt(await devnet.ask('eth_getBalance', miner, 'latest'))).toBeGreaterThan(0n)
})
