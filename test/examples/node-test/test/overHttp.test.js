import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { serve } from 'preconf/server'
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { alice, bob } from './token.js'

// What is tested here speaks to a node over HTTP: each test has a chain of its own.
describe('a payment', { concurrency: true }, () => {
  const server = serve({ port: 0, mining: 'auto' })
  before(() => server.start())
  after(() => server.stop())

  for (const ether of ['1', '2', '3']) {
    test(`of ${ether} ether arrives over HTTP`, async () => {
      const transport = http(`${server.url}/payment-of-${ether}`)
      const client = createWalletClient({ account: alice, chain: foundry, transport })
      await client.sendTransaction({ to: bob, value: parseEther(ether) })
      const balance = await client.extend(publicActions).getBalance({ address: bob })
      assert.equal(balance, parseEther('10000') + parseEther(ether))
    })
  }
})
