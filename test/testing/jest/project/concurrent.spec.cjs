const { bob, setUp } = require('./token.cjs')

const { client } = setUp()

describe('tests that run at the same time', () => {
  test.concurrent.each([1n, 2n, 3n])('have forks of the chain: %d', async (value) => {
    const own = await chain.fork()
    const before = BigInt(await own.provider.request({ method: 'eth_getBalance', params: [bob] }))
    await own.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: chain.accounts[0].address, to: bob, value: `0x${value.toString(16)}` }],
    })
    const after = BigInt(await own.provider.request({ method: 'eth_getBalance', params: [bob] }))
    expect(after - before).toBe(value)
    await own.close()
  })
})

test('the chain of the file stays as it comes', async () => {
  await client.sendTransaction({ to: bob, value: 1n })
})

test('for later tests too', async () => {
  expect(await client.getBlockNumber()).toBe(1n)
})
