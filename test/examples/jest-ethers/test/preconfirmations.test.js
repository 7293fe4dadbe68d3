/**
 * @jest-environment preconf/jest
 * @jest-environment-options {"preconf": {"mining": "manual"}}
 */
const { ethersProvider } = require('preconf/ethers')

test('a payment is pre-confirmed, then sealed', async () => {
  const [alice, bob] = ethersProvider(chain).signers
  const payment = await alice.sendTransaction({ to: bob, value: 5n })
  await expect(payment).not.toBePreconfirmed()
  await chain.flashblock()
  await expect(payment).toBePreconfirmed()
  await expect(payment).not.toBeSealed()
  await chain.seal()
  await expect(payment).toBeSealed()
})

test('fake timers do not stop the chain', async () => {
  jest.useFakeTimers()
  await chain.seal()
  expect(await ethersProvider(chain).getBlockNumber()).toBe(1)
  jest.useRealTimers()
})
