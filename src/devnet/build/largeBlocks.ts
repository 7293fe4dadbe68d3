import type { Address } from '@ethereumjs/util'
import { isLarge } from '../../execution/rules/networkRules.ts'
import { latin1Text } from '../../lib/encodings.ts'
import type { LargeBlocks as LargeBlocksRecord } from '../../types/network.ts'
import type { Settings } from '../options/options.ts'

/** A block that has a time, in seconds. */
interface Timed {
  readonly timestamp: bigint
}

/** Blocks of two kinds, and the senders that have asked for the large ones. */
export class LargeBlocks {
  readonly #record: LargeBlocksRecord
  /** The gas limit of usual blocks. */
  readonly #usual: bigint
  /** Their 20 bytes as a string; never changes. */
  #senders: ReadonlySet<string> = new Set()

  constructor(record: LargeBlocksRecord, usual: bigint) {
    this.#record = record
    this.#usual = usual
  }

  /** Whether the sender's transactions wait for large blocks. */
  isAskedBy(sender: Uint8Array): boolean {
    return this.#senders.has(latin1Text(sender))
  }

  /** Makes the sender's transactions wait for large blocks, or for usual ones. */
  ask(sender: Uint8Array, isAsked: boolean): void {
    const others = [...this.#senders].filter((known) => known !== latin1Text(sender))
    this.#senders = new Set(isAsked ? [...others, latin1Text(sender)] : others)
  }

  /** Whether the block after `parent` is a large one. */
  isLarge(parent: Timed, block: Timed): boolean {
    return isLarge(this.#record, parent, block)
  }

  /** Whether the block after `parent` is not of the kind that the sender waits for. */
  isOfOtherKind({ bytes }: Address, parent: Timed, block: Timed): boolean {
    return this.isAskedBy(bytes) !== this.isLarge(parent, block)
  }

  /** Returns the gas limit of the block after `parent`; `usual`: that of usual ones, where it was chosen. */
  gasLimit(parent: Timed, block: Timed, usual = this.#usual): bigint {
    return this.isLarge(parent, block) ? this.#record.gasLimit : usual
  }

  /** Returns the gas limit of the blocks that the sender's transactions wait for. */
  gasLimitOf({ bytes }: Address): bigint {
    return this.isAskedBy(bytes) ? this.#record.gasLimit : this.#usual
  }

  snapshot(): ReadonlySet<string> {
    return this.#senders
  }

  restore(senders: ReadonlySet<string>): void {
    this.#senders = senders
  }
}

/** Makes the blocks of two kinds of the network, if it has them. */
export function largeBlocksOf({ network, fork, gasLimit }: Settings): LargeBlocks | undefined {
  if (network?.largeBlocks === undefined) return undefined
  // The block of a fork can be of either kind.
  return new LargeBlocks(network.largeBlocks, fork === undefined ? gasLimit : network.gasLimit)
}
