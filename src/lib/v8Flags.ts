// What is set of V8 while the process runs. All threads of a process share its flags.
import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { setTimeout } from './realTimers.ts'

interface Phases {
  readonly atFirst: string
  /** V8's own. */
  readonly usually: string
}

/**
 * When V8 optimises a function, by its major version: that of Node 20, 22 and 24. With the last, TurboFan waits as well
 * as Maglev: 50 and 200 tests take 4 % fewer instructions.
 */
const tiers: Readonly<Record<string, Phases>> = {
  11: { atFirst: '--interrupt-budget=500000', usually: '--interrupt-budget=67584' },
  12: {
    atFirst: '--invocation-count-for-turbofan=20000',
    usually: '--invocation-count-for-turbofan=3000',
  },
  13: {
    atFirst: '--invocation-count-for-maglev=1600 --invocation-count-for-turbofan=50000',
    usually: '--invocation-count-for-maglev=400 --invocation-count-for-turbofan=3000',
  },
}

const unmarked: Phases = { atFirst: '--no-incremental-marking', usually: '--incremental-marking' }

/**
 * When V8 marks what lives, which it does while the program runs before it collects all garbage. That of Node 20 begins
 * at three times the limit of the heap; those of later versions would begin at the limit all the same, so they do not
 * mark, and collect there at once.
 */
const marking: Readonly<Record<string, Phases>> = {
  11: {
    atFirst:
      '--no-incremental-marking-task --incremental-marking-soft-trigger=90 --incremental-marking-hard-trigger=300',
    usually:
      '--incremental-marking-task --incremental-marking-soft-trigger=0 --incremental-marking-hard-trigger=0',
  },
  12: unmarked,
  13: unmarked,
}

const heapAtFirst = '--heap-growing-percent=0'

/** How long a process begins: the time of some hundred short tests. */
const firstMs = 5_000

/** Bun and Deno have other flags, or none. */
const isNode = process.versions.bun === undefined && process.versions.deno === undefined

const [version = ''] = isNode ? process.versions.v8.split('.') : []

/**
 * A thread that is terminated leaves its flags to all others, for good: with one of `tiers` they are optimised later,
 * with one of `marking` the process might not end, see `endAsUsual`.
 */
const tables = isMainThread ? [tiers, marking] : [tiers]

const phases = tables.flatMap((table) => table[version] ?? [])

let isOver = false

/**
 * Has V8 optimise less for the first five seconds, and in the main thread not mark what lives.
 *
 * It optimises when a function has run for a while, and of short tests most of what it optimises runs a few times
 * only: with Node 20 a file of 50 takes 28 % less CPU time in process and 20 to 25 % less over HTTP, one of 10 tests
 * 10 to 15 %; with Node 22 50 tests take 16 and 9 % less, with 24 13 and 4 %. For longer it would hold up what runs
 * again and again: so an `eth_call` over HTTP took 200 us still after 10,000 of them, and takes 90 now.
 *
 * It begins to mark with a heap of 15 MB, after 10 tests, finds next to no garbage, and the process waits at its end
 * until all is marked: without, 10 tests take 6 % less time and 9 % less CPU time, 50 tests 5 % less CPU time; and where
 * it does not collect either, as with Node 20, both take 4 to 7 % less time and 9 to 12 % less CPU time again.
 */
export function optimizeLessAtFirst(): void {
  isOver = false
  set('atFirst')
  if (phases.length === 0) return
  setTimeout(optimizeAsUsual, firstMs).unref()
  if (isMainThread) endAsUsual()
}

/**
 * A thread on which V8 compiles, and that has no memory for it as the heap is at its limit, waits until the program
 * collects garbage, unless marking can begin; and `process.exit` waits for the thread: of servers with Node 24 one of
 * eight never ended after a dozen tests (nodejs/node#54918). Other copies of this module may have seen to it.
 */
function endAsUsual(): void {
  const isSeenTo = process.listeners('exit').some(({ name }) => name === optimizeAsUsual.name)
  if (!isSeenTo) process.once('exit', optimizeAsUsual)
}

/** Ends `optimizeLessAtFirst`. */
export function optimizeAsUsual(): void {
  isOver = true
  set('usually')
}

function set(phase: keyof Phases): void {
  for (const flags of phases) setFlagsFromString(flags[phase])
}

/**
 * Has V8 collect garbage whenever the heap has grown by half. By itself it lets a heap grow up to four times, and
 * gives nothing back while the process idles: a thousand chains that have fallen asleep then keep twice of
 * what they are. Takes no more CPU time with that many chains.
 */
export function growSlowly(): void {
  if (isNode) setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Makes something under the flags of the beginning, as V8 takes compiled code only where its flags are the same.
 * That of `growSlowly` is over then: code is kept when devnets have ended.
 */
export function asAtFirst<Made>(make: () => Made): Made {
  setFlagsFromString(heapAtFirst)
  if (!isOver) return make()
  set('atFirst')
  try {
    return make()
  } finally {
    set('usually')
  }
}
