/**
 * @jest-environment-options {"preconf": {"chainId": 8453, "mining": "manual"}}
 */
const { bob, setUp } = require('./token.cjs')

const { client } = setUp()

test('a file has a chain with options of its own', async () => {
  expect(chain.chainId).toBe(8453)
  const hash = await client.sendTransaction({ to: bob })
  await expect(hash).not.toBePreconfirmed()
  await chain.flashblock()
  await expect(hash).toBePreconfirmed({ index: 1 })
  await expect(hash).not.toBeSealed()
})
