import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

/** The flashblocks that become visible from now on, as `block.index`. */
function published(devnet: PreconfDevnet): string[] {
  const seen: string[] = []
  devnet.on('flashblock', ({ blockNumber, index }) => seen.push(`${blockNumber}.${index}`))
  return seen
}

describe.each(faultClientNames)('%s', (name) => {
  test('nothing new is pre-confirmed for a time; blocks are sealed as ever', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    const seen = published(devnet)
    await devnet.clock.advance(300)
    await client.inject({ kind: 'stopPublishing', ms: 500 })
    const hash = await sendTransfer(devnet)
    await devnet.clock.advance(500)
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [0, 1],
      bob: [0n, 0n],
    })
    // Flashblock 5 comes at 1,000 ms, after the stop from 400 to 900 ms, and there is a gap before it.
    await devnet.clock.advance(1_000)
    expect(seen).toEqual(['1.1'])
    await devnet.clock.advance(400)
    expect(seen).toEqual(['1.1', '2.0', '2.1'])
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'sealed',
      receipt: 'sealed',
      nonces: [1, 1],
      bob: [1n, 1n],
    })
  })

  test('preconf_clearFaults ends it', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    const seen = published(devnet)
    await client.inject({ kind: 'stopPublishing', ms: 1_000_000 })
    await devnet.clock.advance(2_600)
    expect(seen).toEqual([])
    expect(await client.ask('preconf_listFaults')).toEqual([])
    await client.ask('preconf_clearFaults')
    await devnet.clock.advance(1_600)
    expect(seen).toEqual(['3.0', '3.1'])
  })
})

test('its time begins with the first flashblock that it hits', async () => {
  await using devnet = await testDevnet()
  const seen = published(devnet)
  devnet.faults.inject({ kind: 'stopPublishing', ms: 500 })
  await devnet.clock.advance(10_000)
  await devnet.flashblock()
  await devnet.clock.advance(499)
  await devnet.seal()
  await devnet.flashblock()
  await devnet.seal()
  expect(seen).toEqual([])
  await devnet.clock.advance(1)
  await devnet.flashblock()
  expect(seen).toEqual(['3.0', '3.1'])
})

test('a stop goes on where it was after going back to a snapshot', async () => {
  await using devnet = await testDevnet()
  devnet.faults.inject({ kind: 'stopPublishing', ms: 500 })
  await devnet.flashblock()
  await devnet.clock.advance(200)
  const snapshot = await devnet.snapshot()
  await devnet.clock.advance(5_000)
  await devnet.revert(snapshot)
  const seen = published(devnet)
  await devnet.seal()
  await devnet.clock.advance(299)
  await devnet.flashblock()
  await devnet.seal()
  expect(seen).toEqual([])
  await devnet.clock.advance(1)
  await devnet.flashblock()
  expect(seen).toEqual(['3.0', '3.1'])
})
