import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDevnet, fixture } from 'preconf'
import { afterAll, expect, test } from 'vitest'

// For the example, in place of the folder of the package.
const cache = await mkdtemp(join(tmpdir(), 'cache-'))
afterAll(() => rm(cache, { recursive: true }))

const holders = ['0x00000000000000000000000000000000000000a1'] as const
let runs = 0

// With `inputs` it is kept: all that it depends on besides its own text.
const funded = fixture({ inputs: holders }, async ({ devnet }) => {
  runs++
  const { testClient } = await devnet.clients()
  for (const address of holders) await testClient.setBalance({ address, value: 5n })
  return (await devnet.seal()).hash
})

test('the second start executes nothing', async () => {
  const hashes: string[] = []
  for (let start = 0; start < 2; start++) {
    await using devnet = await createDevnet({ clock: 'manual', cache })
    hashes.push(await devnet.loadFixture(funded))
    const { publicClient } = await devnet.clients()
    expect(await publicClient.getBalance({ address: holders[0] })).toBe(5n)
  }
  expect(runs).toBe(1)
  expect(hashes[0]).toBe(hashes[1])
})
