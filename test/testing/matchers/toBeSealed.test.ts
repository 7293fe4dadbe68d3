import { expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

test('a transaction in a block is sealed', async () => {
  await using chain = await matcherChain()
  const { devnet, deployment, signer, bob } = chain
  await expect(deployment).toBeSealed()
  expect(await failureOf(() => expect(deployment).not.toBeSealed())).toMatch(
    /^expected the transaction 0x\w+ not to be sealed, but it is sealed in block 1 \(0x\w+\) as transaction 0$/,
  )
  const response = await signer.sendTransaction({ to: bob })
  await expect(response).not.toBeSealed()
  await devnet.seal()
  await expect(response).toBeSealed()
})

test('a pre-confirmed one is not, and what to do is reported', async () => {
  await using chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 1n)
  await chain.devnet.flashblock()
  await expect(hash).not.toBeSealed()
  expect(await failureOf(() => expect(hash).toBeSealed())).toBe(
    `expected the transaction ${hash} to be sealed, but it is pre-confirmed in flashblock 1 of block 2 as transaction 0; the block is not sealed yet; blocks are made on request only: call seal() first`,
  )
})

test('where blocks are made by themselves it is waited for', async () => {
  await using chain = await matcherChain({
    mining: 'flashblocks',
    clock: 'real',
    blockTime: '60s',
  })
  const hash = await chain.transfer(chain.bob, 1n)
  const waiting = expect(hash).toBeSealed()
  await expect(hash).toBePreconfirmed()
  // As its time does, which depends on how busy the machine is.
  await chain.devnet.seal()
  await waiting
})

test('the wait ends when a fault has dropped the transaction', async () => {
  await using chain = await matcherChain({ mining: 'flashblocks', clock: 'real', blockTime: '1s' })
  chain.devnet.faults.inject({ kind: 'dropAtSeal' })
  const hash = await chain.transfer(chain.bob, 1n)
  const failed = failureOf(() => expect(hash).toBeSealed({ timeout: 60_000 }))
  expect(await failed).toContain('but it was dropped: ')
})
