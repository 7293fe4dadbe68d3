import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { createDevnet } from '../../index.ts'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { DevnetOptions, MiningMode } from '../../types/options/options.ts'
import type { ScenarioDefinition } from '../../types/scenario.ts'

/** Options of the chain of each test: those of `createDevnet`. */
export interface TestChainOptions
  extends Omit<DevnetOptions, 'mining' | 'noMining' | 'mixedMining' | 'flashblocks'> {
  /**
   * When blocks are made in a test. While a fixture runs it is always `auto`.
   * @default 'auto'
   */
  readonly mining?: MiningMode | undefined
  /** @default 'manual' */
  readonly clock?: DevnetOptions['clock']
  /**
   * A scenario that the chain of each test plays from the beginning of the test: `chain.scenario`.
   * @default none
   */
  readonly scenario?: DevnetOptions['scenario']
}

/** The path of a scenario, or its content. */
export type TestScenario = string | ScenarioDefinition

/** The scenarios that forks of started chains play. */
const scenarios = new WeakMap<PreconfDevnet, TestScenario>()

/**
 * Starts the chain that the chains of tests are forks of. It is paused, so that it has no timers and
 * does not change, however late a test starts.
 */
export async function startTestChain({
  mining = 'auto',
  scenario,
  ...options
}: TestChainOptions): Promise<PreconfDevnet> {
  // Fixtures run in the mode of the base chain and have to wait for their transactions in any mode.
  const started = await createDevnet({ clock: 'manual', ...options, mining: 'auto' })
  await started.setCadence({ mining })
  started.pause()
  if (scenario !== undefined) scenarios.set(started, scenario as TestScenario)
  return started
}

/** A chain for one test, with its cadence and its scenario running. */
export async function forkTestChain(started: PreconfDevnet): Promise<PreconfDevnet> {
  const chain = await started.fork()
  chain.resume()
  const scenario = scenarios.get(started)
  if (scenario !== undefined) await chain.play(scenario)
  return chain
}

const started = new Map<string, Promise<PreconfDevnet>>()

/**
 * The chain that the chains of tests with equal options are forks of, started at the first call in this
 * process. It is never closed: runners do not report when the last test of a worker has ended.
 */
export function startedTestChain(options: TestChainOptions): Promise<PreconfDevnet> {
  const key = JSON.stringify(options, asText)
  const known = started.get(key)
  if (known !== undefined) return known
  const starting = startTestChain(options)
  started.set(key, starting)
  // After a failed start the next call tries again.
  starting.catch(() => started.delete(key))
  return starting
}

/** JSON has no bigint. Functions among the options only report progress, and JSON leaves them out. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

/** A state that a chain can be restored to, once. */
export interface ReturnPoint {
  /** Restores everything, including the cadence. A scenario is stopped before. */
  restore(): Promise<void>
  /** Discards it; the chain stays as it is. */
  forget(): void
}

/** Saves the current state of a chain, in constant time. */
export async function takeReturnPoint(chain: PreconfDevnet): Promise<ReturnPoint> {
  const checkpoint = await chain.checkpoint()
  const { mining, blockMs, flashblockMs, isPaused } = chain.cadence
  return {
    async restore() {
      const { scenario } = chain
      if (scenario !== undefined && scenario.status !== 'stopped') await scenario.stop()
      await chain.restore(checkpoint)
      chain.forget(checkpoint)
      const now = chain.cadence
      if (now.mining !== mining || now.blockMs !== blockMs || now.flashblockMs !== flashblockMs) {
        await chain.setCadence({
          mining,
          blockTime: `${blockMs}ms`,
          flashblockTime: `${flashblockMs}ms`,
        })
      }
      if (isPaused) chain.pause()
      else chain.resume()
    },
    forget: () => void chain.forget(checkpoint),
  }
}

/** The terminal itself: workers of runners have another stdin. */
const terminalPath = process.platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty'

/**
 * Holds the chain of a failed test open where `PRECONF_INSPECT` is 1: prints the URL of its inspector
 * and waits for Enter, or, without a terminal, until the run is ended. Any other value does nothing.
 */
export async function holdOpen(chain: PreconfDevnet, test: string): Promise<void> {
  if (process.env.PRECONF_INSPECT !== '1') return
  const listening = await chain.listen({ port: 0 })
  const { inspectorUrl = listening.url } = listening
  const terminal = openTerminal()
  const end = terminal === undefined ? 'end the run' : 'press Enter'
  process.stderr.write(
    `\nThe chain of "${test}" is held open at ${inspectorUrl} : ${end} to go on\n`,
  )
  // Without a terminal the server keeps the process alive until it is ended.
  await new Promise<void>((resolve) => terminal?.once('data', () => resolve()))
  terminal?.destroy()
  await listening.close()
}

/** `undefined` without one, as in CI and in the background of an editor. */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync(terminalPath, 'r'))
  } catch {
    return undefined
  }
}

/** What contracts printed with `console.log`, to be shown with a failure. */
export interface ConsoleLines {
  /** Returns the lines as one text; `undefined` when nothing was printed. */
  text(): string | undefined
  /** Forgets the lines so far. */
  clear(): void
}

/** Collects from now on what contracts print with `console.log`, in calls and in transactions. */
export function collectConsole(chain: PreconfDevnet): ConsoleLines {
  let lines: string[] = []
  chain.on('console', (printed) => lines.push(...printed))
  chain.on('flashblock', ({ transactions }) => {
    for (const { consoleLogs } of transactions) lines.push(...consoleLogs)
  })
  return {
    text: () =>
      lines.length === 0
        ? undefined
        : `console.log of the contracts:\n${lines.map((line) => `  ${line}`).join('\n')}\n`,
    clear: () => {
      lines = []
    },
  }
}
