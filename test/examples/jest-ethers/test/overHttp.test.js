const { JsonRpcProvider, parseEther } = require('ethers')

// What is tested here speaks to a node over HTTP: each worker has a chain of its own.
const url = `${process.env.PRECONF_URL}/${process.env.JEST_WORKER_ID}`
const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })

beforeEach(() => fetch(`${url}/restart`))
afterAll(() => provider.destroy())

test.each([1n, 2n, 3n])('a payment arrives over HTTP: %s', async (ether) => {
  const [alice, bob] = await provider.listAccounts()
  const payment = await alice.sendTransaction({ to: bob, value: ether * parseEther('1') })
  await payment.wait()
  expect(await provider.getBalance(bob)).toBe(parseEther('10000') + ether * parseEther('1'))
})
