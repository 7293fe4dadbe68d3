import type { Clock } from '../clock/clock.ts'
import { keccak256 } from '../evm/crypto.ts'
import type { Protocol } from '../evm/protocol.ts'
import { gasLimitBase } from '../execution/rules/gasLimit.ts'
import type { HeaderFields } from '../execution/rules/nextHeader.ts'
import { hexToBytes } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'

const zeroAddress = new Uint8Array(20)

/** What the devnet chooses for the header of the next block. */
export class BlockFields {
  readonly #clock: Clock
  readonly #protocol: Protocol

  constructor(clock: Clock, protocol: Protocol) {
    this.#clock = clock
    this.#protocol = protocol
  }

  /**
   * Fields of the block after `parent`. A block that is open for a while has the time at which it
   * will be sealed, `leadMs` from now.
   */
  next(parent: SealedBlock, leadMs = 0): HeaderFields {
    const timestamp = this.#clock.nextTimestamp(parent.header.timestamp, leadMs)
    const common = this.#protocol.commonAt(parent.number + 1n, timestamp)
    return {
      timestamp,
      // Blocks hold as much gas as the one before them.
      gasLimit: gasLimitBase(parent.header, common),
      coinbase: zeroAddress,
      // Any value does that differs from block to block and is the same in equal runs.
      prevRandao: keccak256(hexToBytes(parent.hash)),
    }
  }
}
