import { expect, test } from 'vitest'
import { faultDefinitions } from '../../src/types/fault.ts'
import { seedOf } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { Script } from './faults/script.ts'

const minSteps = 150
const maxSteps = 5_000
/** All but those of synchronous sends, of which the script has none. */
const kindsOfFaults = Object.keys(faultDefinitions).length - 1

/** All that was done, answered and told, until each kind of fault has applied. */
async function transcript(seed: string): Promise<readonly string[]> {
  await using script = await Script.begin(seed, { freezes: true })
  const isOver = (steps: number) => steps >= minSteps && script.applied.size === kindsOfFaults
  for (let steps = 0; steps < maxSteps && !isOver(steps); steps++) await script.step()
  expect(script.applied.size).toBe(kindsOfFaults)
  await script.end()
  return script.lines
}

test('all faults in one run replay byte for byte from their seed', async () => {
  const first = await transcript(`red ${seedOf(0)}`)
  const again = await transcript(`red ${seedOf(0)}`)
  const different = first.findIndex((line, index) => line !== again[index])
  expect(again[different]).toBe(first[different])
  expect(again.join('\n') === first.join('\n')).toBe(true)
  await using other = await Script.begin(`blue ${seedOf(0)}`)
  for (let steps = 0; steps < minSteps; steps++) await other.step()
  expect(other.lines).not.toEqual(first.slice(0, other.lines.length))
})

test('how late answers come is the same again for the same seed', async () => {
  const run = async (seed: string) => {
    await using devnet = await testDevnet({ seed: `${seed} ${seedOf(0)}` })
    devnet.faults.inject({ kind: 'latency', ms: 5, jitterMs: 500 })
    const times: number[] = []
    for (let count = 0; count < 20; count++) {
      const before = devnet.clock.now()
      const answer = devnet.provider
        .request({ method: 'eth_chainId' })
        .then(() => times.push(devnet.clock.now() - before))
      await devnet.clock.advance(505)
      await answer
    }
    return times
  }
  const times = await run('one')
  expect(await run('one')).toEqual(times)
  expect(await run('two')).not.toEqual(times)
  expect(new Set(times).size).toBeGreaterThan(10)
})
