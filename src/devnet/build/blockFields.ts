import type { Clock } from '../../clock/clock.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import { gasLimitBase } from '../../execution/rules/gasLimit.ts'
import type { HeaderFields } from '../../execution/rules/nextHeader.ts'
import { hexToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/remembered.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** What somebody wants in a header instead of what would be there. */
export interface ChosenFields {
  /** Wei per gas, of the next block only. */
  readonly baseFeePerGas?: bigint | undefined
  /** 32 bytes, of the next block only. */
  readonly prevRandao?: Uint8Array | undefined
  /** 20 bytes, of all blocks from the next one on. */
  readonly coinbase?: Uint8Array | undefined
  /** Of all blocks from the next one on. */
  readonly gasLimit?: bigint | undefined
  /** At most 32 bytes, of all blocks from the next one on. */
  readonly extraData?: Uint8Array | undefined
  /** No field: the least gas price of transactions that blocks take from now on, wei. */
  readonly minGasPrice?: bigint | undefined
}

const zeroAddress = new Uint8Array(20)

/** Any value does that differs from block to block and is the same in equal runs. */
export const prevRandaoAfter = remembered((parent: SealedBlock) =>
  keccak256(hexToBytes(parent.hash)),
)

/** What the devnet chooses for the header of the next block. */
export class BlockFields {
  readonly #clock: Clock
  readonly #protocol: Protocol
  #chosen: ChosenFields = {}
  #revision = 0

  constructor(clock: Clock, protocol: Protocol) {
    this.#clock = clock
    this.#protocol = protocol
  }

  /** Another number after each change. */
  get revision(): number {
    return this.#revision
  }

  /**
   * Fields of the block after `parent`. A block that is open for a while has the time at which it
   * will be sealed, `leadMs` from now.
   */
  next(parent: SealedBlock, leadMs = 0): HeaderFields {
    const timestamp = this.#clock.nextTimestamp(parent.header.timestamp, leadMs)
    const common = this.#protocol.commonAt(parent.number + 1n, timestamp)
    const { baseFeePerGas, prevRandao, coinbase, gasLimit, extraData } = this.#chosen
    return {
      timestamp,
      // Blocks hold as much gas as the one before them.
      gasLimit: gasLimit ?? gasLimitBase(parent.header, common),
      coinbase: coinbase ?? zeroAddress,
      extraData,
      baseFeePerGas,
      prevRandao: prevRandao ?? prevRandaoAfter(parent),
    }
  }

  /** Wei per gas. */
  get minGasPrice(): bigint {
    return this.#chosen.minGasPrice ?? 0n
  }

  /** Has these fields in the next blocks; what is absent stays as it was chosen before. */
  choose(fields: ChosenFields): void {
    this.#chosen = { ...this.#chosen, ...fields }
    this.#revision++
  }

  /** A block was sealed: what was chosen for one block is used up. */
  used(): void {
    const { coinbase, gasLimit, extraData, minGasPrice } = this.#chosen
    this.#chosen = { coinbase, gasLimit, extraData, minGasPrice }
    this.#revision++
  }

  snapshot(): ChosenFields {
    return this.#chosen
  }

  restore(chosen: ChosenFields): void {
    this.#chosen = chosen
    this.#revision++
  }
}
