// What is set of V8 while the process runs. All threads of a process share its flags.
import { setFlagsFromString } from 'node:v8'
import { setTimeout } from './realTimers.ts'

interface Tier {
  readonly flag: string
  readonly atFirst: number
  /** V8's own. */
  readonly usually: number
}

/** When V8 optimises a function, by its major version: that of Node 20, 22 and 24. */
const tiers: Readonly<Record<string, Tier>> = {
  11: { flag: 'interrupt-budget', atFirst: 500_000, usually: 67_584 },
  12: { flag: 'invocation-count-for-turbofan', atFirst: 20_000, usually: 3_000 },
  13: { flag: 'invocation-count-for-maglev', atFirst: 1_600, usually: 400 },
}

const heapAtFirst = '--heap-growing-percent=0'

/** How long a process begins: the time of some hundred short tests. */
const firstMs = 5_000

/** Bun and Deno have other flags, or none. */
const isNode = process.versions.bun === undefined && process.versions.deno === undefined

const tier = isNode ? tiers[process.versions.v8.split('.', 1)[0] ?? ''] : undefined

let isOver = false

/**
 * Has V8 optimise less for the first five seconds. It does so when a function has run for a while, and of short
 * tests most of what it optimises runs a few times only: with Node 20 a file of 50 takes 28 % less CPU time in process
 * and 20 to 25 % less over HTTP, one of 10 tests 10 to 15 %; with Node 22 50 tests take 16 and 9 % less, with 24 13 and
 * 4 %. For longer it would hold up what runs again and again: so an `eth_call` over HTTP took 200 us still after
 * 10,000 of them, and takes 90 now.
 */
export function optimizeLessAtFirst(): void {
  if (tier === undefined) return
  isOver = false
  set(tier, tier.atFirst)
  setTimeout(optimizeAsUsual, firstMs).unref()
}

/** Ends `optimizeLessAtFirst`. */
export function optimizeAsUsual(): void {
  if (tier === undefined) return
  isOver = true
  set(tier, tier.usually)
}

function set({ flag }: Tier, value: number): void {
  setFlagsFromString(`--${flag}=${value}`)
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
  if (!isOver || tier === undefined) return make()
  set(tier, tier.atFirst)
  try {
    return make()
  } finally {
    set(tier, tier.usually)
  }
}
