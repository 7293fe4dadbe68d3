import type { ExecResult } from '@ethereumjs/evm'
import { numberToBytes } from '../../lib/hex.ts'
import { KeptSlots } from '../../wasm/precompiles/keptSlots.ts'
import { instantiate } from '../../wasm/precompiles/webAssembly.ts'
import type { YieldIfDue } from '../yieldIfDue.ts'
import { type Faster, failed } from './faster.ts'

/** What the WebAssembly module gives; see assembly/pairing.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  pairsStart(): number
  clearTotal(): void
  clearPairs(): void
  takePair(number: number, slot: number, isNew: boolean): number
  accumulate(): number
  keepValue(slot: number): void
  multiplyByKept(slot: number): void
  isTotalOne(): number
}

const pairBytes = 192
/** Where in a pair its second point stands. */
const secondAt = 64
/** Pairs that are computed at once: a few milliseconds. */
const pairsAtOnce = 16

/** Room in the module. */
const [lineSlots, valueSlots] = [24, 64]

let kept: Pairing | undefined

/** The pairing check on alt_bn128 (EIP-197) in WebAssembly; many pairs let others in. */
export const fasterPairing: Faster = (stock, yieldIfDue) => (input) => {
  const { data, common, gasLimit } = input
  const count = data.length / pairBytes
  if (!Number.isInteger(count)) return stock(input)
  const gas = common.param('bn254PairingGas') + common.param('bn254PairingWordGas') * BigInt(count)
  if (gasLimit < gas) return failed(input)
  const answer = (isOne: boolean | undefined): ExecResult | Promise<ExecResult> =>
    // Which points are refused, and how, EthereumJS's says.
    isOne === undefined
      ? stock(input)
      : { executionGasUsed: gas, returnValue: numberToBytes(isOne ? 1n : 0n, 32) }
  // One of its own, as others may run meanwhile.
  if (count > pairsAtOnce) return new Pairing().checkInTurns(data, yieldIfDue).then(answer)
  kept ??= new Pairing()
  return answer(kept.check(data))
}

/** An instance of the WebAssembly module: one check at a time. */
class Pairing {
  readonly #exports = instantiate() as Exports
  readonly #pairs: Uint8Array
  /** Of second points. Of the four that a Groth16 verifier pairs with, three are those of its key. */
  readonly #lines = new KeptSlots(lineSlots)
  /** Of pairs. One of them is of the key as a whole, and the same proof comes again in tests. */
  readonly #values = new KeptSlots(valueSlots)

  constructor() {
    const { memory, pairsStart } = this.#exports
    this.#pairs = new Uint8Array(memory.buffer, pairsStart(), pairsAtOnce * pairBytes)
  }

  /** Whether the product is 1; nothing for points that may have to be refused. */
  check(pairs: Uint8Array): boolean | undefined {
    this.#exports.clearTotal()
    return this.#multiply(pairs) ? this.#exports.isTotalOne() === 1 : undefined
  }

  async checkInTurns(pairs: Uint8Array, yieldIfDue: YieldIfDue): Promise<boolean | undefined> {
    this.#exports.clearTotal()
    const stretch = pairsAtOnce * pairBytes
    for (let at = 0; at < pairs.length; at += stretch) {
      if (!this.#multiply(pairs.subarray(at, at + stretch))) return undefined
      const turn = yieldIfDue()
      if (turn !== undefined) await turn
    }
    return this.#exports.isTotalOne() === 1
  }

  /** Whether all points are fine. */
  #multiply(pairs: Uint8Array): boolean {
    const others: Uint8Array[] = []
    let areRight = true
    for (let at = 0; areRight && at < pairs.length; at += pairBytes) {
      const pair = pairs.subarray(at, at + pairBytes)
      const { slot, isNew } = this.#values.of(pair)
      if (slot === -1) others.push(pair)
      else if (isNew) areRight = this.#keep(pair, slot)
      else this.#exports.multiplyByKept(slot)
    }
    areRight &&= this.#accumulate(others)
    this.#values.settle(areRight)
    return areRight
  }

  #keep(pair: Uint8Array, slot: number): boolean {
    if (!this.#accumulate([pair])) return false
    this.#exports.keepValue(slot)
    return true
  }

  #accumulate(pairs: readonly Uint8Array[]): boolean {
    const exports = this.#exports
    exports.clearPairs()
    let areRight = true
    for (const [number, pair] of pairs.entries()) {
      if (!areRight) break
      this.#pairs.set(pair, number * pairBytes)
      const { slot, isNew } = this.#lines.of(pair.subarray(secondAt))
      areRight = exports.takePair(number, slot, isNew) === 1
    }
    areRight &&= exports.accumulate() === 1
    this.#lines.settle(areRight)
    return areRight
  }
}
