import type { Block, BlockHeader } from '@ethereumjs/block'
import { signed } from '../ethereumjs/transaction/decodeTransaction.ts'
import { checkBody } from '../execution/rules/body.ts'
import { checkAccessItems, closeBlock, sealedBlock } from '../execution/rules/closeBlock.ts'
import { checkHeader, withOutcome } from '../execution/rules/header.ts'
import { InvalidBlock, requireEqual } from '../execution/rules/invalidBlock.ts'
import { opStackOf } from '../execution/rules/opStack.ts'
import { emptyBloom } from '../execution/rules/receipt.ts'

import { reasonOf } from '../lib/errors.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { type Engine, PendingBlock } from './pendingBlock.ts'

/**
 * Runs a block from another builder on its parent, with the code that builds our own, and
 * checks all that its header claims but a seal of proof of work. Throws an `InvalidBlock` that says
 * what is wrong.
 */
export async function executeBlock(
  engine: Engine,
  parent: SealedBlock,
  block: Block,
): Promise<SealedBlock> {
  const { header, uncleHeaders: uncles, withdrawals = [] } = block
  checkHeader(header, parent.header)
  const transactions = signedTransactions(block)
  checkBody(block, transactions, engine.blockHashes)
  const nothing = { gasUsed: 0n, blobGasUsed: 0n, logsBloom: emptyBloom }
  const pending = PendingBlock.begin(engine, parent, withOutcome(header, nothing), withdrawals)
  for (const [index, transaction] of transactions.entries()) {
    const outcome = await pending.addFetched(transaction)
    if (outcome.kind === 'skipped') {
      const { message, cause } = outcome.reason
      throw new InvalidBlock(header.number, `transaction ${index}`, message, { cause })
    }
  }
  // As they have run: a deposit has got its nonce.
  const { transactions: run, receipts, state: filled, ledger } = pending.flashblock().view
  const { common, blockHashes } = engine
  const { closed, accessList, accessItems, state } = await engine.machines.use(
    { common, tree: filled, blockHashes },
    async (machine) => {
      const content = { receipts, withdrawals, uncles, ledger, isOthers: true }
      const { header: closed, ...list } = await closeBlock(machine, header, content)
      return { closed, ...list, state: machine.state.tree() }
    },
  )
  checkOutcome(header, closed)
  checkAccessItems(header, accessItems)
  const { gas } = ledger ?? {}
  return sealedBlock(block, { transactions: run, receipts, state, accessList, gas })
}

function signedTransactions({ header, transactions }: Block): readonly SignedTransaction[] {
  return transactions.map((envelope, index) => {
    try {
      return (
        opStackOf(header.common)?.decode(envelope.serialize(), header.common) ?? signed(envelope)
      )
    } catch (cause) {
      const reason = reasonOf(cause)
      throw new InvalidBlock(header.number, `transaction ${index}`, reason, { cause })
    }
  })
}

/** The state root comes last: whatever else is wrong is wrong there too, and says more. */
function checkOutcome(header: BlockHeader, closed: BlockHeader): void {
  const { number } = header
  requireEqual(number, 'gas used', header.gasUsed, closed.gasUsed)
  requireEqual(number, 'blob gas used', header.blobGasUsed, closed.blobGasUsed)
  requireEqual(number, 'logs bloom', header.logsBloom, closed.logsBloom)
  requireEqual(number, 'receipts root', header.receiptTrie, closed.receiptTrie)
  const { blockAccessListHash } = header
  requireEqual(number, 'access list hash', blockAccessListHash, closed.blockAccessListHash)
  requireEqual(number, 'requests hash', header.requestsHash, closed.requestsHash)
  requireEqual(number, 'withdrawals root', header.withdrawalsRoot, closed.withdrawalsRoot)
  requireEqual(number, 'state root', header.stateRoot, closed.stateRoot)
}
