import { describe, expect, test, vi } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

const unknown = `0x${'12'.repeat(32)}`

test('a transaction in a flashblock is pre-confirmed, by whatever it is named', async () => {
  await using chain = await matcherChain()
  const { devnet, client, signer, bob } = chain
  const hash = await client.sendTransaction({ to: bob, value: 1n })
  const response = await signer.sendTransaction({ to: bob, value: 1n })
  await devnet.flashblock()
  await expect(hash).toBePreconfirmed()
  await expect(hash.toUpperCase().replace('X', 'x')).toBePreconfirmed({ index: 1 })
  await expect(Promise.resolve(hash)).toBePreconfirmed()
  await expect(Promise.resolve(hash)).resolves.toBePreconfirmed()
  await expect(client.getTransaction({ hash })).toBePreconfirmed()
  await expect(client.getTransactionReceipt({ hash })).toBePreconfirmed()
  await expect(response).toBePreconfirmed({ index: 1 })
  await expect(response.wait(0)).toBePreconfirmed()
  await expect(() => hash).toBePreconfirmed()
  await expect(async () => response).toBePreconfirmed()
})

test('a sealed one was pre-confirmed', async () => {
  await using chain = await matcherChain()
  await expect(chain.deployment).toBePreconfirmed()
})

test('in the pool of a chain that makes blocks on request it is not, at once', async () => {
  await using chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 1n)
  await expect(hash).not.toBePreconfirmed()
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toBe(
    `expected the transaction ${hash} to be pre-confirmed, but it is in the pool: nothing keeps it out, but blocks are made on request only (mining is manual); call flashblock() or seal(), by JSON-RPC preconf_flashblock or preconf_seal`,
  )
})

test('under the manual clock it says how to let time pass', async () => {
  await using chain = await matcherChain({ mining: 'flashblocks' })
  const hash = await chain.transfer(chain.bob, 1n)
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toBe(
    `expected the transaction ${hash} to be pre-confirmed, but it is in the pool: nothing keeps it out: it waits for the next flashblock; the clock is manual: call clock.advance(ms), flashblock() or seal() first`,
  )
  await chain.devnet.clock.advance(200)
  await expect(hash).toBePreconfirmed({ index: 1 })
})

test('paused, it says so', async () => {
  await using chain = await matcherChain({ mining: 'flashblocks', clock: 'real' })
  chain.devnet.pause()
  const hash = await chain.transfer(chain.bob, 1n)
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toContain(
    'the cadence is paused; call resume()',
  )
})

test('another flashblock than the expected one is reported', async () => {
  await using chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 1n)
  await chain.devnet.flashblock()
  expect(await failureOf(() => expect(hash).toBePreconfirmed({ index: 2 }))).toBe(
    `expected the transaction ${hash} to be pre-confirmed in flashblock 2, but it is pre-confirmed in flashblock 1 of block 2 as transaction 0; the block is not sealed yet`,
  )
  expect(await failureOf(() => expect(hash).not.toBePreconfirmed({ index: 1 }))).toBe(
    `expected the transaction ${hash} not to be pre-confirmed in flashblock 1, but it is pre-confirmed in flashblock 1 of block 2 as transaction 0; the block is not sealed yet`,
  )
  await expect(hash).not.toBePreconfirmed({ index: 2 })
})

test('one that a fault drops at the seal is not any more', async () => {
  await using chain = await matcherChain()
  const { devnet } = chain
  const hash = await chain.transfer(chain.bob, 1n)
  await devnet.flashblock()
  await expect(hash).toBePreconfirmed()
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
  await devnet.seal()
  await expect(hash).not.toBePreconfirmed()
  expect(await failureOf(() => expect(hash).toBePreconfirmed())).toContain(
    'but it was dropped: the injected fault',
  )
})

test('one that the chain does not know is not', async () => {
  await using chain = await matcherChain()
  await expect(unknown).not.toBePreconfirmed({ chain: chain.devnet })
  expect(await failureOf(() => expect(unknown).toBePreconfirmed())).toBe(
    `expected the transaction ${unknown} to be pre-confirmed, but no transaction with this hash is known: it was not sent to this chain, or was refused; send it and read the answer`,
  )
})

describe('where blocks are made by themselves', () => {
  test('it is waited for, and fake timers do not stop the wait', async () => {
    await using chain = await matcherChain({
      mining: 'flashblocks',
      clock: 'real',
      blockTime: '60s',
    })
    vi.useFakeTimers()
    try {
      await expect(chain.transfer(chain.bob, 1n)).toBePreconfirmed()
    } finally {
      vi.useRealTimers()
    }
  })

  test('the wait ends in time, with what keeps the transaction', async () => {
    await using chain = await matcherChain({ mining: 'flashblocks', clock: 'real' })
    const hash = await chain.client.sendTransaction({ to: chain.bob, nonce: 7, gas: 21_000n })
    expect(await failureOf(() => expect(hash).toBePreconfirmed({ timeout: 50 }))).toBe(
      `expected the transaction ${hash} to be pre-confirmed, but after 50 ms it is in the pool: it has nonce 7, but its sender is at nonce 1 and no transaction with nonce 1 is in the pool; send that one first`,
    )
    await expect(hash).not.toBePreconfirmed()
  })
})
