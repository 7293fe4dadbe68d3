import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDevnet, type ForkOptions, type Hex } from '../../../src/index.ts'

test('a fork of a live chain has traffic, offline too', async () => {
  await using live = await createDevnet({ clock: 'manual', mining: 'auto', chainId: 1 })
  const { url } = await live.listen({ port: 0 })
  await live.provider.request({ method: 'anvil_mine', params: ['0x3'] })
  const folder = await mkdtemp(join(tmpdir(), 'preconf-traffic-'))
  const cassette = join(folder, 'chain.json')
  const hashes: Hex[] = []
  for (const fork of [
    { url, cassette },
    { cassette, offline: true },
  ] satisfies ForkOptions[]) {
    await using devnet = await createDevnet({
      clock: 'manual',
      mining: 'interval',
      fork,
      traffic: { preset: 'busy', senders: 20 },
    })
    const errors: unknown[] = []
    devnet.on('error', (error) => errors.push(error))
    await devnet.searchers.start('sandwich')
    await devnet.clock.advance(6000)
    const { refused } = await devnet.traffic.stats()
    expect({ refused, errors }).toEqual({ refused: 0, errors: [] })
    const params = ['latest', false]
    const head = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
    expect(head.transactions.length).toBeGreaterThan(10)
    hashes.push(head.hash)
  }
  expect(hashes[0]).toBe(hashes[1])
  await rm(folder, { recursive: true })
})
