const assert = require('node:assert/strict')
const { test } = require('node:test')
const { assertSealed, chainOf } = require('preconf/node')

test('CommonJS has the same', async (t) => {
  const chain = await chainOf(t)
  const [from, to] = chain.accounts.map(({ address }) => address)
  const params = [{ from, to, value: '0x1' }]
  await assertSealed(chain.provider.request({ method: 'eth_sendTransaction', params }))
  assert.equal(await chain.provider.request({ method: 'eth_blockNumber' }), '0x1')
})
