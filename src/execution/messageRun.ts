import type { ExecResult } from '@ethereumjs/evm'
import type { TransactionRun } from './rules/receipt.ts'

/** What an execution did, and its gas. */
export interface MessageRun {
  readonly execResult: ExecResult
  /** After refunds: what a receipt would say. */
  readonly gasUsed: bigint
  /** The most that was in use before refunds. */
  readonly maxUsedGas: bigint
  /** What the ledger of its block gets, where it has one. */
  readonly entry?: TransactionRun['entry']
}
