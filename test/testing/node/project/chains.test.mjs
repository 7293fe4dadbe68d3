import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertEmits, assertNotSealed, assertSealed, chainOf, withChain } from 'preconf/node'
import { setUp } from './token.mjs'

describe('tests that run at the same time', { concurrency: true }, () => {
  for (const index of [0, 1, 2, 3]) {
    // Equal transactions on all of their chains.
    test(`have chains of their own: ${index}`, async (t) => {
      const chain = await chainOf(t, { mining: 'manual' })
      const [from, to] = chain.accounts.map(({ address }) => address)
      const hash = await chain.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from, to, value: '0x1' }],
      })
      if (index % 2 === 0) await chain.seal()
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (index % 2 === 0) await assertSealed(hash)
      else await assertNotSealed(hash)
    })
  }
})

describe('withChain', () => {
  test('gives a function a chain, which is closed when it has ended', async () => {
    let kept
    const number = await withChain(async (chain) => {
      kept = chain
      const { token, transfer } = await setUp(chain)
      await assertEmits(transfer(5n), token, 'Transfer')
      return chain.provider.request({ method: 'eth_blockNumber' })
    })
    assert.equal(number, '0x2')
    await assert.rejects(kept.provider.request({ method: 'eth_blockNumber' }))
  })

  test('takes options, and closes the chain when the function fails', async () => {
    let kept
    const failing = withChain({ chainId: 8453 }, (chain) => {
      kept = chain
      assert.equal(chain.chainId, 8453)
      throw new Error('the test fails')
    })
    await assert.rejects(failing, /the test fails/)
    await assert.rejects(kept.provider.request({ method: 'eth_blockNumber' }))
  })
})

describe('the chain of a test', () => {
  let first

  test('is its own', async (t) => {
    first = await chainOf(t)
    await first.seal()
    assert.equal(await first.provider.request({ method: 'eth_blockNumber' }), '0x1')
  })

  test('begins anew, and the one before it is closed', async (t) => {
    const chain = await chainOf(t)
    assert.equal(await chain.provider.request({ method: 'eth_blockNumber' }), '0x0')
    await assert.rejects(first.provider.request({ method: 'eth_blockNumber' }))
  })

  const ends = []
  after(async () => {
    for (const end of ends) await end()
  })

  test('is known to runners that say teardown too', async () => {
    const chain = await chainOf({ teardown: (end) => ends.push(end) })
    assert.equal(await chain.provider.request({ method: 'eth_blockNumber' }), '0x0')
  })
})
