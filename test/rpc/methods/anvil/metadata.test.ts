import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('names head, chain and client, and the snapshots that there are', async () => {
  await using devnet = await client()
  const { hash } = await devnet.seal()
  const id = await devnet.ask('evm_snapshot')
  const block = await devnet.seal()
  expect(await devnet.ask('anvil_metadata')).toEqual({
    clientVersion: await devnet.ask('web3_clientVersion'),
    chainId: 31_337,
    instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    latestBlockNumber: 2,
    latestBlockHash: block.hash,
    snapshots: { [id]: [1, hash] },
  })
  await devnet.ask('evm_revert', id)
  expect((await devnet.ask('anvil_metadata')).snapshots).toEqual({})
  expect(await devnet.ask('hardhat_metadata')).not.toHaveProperty('snapshots')
})

it('has another instance id after each reset, the same in equal runs', async () => {
  await using first = await client()
  await using second = await client()
  const ids = async (devnet: typeof first) => {
    const before = await devnet.ask('hardhat_metadata')
    await devnet.ask('hardhat_reset')
    const after = await devnet.ask('hardhat_metadata')
    return [before.instanceId, after.instanceId]
  }
  const [before, after] = await ids(first)
  expect(before).not.toBe(after)
  expect(await ids(second)).toEqual([before, after])
})

it('has another instance id at each start on real time', async () => {
  await using first = await client({ clock: 'real' })
  await using second = await client({ clock: 'real' })
  const { instanceId } = await first.ask('hardhat_metadata')
  expect((await second.ask('hardhat_metadata')).instanceId).not.toBe(instanceId)
})
