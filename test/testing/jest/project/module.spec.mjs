import { jest } from '@jest/globals'
import { createDevnet, fixture } from 'preconf'
import { clients } from 'preconf/viem'

const transferred = fixture(async ({ devnet }) => {
  const [from, to] = devnet.accounts.map(({ address }) => address)
  const params = [{ from, to, value: '0x5' }]
  return { hash: await devnet.provider.request({ method: 'eth_sendTransaction', params }) }
})

test('a module has the chain, its clients and fixtures', async () => {
  jest.useFakeTimers()
  const { hash } = await chain.loadFixture(transferred)
  await expect(hash).toBeSealed()
  const { publicClient } = clients(chain)
  expect(await publicClient.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
})

test('the fixture of the test before is gone', async () => {
  expect(await chain.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
})

test('a chain of another copy of the package has the same fixtures', async () => {
  const devnet = await createDevnet({ mining: 'auto' })
  expect(await devnet.loadFixture(transferred)).toEqual(await chain.loadFixture(transferred))
  await devnet.close()
})
