import type { ExecResult } from '@ethereumjs/evm'
import { numberToBytes } from '../../lib/hex.ts'
import type { Breath } from '../breather.ts'
import { type Faster, failed } from './faster.ts'
import { KeptLines } from './keptLines.ts'
import { instantiate } from './webAssembly.ts'

/** What the WebAssembly module gives; see assembly/pairing.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  pairsStart(): number
  clearTotal(): void
  clearPairs(): void
  takePair(number: number, slot: number, isNew: boolean): number
  accumulate(): number
  isTotalOne(): number
}

const pairBytes = 192
/** Where in a pair its second point stands. */
const secondAt = 64
/** Pairs that are computed at once: a few milliseconds. */
const pairsAtOnce = 16

let kept: Pairing | undefined

/** The pairing check on alt_bn128 (EIP-197) in WebAssembly; many pairs let others in. */
export const fasterPairing: Faster = (stock, breath) => (input) => {
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
  if (count > pairsAtOnce) return new Pairing().checkInTurns(data, breath).then(answer)
  kept ??= new Pairing()
  return answer(kept.check(data))
}

/** An instance of the WebAssembly module: one check at a time. */
class Pairing {
  readonly #exports = instantiate() as Exports
  readonly #pairs: Uint8Array
  readonly #lines = new KeptLines()

  constructor() {
    const { memory, pairsStart } = this.#exports
    this.#pairs = new Uint8Array(memory.buffer, pairsStart(), pairsAtOnce * pairBytes)
  }

  /** Whether the product is 1; nothing for points that may have to be refused. */
  check(pairs: Uint8Array): boolean | undefined {
    this.#exports.clearTotal()
    return this.#multiply(pairs) ? this.#exports.isTotalOne() === 1 : undefined
  }

  async checkInTurns(pairs: Uint8Array, breath: Breath): Promise<boolean | undefined> {
    this.#exports.clearTotal()
    const stretch = pairsAtOnce * pairBytes
    for (let at = 0; at < pairs.length; at += stretch) {
      if (!this.#multiply(pairs.subarray(at, at + stretch))) return undefined
      const turn = breath()
      if (turn !== undefined) await turn
    }
    return this.#exports.isTotalOne() === 1
  }

  /** Whether all points are fine. */
  #multiply(pairs: Uint8Array): boolean {
    const exports = this.#exports
    this.#pairs.set(pairs)
    exports.clearPairs()
    let areRight = true
    for (let number = 0; areRight && number < pairs.length / pairBytes; number++) {
      const at = number * pairBytes
      const { slot, isNew } = this.#lines.of(pairs.subarray(at + secondAt, at + pairBytes))
      areRight = exports.takePair(number, slot, isNew) === 1
    }
    areRight &&= exports.accumulate() === 1
    this.#lines.settle(areRight)
    return areRight
  }
}
