import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ForkTask } from './forkProcess.ts'
import { goal } from './goal.ts'
import { startInProcess } from './inProcess.ts'
import type { LiveMarket } from './liveMarket.ts'
import { percentile } from './percentile.ts'
import type { Ask } from './suiteTest.ts'

/** The most that a fork may take, as a ratio to a chain of its own. */
const most = { eth_call: 1.15, transfers: 1.15, 'suite loop': 1.15, suite: 1.2 } as const

const counts = { eth_call: 2_000, transfers: 400, 'suite loop': 30, suite: 100 } as const

/**
 * Prints how much CPU time a fork takes once it knows what it reads, and a suite of 100 tests that is
 * replayed from a cassette, as ratios to a chain of its own with the same state; all in turn.
 */
export async function measureSpeed(
  live: { readonly url: string; readonly ask: Ask; readonly market: LiveMarket },
  rounds: number,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-bench-fork-'))
  const file = join(folder, 'state.json')
  const dumped = (await live.ask('anvil_dumpState', [])) as string
  writeFileSync(file, gunzipSync(Buffer.from(dumped.slice(2), 'hex')))
  const cassette = join(folder, 'live.fork.jsonl')
  const chains: Readonly<Record<'own' | 'fork' | 'replay', object>> = {
    own: { loadState: file },
    fork: { fork: live.url },
    replay: { fork: { cassette, offline: true } },
  }
  const start = () => startInProcess<ForkTask, number>('forkProcess.ts', 'preconf')
  const { market } = live
  const recorder = await start()
  const recorded = { fork: { url: live.url, cassette } }
  await recorder.turn({ kind: 'suite', count: 1, options: recorded, market })
  await recorder.stop()

  const processes = { own: await start(), fork: await start(), replay: await start() }
  console.log(`\nCPU time as a ratio to a chain of its own; medians of ${rounds} rounds`)
  try {
    for (const kind of Object.keys(counts) as (keyof typeof counts)[]) {
      const other = kind === 'suite' ? 'replay' : 'fork'
      const own: number[] = []
      const ratios: number[] = []
      for (let round = -2; round < rounds; round++) {
        const [here, there] = [await turn('own', kind), await turn(other, kind)]
        // The first rounds warm up.
        if (round < 0) continue
        own.push(here)
        ratios.push(there / here)
      }
      const ms = (percentile(own, 0.5) / counts[kind]).toFixed(3)
      goal(`${kind}, ${other}`, percentile(ratios, 0.5), most[kind], `x of ${ms} ms each`)
    }
  } finally {
    for (const process of Object.values(processes)) await process.stop()
    rmSync(folder, { recursive: true })
  }

  function turn(chain: keyof typeof chains, kind: keyof typeof counts): Promise<number> {
    return processes[chain].turn({ kind, count: counts[kind], options: chains[chain], market })
  }
}
