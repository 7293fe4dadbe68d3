import { Block, type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { blockSize } from '../execution/rules/blockSize.ts'
import { bytesToHex, type Hex, hexToBytes, numberToBytes } from '../lib/hex.ts'
import type { SealedBlock } from '../types/view.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/**
 * Empty blocks one after the other that are made when they are asked for. All follow from the block
 * before the first: state, fees and limits are as there. Their hashes are not those of their
 * headers, which would have to be computed one after the other, but name the run and the number.
 */
export interface BlockRun {
  /** The block before the first one; empty, and at the lowest base fee. */
  readonly before: SealedBlock
  readonly from: bigint
  readonly to: bigint
  /** Between the timestamps of two blocks. */
  readonly intervalSeconds: bigint
}

/** A run has its own first bytes of hashes, the rest is the number of the block. */
const runBytes = 24

/** The block of the run with that number, which must be in it. */
export function blockInRun(run: BlockRun, number: bigint): SealedBlock {
  const { before, from, intervalSeconds } = run
  const hash = hashInRun(run, number)
  const parentHash = number === from ? hexToBytes(before.hash) : hashInRun(run, number - 1n)
  const timestamp = before.header.timestamp + (number - before.number) * intervalSeconds
  const header = headerInRun(before, { number, timestamp, parentHash, hash })
  const withdrawals = before.block.withdrawals === undefined ? undefined : []
  return {
    kind: 'sealed',
    hash: bytesToHex(hash),
    number,
    block: new Block(header, [], [], withdrawals, { common: header.common }),
    header,
    transactions: [],
    receipts: [],
    state: before.state,
    size: blockSize(header, [], withdrawals),
  }
}

/** The number of the block of the run with that hash. */
export function numberInRun(run: BlockRun, hash: Hex): bigint | undefined {
  const number = BigInt(`0x${hash.slice(2 + runBytes * 2)}`)
  const isIn = number >= run.from && number <= run.to
  return isIn && bytesToHex(hashInRun(run, number)) === hash ? number : undefined
}

/** 32 bytes. */
function hashInRun({ before }: BlockRun, number: bigint): Uint8Array {
  const hash = keccak256(hexToBytes(before.hash))
  hash.set(numberToBytes(number, 32 - runBytes), runBytes)
  return hash
}

function headerInRun(
  before: SealedBlock,
  own: { number: bigint; timestamp: bigint; parentHash: Uint8Array; hash: Uint8Array },
): BlockHeader {
  const { header: first, state } = before
  const { number, timestamp, parentHash, hash } = own
  const data: { readonly [Field in keyof HeaderData]: HeaderData[Field] | undefined } = {
    parentHash,
    number,
    timestamp,
    mixHash: keccak256(parentHash),
    stateRoot: state.root(),
    coinbase: first.coinbase,
    gasLimit: first.gasLimit,
    extraData: first.extraData,
    baseFeePerGas: first.baseFeePerGas,
    withdrawalsRoot: first.withdrawalsRoot,
    excessBlobGas: first.excessBlobGas,
    blobGasUsed: first.blobGasUsed,
    parentBeaconBlockRoot: first.parentBeaconBlockRoot,
    requestsHash: first.requestsHash,
  }
  const header = createBlockHeader(data as HeaderData, {
    common: first.common,
    skipConsensusFormatValidation: true,
  })
  return Object.create(header, { hash: { value: () => hash } })
}
