import type { Clock } from '../clock/clock.ts'
import { keccak256 } from '../evm/crypto.ts'
import type { HeaderFields } from '../execution/rules/nextHeader.ts'
import { hexToBytes } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'

const zeroAddress = new Uint8Array(20)

/** What the devnet chooses for the header of the next block. */
export class BlockFields {
  readonly #clock: Clock
  #gasLimit: bigint

  constructor(clock: Clock, gasLimit: bigint) {
    this.#clock = clock
    this.#gasLimit = gasLimit
  }

  /**
   * Fields of the block after `parent`. A block that is open for a while has the time at which it
   * will be sealed, `leadMs` from now.
   */
  next(parent: SealedBlock, leadMs = 0): HeaderFields {
    return {
      timestamp: this.#clock.nextTimestamp(parent.header.timestamp, leadMs),
      gasLimit: this.#gasLimit,
      coinbase: zeroAddress,
      // Any value does that differs from block to block and is the same in equal runs.
      prevRandao: keccak256(hexToBytes(parent.hash)),
    }
  }
}
