import type { ExecResult } from '@ethereumjs/evm'
import type { CallRules } from '../types/execution.ts'
import type { BlockEnvironment } from './blockEnvironment.ts'
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

/** How a message is applied. */
export interface ApplyOptions {
  readonly environment: BlockEnvironment
  /**
   * Whether the nonce must be the account's, and fees of zero have to pay a base fee all the same.
   * Without it a message without fees costs nothing and has whatever nonce it says.
   */
  readonly validation: boolean
  /** See `CallRules`; none: as of transactions. */
  readonly payment?: CallRules['payment'] | undefined
  /** See `CallRules`. @default false */
  readonly authorizedCreations?: boolean | undefined
}
