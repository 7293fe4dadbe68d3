import type { BlockHeader } from '@ethereumjs/block'
import { ConsensusType } from '@ethereumjs/common'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { nextHeader } from './nextHeader.ts'

/** Bytes (yellow paper, 4.3.4). */
const maxExtraData = 32
/** EIP-1985. */
const maxGasLimit = 2n ** 63n - 1n
const minGasLimit = 5_000n
/** A gas limit is less than a 1024th of the parent's away from it. */
const gasLimitDivisor = 1024n
/** EIP-1559 ELASTICITY_MULTIPLIER. */
const elasticity = 2n

/**
 * Checks all of a header that follows from the parent's, but no seal of proof of work. What comes
 * of running the block is not looked at. Throws an `InvalidBlock`.
 */
export function checkHeader(header: BlockHeader, parent: BlockHeader): void {
  const { number, timestamp, extraData } = header
  requireEqual(number, 'number', number, parent.number + 1n)
  requireEqual(number, 'parent hash', header.parentHash, parent.hash())
  if (timestamp <= parent.timestamp) {
    throw new InvalidBlock(number, 'timestamp', {
      got: String(timestamp),
      want: `more than ${parent.timestamp}, the parent's`,
    })
  }
  if (extraData.length > maxExtraData) {
    const [got, want] = [`${extraData.length} bytes`, `at most ${maxExtraData}`]
    throw new InvalidBlock(number, 'extra data', { got, want })
  }
  checkGasLimit(header, parent)
  const expected = nextHeader(parent, header.common, {
    timestamp,
    gasLimit: header.gasLimit,
    coinbase: header.coinbase.bytes,
    prevRandao: header.mixHash,
  })
  requireEqual(number, 'difficulty', header.difficulty, expected.difficulty)
  requireEqual(number, 'base fee', header.baseFeePerGas, expected.baseFeePerGas)
  requireEqual(number, 'excess blob gas', header.excessBlobGas, expected.excessBlobGas)
  if (header.common.consensusType() === ConsensusType.ProofOfStake) {
    requireEqual(number, 'nonce', header.nonce, expected.nonce)
  }
}

function checkGasLimit(
  { number, gasLimit, baseFeePerGas }: BlockHeader,
  parent: BlockHeader,
): void {
  const isFirstOfLondon = baseFeePerGas !== undefined && parent.baseFeePerGas === undefined
  const base = isFirstOfLondon ? parent.gasLimit * elasticity : parent.gasLimit
  const step = base / gasLimitDivisor
  const [least, most] = [max(base - step + 1n, minGasLimit), min(base + step - 1n, maxGasLimit)]
  if (gasLimit >= least && gasLimit <= most) return
  throw new InvalidBlock(number, 'gas limit', {
    got: String(gasLimit),
    want: `${least} to ${most}`,
  })
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
