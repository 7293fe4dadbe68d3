import type { Clock } from '../../clock/clock.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** The runs of a chain, each from its start: the first one, and one after each reset. */
export class Runs {
  readonly #clock: Clock
  readonly #seed: string
  /** By how much chain time is ahead of elapsed time, until it is moved. */
  readonly #originMs: number
  #resets = 0
  #id: Hex

  constructor(clock: Clock, seed: string) {
    this.#clock = clock
    this.#seed = seed
    this.#originMs = clock.now() - Math.floor(clock.elapsed())
    this.#id = this.#name()
  }

  /** Names the run, 32 bytes. Under a manual clock equal runs have equal ones. */
  get id(): Hex {
    return this.#id
  }

  /** Begins the next run, all being as it was at the start. */
  begin(): void {
    this.#resets++
    this.#id = this.#name()
  }

  #name(): Hex {
    const { mode } = this.#clock
    const start = mode === 'manual' ? '' : `${this.#originMs} ${this.#clock.realMs()}`
    const text = `${this.#seed} ${start} ${this.#resets}`
    return bytesToHex(keccak256(new TextEncoder().encode(text)))
  }
}
