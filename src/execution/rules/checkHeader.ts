import type { BlockHeader } from '@ethereumjs/block'
import { ConsensusType } from '@ethereumjs/common'
import { gasLimitBase, gasLimitBounds } from './gasLimit.ts'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { nextHeader } from './nextHeader.ts'
import { opStackOf } from './opStack.ts'

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
