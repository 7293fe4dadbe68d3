import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const [alice, bob] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]

test('what a chain has come to is what others begin with', async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const request = {
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob, value: '0x7' }],
  }
  await devnet.provider.request(request)

  const genesis = await devnet.export('genesis')
  expect(genesis.notes).toEqual(['block 1 is left out with transactions, receipts and logs'])

  await using another = await createDevnet({ mining: 'auto', genesis: genesis.content })
  const balance = { method: 'eth_getBalance', params: [bob, 'latest'] }
  expect(await another.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
  expect(await another.provider.request(balance)).toBe(await devnet.provider.request(balance))

  // With all blocks: those of the chain file are run again, and lead to the same head.
  const beginning = await devnet.export('genesis', { block: 0 })
  const blocks = await devnet.export('rlp')
  await using same = await createDevnet({
    mining: 'auto',
    genesis: beginning.content,
    chain: blocks.content,
  })
  const head = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  expect((await same.provider.request(head)).hash).toBe((await devnet.provider.request(head)).hash)
})
