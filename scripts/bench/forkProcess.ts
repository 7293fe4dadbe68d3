// A process for forkSpeed.ts with a devnet in it that has the contracts of LiveMarket.sol, be it on a live
// chain or of its own. It does what it is sent, and tells what CPU time that took.
import { join } from 'node:path'
import type { LiveMarket } from './liveMarket.ts'
import { alice, suiteCalls } from './suiteCalls.ts'
import { type Ask, runSuiteTest, send } from './suiteTest.ts'

/** What is to be done, `count` times, on a devnet with these options. */
export interface ForkTask {
  readonly kind: keyof typeof kinds
  readonly count: number
  readonly options: object
  readonly market: LiveMarket
}

const path = join(import.meta.dirname, '../../dist/index.js')
const { createDevnet } = (await import(path)) as typeof import('../../src/index.ts')

async function open(options: object): Promise<{ ask: Ask; close(): Promise<void> }> {
  const devnet = await createDevnet({ mining: 'auto', ...options })
  const ask: Ask = (method, params) => devnet.provider.request({ method, params } as never)
  return { ask, close: () => devnet.close() }
}

let warm: ReturnType<typeof open> | undefined

/** Those on the devnet that stays get it as it was left. */
const kinds = {
  eth_call: (ask: Ask, { balance }: LiveMarket) => ask('eth_call', [balance, 'latest']),
  transfers: (ask: Ask, { transfer }: LiveMarket) => send(ask, transfer),
  'suite loop': (ask: Ask) => runSuiteTest(ask, alice, suiteCalls),
  /** A test of contracts that are there. */
  suite: async (ask: Ask, { swap, balance, read }: LiveMarket) => {
    const snapshot = await ask('evm_snapshot', [])
    await send(ask, swap)
    await ask('eth_call', [balance, 'latest'])
    await ask('eth_call', [read, 'latest'])
    await ask('evm_revert', [snapshot])
  },
} as const

process.on('message', async ({ kind, count, options, market }: ForkTask) => {
  const before = process.cpuUsage()
  const isSuite = kind === 'suite'
  if (!isSuite) warm ??= open(options)
  const { ask, close } = await (isSuite ? open(options) : (warm as ReturnType<typeof open>))
  for (let done = 0; done < count; done++) await kinds[kind](ask, market)
  if (isSuite) await close()
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / 1_000)
})
process.on('disconnect', async () => (await warm)?.close())
process.send?.('ready')
