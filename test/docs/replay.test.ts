import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const transfer = (from: string) => ({ from, to: from, value: '0x1' })

/** Ten seconds of a chain on which a fifth of all transactions are lost at the seal: the hash of its head. */
async function run(seed: string) {
  await using devnet = await createDevnet({ clock: 'manual', seed })
  devnet.faults.inject({ kind: 'dropAtSeal', probability: 0.2, times: 1000 })
  devnet.faults.inject({ kind: 'delayPublishing', ms: 10, jitterMs: 300, times: 1000 })
  for (let second = 0; second < 10; second++) {
    for (const { address } of devnet.accounts) {
      await devnet.provider.request({ method: 'eth_sendTransaction', params: [transfer(address)] })
    }
    await devnet.clock.advance(1000)
  }
  return (await devnet.seal()).hash
}

test('equal seeds give equal runs', async () => {
  const hash = await run('first')
  expect(await run('first')).toBe(hash)
  expect(await run('second')).not.toBe(hash)
})
