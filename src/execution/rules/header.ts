import type { BlockHeader } from '@ethereumjs/block'
import { type Common, ConsensusType } from '@ethereumjs/common'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { nextHeader } from './nextHeader.ts'
import { opStackOf } from './opStack.ts'

/** How much of its parent's gas limit a block may change it by, and one less than that (yellow paper, 4.4.4). */
const boundDivisor = 1024n

/** What a block's gas limit must be at least. */
const leastGasLimit = 5000n

/** The most that a gas limit can be (EIP-1985). */
const mostGasLimit = 2n ** 63n - 1n

/**
 * What the gas limit of a block may be a little more or less than: its parent's, and in the first
 * block of London twice that, as from then on the target is half the limit (EIP-1559).
 */
export function gasLimitBase(parent: BlockHeader, common: Common): bigint {
  const isFirstOfLondon = common.isActivatedEIP(1559) && parent.baseFeePerGas === undefined
  return isFirstOfLondon ? 2n * parent.gasLimit : parent.gasLimit
}

/** The least and the most that a gas limit may be by its base. */
export function gasLimitBounds(base: bigint): readonly [least: bigint, most: bigint] {
  const most = base / boundDivisor - 1n
  const [low, high] = [base - most, base + most]
  return [low < leastGasLimit ? leastGasLimit : low, high > mostGasLimit ? mostGasLimit : high]
}

/** The gas limit that is as near to the wanted one as its base lets it be. */
export function gasLimitTowards(base: bigint, wanted: bigint): bigint {
  const [least, most] = gasLimitBounds(base)
  if (wanted < least) return least
  return wanted > most ? most : wanted
}

/** Bytes (yellow paper, 4.3.4). */
const maxExtraData = 32
/**
 * Checks all of a header that follows from the parent's, but no seal of proof of work. What comes
 * of running the block is not looked at. Throws an `InvalidBlock`.
 */
export function checkHeader(header: BlockHeader, parent: BlockHeader): void {
  const { number, timestamp, extraData } = header
  requireEqual(number, 'number', number, parent.number + 1n)
  requireEqual(number, 'parent hash', header.parentHash, parent.hash())
  const isShared = opStackOf(header.common)?.blockMs !== undefined
  if (timestamp < parent.timestamp || (timestamp === parent.timestamp && !isShared)) {
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

function checkGasLimit({ number, gasLimit, common }: BlockHeader, parent: BlockHeader): void {
  const [least, most] = gasLimitBounds(gasLimitBase(parent, common))
  if (gasLimit >= least && gasLimit <= most) return
  throw new InvalidBlock(number, 'gas limit', {
    got: String(gasLimit),
    want: `${least} to ${most}`,
  })
}
