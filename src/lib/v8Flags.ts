// What is set of V8 while the process runs. All threads of a process share its flags.
import { setFlagsFromString } from 'node:v8'
import { setTimeout } from './realTimers.ts'

/** V8's own of Node 20. */
const usually = '--interrupt-budget=67584'
const atFirst = '--interrupt-budget=500000'
const heapAtFirst = '--heap-growing-percent=0'

/** How long a process begins: the time of some hundred short tests. */
const firstMs = 5_000

/** Whether V8 has this flag: later versions have a tier between, which makes up for it. */
const hasFlag = process.versions.v8.startsWith('11.')

/** Bun and Deno have no flags of how garbage is collected. */
const collectsByFlags = process.versions.bun === undefined && process.versions.deno === undefined

let isOver = false

/**
 * Has V8 of Node 20 optimise less for the first five seconds. It does so when a function has run for a while, and
 * of short tests most of what it optimises runs a few times only: 50 take 28 % less CPU time in process and
 * 20 to 25 % less over HTTP, 10 tests 10 to 15 %. For longer it would hold up what runs again and again: so
 * an `eth_call` over HTTP took 200 us still after 10,000 of them, and takes 90 now.
 */
export function optimizeLessAtFirst(): void {
  if (!hasFlag) return
  isOver = false
  setFlagsFromString(atFirst)
  setTimeout(optimizeAsUsual, firstMs).unref()
}

/** Ends `optimizeLessAtFirst`. */
export function optimizeAsUsual(): void {
  if (!hasFlag) return
  isOver = true
  setFlagsFromString(usually)
}

/**
 * Has V8 collect garbage whenever the heap has grown by half. By itself it lets a heap grow up to four times, and
 * gives nothing back while the process idles: a thousand chains that have fallen asleep then keep twice of
 * what they are. Takes no more CPU time with that many chains.
 */
export function growSlowly(): void {
  if (collectsByFlags) setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Makes something under the flags of the beginning, as V8 takes compiled code only where its flags are the same.
 * That of `growSlowly` is over then: code is kept when devnets have ended.
 */
export function asAtFirst<Made>(make: () => Made): Made {
  setFlagsFromString(heapAtFirst)
  if (!isOver) return make()
  setFlagsFromString(atFirst)
  try {
    return make()
  } finally {
    setFlagsFromString(usually)
  }
}
