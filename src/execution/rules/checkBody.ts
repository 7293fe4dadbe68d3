import type { Block, BlockHeader } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import type { BlockHashes } from '../../ethereumjs/machine.ts'
import { bytesToHex, equalBytes } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { InvalidBlock, requireEqual } from './invalidBlock.ts'
import { opStackOf } from './opStack.ts'
import { transactionsRoot, withdrawalsRoot } from './roots.ts'

/** Checks that a header is the one of what its block holds, and the uncles. Throws an `InvalidBlock`. */
export function checkBody(
  block: Block,
  transactions: readonly SignedTransaction[],
  blockHashes: BlockHashes,
): void {
  const { header, uncleHeaders, withdrawals } = block
  const { number } = header
  const uncles = uncleHeaders.map((uncle) => uncle.raw())
  requireEqual(number, 'transactions root', header.transactionsTrie, transactionsRoot(transactions))
  requireEqual(number, 'uncles hash', header.uncleHash, keccak256(RLP.encode(uncles)))
  // There it is of the state after the block.
  if (withdrawals !== undefined && opStackOf(header.common) === undefined) {
    requireEqual(number, 'withdrawals root', header.withdrawalsRoot, withdrawalsRoot(withdrawals))
  }
  uncleHeaders.forEach((uncle, index) => {
    const problem = uncleProblem(uncle, header, blockHashes)
    if (problem !== undefined) throw new InvalidBlock(number, `uncle ${index}`, problem)
  })
}

/** How many blocks an uncle's number may be behind (yellow paper, 11.1). */
const oldestUncle = 6n

function uncleProblem(
  uncle: BlockHeader,
  header: BlockHeader,
  blockHashes: BlockHashes,
): string | undefined {
  const age = header.number - uncle.number
  if (age < 1n || age > oldestUncle) {
    return `its number is ${uncle.number}, but must be ${header.number - oldestUncle} to ${header.number - 1n}`
  }
  const parent = blockHashes(uncle.number - 1n)
  if (parent === undefined || !equalBytes(parent, uncle.parentHash)) {
    return `its parent ${bytesToHex(uncle.parentHash)} is not on the chain`
  }
  const sibling = blockHashes(uncle.number)
  return sibling !== undefined && equalBytes(sibling, uncle.hash())
    ? `${bytesToHex(uncle.hash())} is a block of the chain`
    : undefined
}
