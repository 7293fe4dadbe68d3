import { draftHardfork } from '../../ethereumjs/protocol/hardforks.ts'
import { consoleLine } from '../../execution/consoleLog.ts'
import { revertReason } from '../../execution/executionErrors.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { ChainRules } from '../../types/genesis.ts'
import type {
  BlockSummary,
  FlashblockSummary,
  ReorgSummary,
  TransactionSummary,
} from '../../types/summary.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'

/** Returns the public summary of a flashblock. */
export function summarizeFlashblock({ index, view, receipts }: Flashblock): FlashblockSummary {
  return { blockNumber: view.number, index, transactions: receipts.map(summarizeReceipt) }
}

/** Returns the public summary of a sealed block. */
export function summarizeBlock({ number, hash, header, transactions }: SealedBlock): BlockSummary {
  return {
    number,
    hash,
    timestamp: header.timestamp,
    transactions: transactions.map((transaction) => transaction.hash),
    gasUsed: header.gasUsed,
    gasLimit: header.gasLimit,
    baseFeePerGas: header.baseFeePerGas,
  }
}

/** Returns the public summary of a reorg. */
export function summarizeReorg({
  removed,
  added,
}: {
  readonly removed: readonly SealedBlock[]
  readonly added: readonly SealedBlock[]
}): ReorgSummary {
  return { removed: removed.map(summarizeBlock), added: added.map(summarizeBlock) }
}

function summarizeReceipt({
  transaction,
  contractAddress,
  status,
  gasUsed,
  failure,
  output,
  printed = [],
}: Receipt): TransactionSummary {
  const { envelope, hash, sender } = transaction
  return {
    hash,
    from: bytesToHex(sender.bytes),
    to: envelope.to && bytesToHex(envelope.to.bytes),
    contractAddress: contractAddress && bytesToHex(contractAddress),
    value: envelope.value,
    data: envelope.to && bytesToHex(envelope.data),
    status: status === 1 ? 'success' : 'failure',
    gasUsed,
    reason: failure === undefined ? undefined : (revertReason(output) ?? failure),
    revertData: failure === undefined || output.length === 0 ? undefined : bytesToHex(output),
    consoleLogs: printed.map(consoleLine),
  }
}

const draft =
  'amsterdam is a draft (EIP-7773): no EIP of it is final. It is run as glamsterdam-devnet-8 has it (August 2026). ' +
  'See docs/networks.md#amsterdam'

/** What of a chain with these rules must not be relied upon. */
export function warningsOf({ forks }: ChainRules): readonly string[] {
  return forks.some(({ name }) => name === draftHardfork) ? [draft] : []
}
