import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

const method = 'debug_setHead'

it('goes back to a block, what came after it is lost', async () => {
  await using devnet = await client()
  const to = account(devnet, 5)
  await devnet.seal()
  const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const transaction = await devnet.send({ to, value: '0x1' })
  await devnet.seal()
  await devnet.seal()
  expect(await devnet.ask(method, '0x1')).toBeNull()
  expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ hash })
  expect(await devnet.ask('eth_getTransactionByHash', transaction)).toBeNull()
  expect(await devnet.ask(method, 1)).toBeNull()
  expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
})

it('refuses a block that is not there', async () => {
  await using devnet = await client()
  expect(await devnet.refusal(method, 5)).toEqual({
    code: -32000,
    message: 'cannot set the head to block 5: the newest is 0',
  })
})
