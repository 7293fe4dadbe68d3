import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('names the node, its chain and its head', async () => {
  await using devnet = await client({ chainId: 5 })
  const { hash: genesis } = await devnet.ask('eth_getBlockByNumber', '0x0', false)
  const { hash: head } = await devnet.seal()
  expect(await devnet.ask('admin_nodeInfo')).toMatchObject({
    name: expect.stringMatching(/^preconf\//),
    enode: expect.stringMatching(/^enode:\/\/0{128}@/),
    protocols: { eth: { network: 5, genesis, head } },
  })
})
