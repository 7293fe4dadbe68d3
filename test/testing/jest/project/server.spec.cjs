/**
 * @jest-environment node
 */
const { createPublicClient, http } = require('viem')
const { useChain } = require('preconf/jest/matchers')

const url = `${process.env.PRECONF_URL}/${process.env.JEST_WORKER_ID}`

test('a server for all workers has a chain for each', async () => {
  expect(typeof chain).toBe('undefined')
  const client = createPublicClient({ transport: http(url) })
  const [from, to] = await client.request({ method: 'eth_accounts' })
  const hash = await client.request({ method: 'eth_sendTransaction', params: [{ from, to }] })
  const release = useChain(url)
  await expect(hash).toBeSealed()
  release()
  await expect(hash).toUseGas(21_000, { chain: url })
})
