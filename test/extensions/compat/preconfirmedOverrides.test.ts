import { expect, it } from 'vitest'
import { Devnet } from '../../../src/devnet/devnet.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import { preconfirmedOverrides } from '../../../src/extensions/compat/base.ts'
import type { BlockId } from '../../../src/types/values.ts'

const pending: BlockId = { tag: 'pending' }
const bob = new Uint8Array(20).fill(0xb0)

async function stage() {
  const options = resolveOptions({ clock: 'manual', mining: 'manual' })
  const devnet = await Devnet.create(options, (error) => {
    throw error
  })
  const [alice] = devnet.accounts.map(({ address }) => address)
  return { devnet, alice: alice as Uint8Array, [Symbol.asyncDispose]: () => devnet.close() }
}

it('gives what is pre-confirmed, but of accounts that a client overrides itself', async () => {
  await using staged = await stage()
  const { devnet, alice } = staged
  await devnet.send({ from: alice, to: bob, value: 5n, gas: 21_000n })
  await devnet.blocks.flashblock()
  const { id, overridesWith } = await preconfirmedOverrides(devnet.reader, pending)
  expect(id).toEqual({ hash: devnet.chain.head.hash })
  const ofBob = expect.objectContaining({ address: bob, balance: 5n })
  const ofAlice = expect.objectContaining({ address: alice, nonce: 1n })
  expect(overridesWith()).toEqual(expect.arrayContaining([ofBob, ofAlice]))
  const own = { address: bob, nonce: 9n }
  const overrides = overridesWith([own])
  expect(overrides).toEqual(expect.arrayContaining([own, ofAlice]))
  expect(overrides).not.toContainEqual(ofBob)
})

it('gives nothing of its own while no block is open, nor at another block', async () => {
  await using staged = await stage()
  const { devnet, alice } = staged
  const own = [{ address: bob, nonce: 9n }]
  const idle = await preconfirmedOverrides(devnet.reader, pending)
  expect(idle.id).toEqual({ hash: devnet.chain.head.hash })
  expect([idle.overridesWith(), idle.overridesWith(own)]).toEqual([[], own])
  await devnet.send({ from: alice, to: bob, value: 5n, gas: 21_000n })
  await devnet.blocks.flashblock()
  const latest = await preconfirmedOverrides(devnet.reader, { tag: 'latest' })
  expect(latest.id).toEqual({ tag: 'latest' })
  expect([latest.overridesWith(), latest.overridesWith(own)]).toEqual([[], own])
})
