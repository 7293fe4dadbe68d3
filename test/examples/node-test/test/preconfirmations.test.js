import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ethersProvider } from 'preconf/ethers'
import { assertNotSealed, assertPreconfirmed, assertSealed, chainOf } from 'preconf/node'

test('a payment is pre-confirmed, then sealed', async (t) => {
  const chain = await chainOf(t, { mining: 'manual' })
  const [alice, bob] = ethersProvider(chain).signers
  const payment = await alice.sendTransaction({ to: bob, value: 5n })
  await chain.flashblock()
  await assertPreconfirmed(payment)
  await assertNotSealed(payment)
  await chain.seal()
  await assertSealed(payment)
})

test('a pre-confirmed payment can be missing from the block', async (t) => {
  const chain = await chainOf(t, { mining: 'manual' })
  const [alice, bob] = ethersProvider(chain).signers
  const payment = await alice.sendTransaction({ to: bob, value: 5n })
  await chain.flashblock()
  chain.faults.inject({ kind: 'dropAtSeal' })
  await chain.seal()
  await assertNotSealed(payment)
  assert.equal(await alice.getNonce('pending'), 0)
})
