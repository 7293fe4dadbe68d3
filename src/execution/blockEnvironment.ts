import type { BlockHeader } from '@ethereumjs/block'
import type { EVMRunCallOpts } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { lastKept } from '../lib/memo.ts'
import { blobBaseFeeOf } from './rules/fees.ts'

/** What opcodes and fee rules see of a block. Fees in wei. */
export interface BlockEnvironment {
  readonly number: bigint
  /** Seconds. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  /** 20 bytes. */
  readonly coinbase: Uint8Array
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
  /** Zero since the merge. */
  readonly difficulty: bigint
  /** The base fee; none before London. */
  readonly baseFeePerGas: bigint | undefined
  /** The blob base fee; none before Cancun. */
  readonly blobBaseFee: bigint | undefined
  /** The slot number; none before Amsterdam. */
  readonly slotNumber: bigint | undefined
}

type EvmBlock = NonNullable<EVMRunCallOpts['block']>

/** The least that a unit of blob gas costs (EIP-4844). */
const minBlobBaseFee = 1n

/** What is seen of a header, which never changes. */
export const environmentOf = lastKept(
  (header: BlockHeader): BlockEnvironment => ({
    number: header.number,
    timestamp: header.timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.coinbase.bytes,
    prevRandao: header.mixHash,
    difficulty: header.difficulty,
    baseFeePerGas: header.baseFeePerGas,
    blobBaseFee: blobBaseFeeOf(header),
    slotNumber: header.slotNumber,
  }),
)

/** The block as the EVM takes it. */
export const evmBlock: (environment: BlockEnvironment) => EvmBlock = lastKept(evmBlockOf)

function evmBlockOf(environment: BlockEnvironment): EvmBlock {
  const { baseFeePerGas, blobBaseFee = minBlobBaseFee, coinbase, slotNumber } = environment
  const header = {
    number: environment.number,
    timestamp: environment.timestamp,
    gasLimit: environment.gasLimit,
    coinbase: new Address(coinbase),
    prevRandao: environment.prevRandao,
    difficulty: environment.difficulty,
    // Overridden to a later fork, a block lacks what that fork brought.
    baseFeePerGas: baseFeePerGas ?? 0n,
    getBlobGasPrice: () => blobBaseFee,
    ...(slotNumber !== undefined && { slotNumber }),
  }
  return { header }
}
