import { createDevnet, fixture } from 'preconf'
import { parseEther } from 'viem'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Bob has so much ether. */
const bobHas = (ether: string) =>
  fixture({ inputs: ether }, async ({ devnet }) => {
    const { testClient } = await devnet.clients()
    await testClient.setBalance({ address: bob, value: parseEther(ether) })
    return (await devnet.seal()).hash
  })

test('equal parameters give the same state, others another', async () => {
  await using devnet = await createDevnet()
  const { publicClient } = await devnet.clients()
  const hash = await devnet.loadFixture(bobHas('1'))
  expect(await devnet.loadFixture(bobHas('2'))).not.toBe(hash)
  expect(await publicClient.getBalance({ address: bob })).toBe(parseEther('2'))
  expect(await devnet.loadFixture(bobHas('1'))).toBe(hash)
})
