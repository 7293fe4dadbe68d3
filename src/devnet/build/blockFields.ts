import type { Common } from '@ethereumjs/common'
import type { Clock } from '../../clock/clock.ts'
import type { Protocol } from '../../ethereumjs/protocol/protocol.ts'
import type { BlockFees } from '../../execution/rules/fees.ts'
import { gasLimitBase, type HeaderFields, nextFees } from '../../execution/rules/header.ts'
import { networkRulesOf } from '../../execution/rules/networkRules.ts'
import { type L1Source, type MessageRefusal, opStackOf } from '../../execution/rules/opStack.ts'
import { hexToBytes } from '../../lib/hex.ts'
import type { L1Values } from '../../types/network.ts'
import type { StoredFields } from '../../types/stateFile.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { CompatRules } from '../options/compatRules.ts'
import type { LargeBlocks } from './largeBlocks.ts'

/** What is wanted in the next blocks instead of what would be there; base fee and randomness in the next one only. */
export interface ChosenFields extends StoredFields {
  /**
   * The values of a simulated L1, on chains of the OP stack, for all blocks from the next one on; its number and time
   * for that block only.
   */
  readonly l1?: L1Values | undefined
  /** Deposits for the next block that is opened. */
  readonly deposits?: readonly SignedTransaction[] | undefined
}

type Rules = Pick<CompatRules, 'drawsBeaconRoots' | 'minTipOf' | 'coinbase'>

const zeroAddress = new Uint8Array(20)

/** Any value does that differs from block to block and is the same in equal runs. */
export function prevRandaoAfter(parent: SealedBlock): Uint8Array {
  return keccak256(hexToBytes(parent.hash))
}

/** Another value than the block's randomness, with the same properties. */
function beaconRootAfter(parent: SealedBlock): Uint8Array {
  return keccak256(prevRandaoAfter(parent))
}

/** What the devnet chooses for the header of the next block. */
export class BlockFields {
  readonly #clock: Clock
  readonly #protocol: Protocol
  readonly #rules: Rules
  readonly #largeBlocks: LargeBlocks | undefined
  #chosen: ChosenFields
  /** The same object as long as nothing else is chosen. */
  #l1: HeaderFields['l1'] = {}
  #revision = 0
  #source: L1Source | undefined

  constructor(
    clock: Clock,
    protocol: Protocol,
    { minGasPrice, compatRules }: { readonly minGasPrice: bigint; readonly compatRules: Rules },
    largeBlocks?: LargeBlocks | undefined,
  ) {
    this.#clock = clock
    this.#protocol = protocol
    this.#rules = compatRules
    this.#largeBlocks = largeBlocks
    this.#chosen = { minGasPrice, coinbase: compatRules.coinbase }
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
    const { timestamp, common, timestampMs } = this.#timeAfter(parent, leadMs)
    const { baseFeePerGas, prevRandao, coinbase, extraData } = this.#chosen
    const opStack = opStackOf(common)
    const hasRoot = this.#rules.drawsBeaconRoots && common.isActivatedEIP(4788)
    return {
      timestamp,
      gasLimit:
        this.#largeBlocks?.gasLimit(parent.header, { timestamp }, this.#chosen.gasLimit) ??
        this.gasLimitAfter(parent, common),
      coinbase: coinbase ?? opStack?.coinbase ?? zeroAddress,
      extraData,
      baseFeePerGas,
      prevRandao: prevRandao ?? prevRandaoAfter(parent),
      parentBeaconBlockRoot: hasRoot ? beaconRootAfter(parent) : undefined,
      timestampMs,
      ...(opStack && { l1: this.#l1 }),
    }
  }

  /**
   * Returns the gas limit of the block after `parent`, by these rules, where all blocks are alike. Without a choice it
   * is that of the block before.
   */
  gasLimitAfter(parent: SealedBlock, common: Common): bigint {
    return this.#chosen.gasLimit ?? gasLimitBase(parent.header, common)
  }

  /** What the block after `parent` asks for, which has these rules. */
  feesAfter(parent: SealedBlock, common: Common): BlockFees {
    return nextFees(parent.header, common, this.#chosen)
  }

  #timeAfter(parent: SealedBlock, leadMs: number) {
    const timestamp = this.#clock.nextTimestamp(parent.header.timestamp, leadMs)
    const common = this.#protocol.commonAt(parent.number + 1n, timestamp)
    const opStack = opStackOf(common)
    const milliTime = networkRulesOf(common)?.milliTime
    const blockMs = milliTime?.blockMs ?? opStack?.blockMs
    const parentMs = milliTime?.of(parent.header) ?? opStack?.timestampMs(parent)
    if (blockMs === undefined || parentMs === undefined) return { timestamp, common }
    const timestampMs = this.#clock.nextTimeMs(parentMs, blockMs, leadMs, this.followsL1)
    return { timestamp: timestampMs / 1000n, common, timestampMs }
  }

  /** What the pool or blocks ask of a tip, wei per gas: one of the two has the chosen one. */
  minTip(of: CompatRules['minTipOf']): bigint {
    return this.#rules.minTipOf === of ? (this.#chosen.minGasPrice ?? 0n) : 0n
  }

  /** What is open stays as it is. */
  setMinTip(minGasPrice: bigint): void {
    this.choose({ minGasPrice })
  }

  /** Sets these fields of the next blocks; absent ones stay as they were. */
  choose(fields: ChosenFields): void {
    this.#change({ ...this.#chosen, ...fields })
  }

  /** A block was sealed, with these transactions: what was chosen for one block is used up. */
  used(transactions: readonly SignedTransaction[] = []): void {
    const { baseFeePerGas: _fee, prevRandao: _randao, l1, deposits, ...lasting } = this.#chosen
    const waiting = deposits?.filter(
      ({ hash }) => !transactions.some((transaction) => transaction.hash === hash),
    )
    this.#change({
      ...lasting,
      ...(l1 && { l1: { ...l1, number: undefined, timestamp: undefined } }),
      ...(waiting?.length && { deposits: waiting }),
    })
  }

  /** Deposits that wait for a block. */
  get deposits(): readonly SignedTransaction[] {
    return this.#chosen.deposits ?? []
  }

  /** Makes blocks follow that L1 from now on, instead of a simulated one. To be called again when it has changed. */
  followL1(source: L1Source): void {
    this.#source = source
    this.#change(this.#chosen)
  }

  /** Whether blocks follow an L1 that is not simulated. */
  get followsL1(): boolean {
    return this.#source !== undefined
  }

  /** Whether a block of that time, in seconds, takes deposits alone, as its L1 has stalled. */
  hasStalledL1(timestamp: bigint): boolean {
    return this.#source?.isStalled(timestamp) ?? false
  }

  /** Why a transaction cannot be in a block of that time, in seconds, as to the messages that it executes. */
  refusal(transaction: SignedTransaction, timestamp: bigint): MessageRefusal | undefined {
    return this.#source?.refusal(transaction, timestamp)
  }

  /** What was said of L1. */
  get l1(): L1Values {
    return this.#chosen.l1 ?? {}
  }

  snapshot(): ChosenFields {
    return this.#chosen
  }

  restore(chosen: ChosenFields): void {
    this.#change(chosen)
  }

  #change(chosen: ChosenFields): void {
    this.#chosen = chosen
    this.#l1 = {
      source: this.#source,
      values: chosen.l1,
      deposits: chosen.deposits,
      hasOwnRandao: chosen.prevRandao !== undefined,
    }
    this.#revision++
  }
}
