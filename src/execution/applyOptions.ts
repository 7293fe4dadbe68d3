import type { CallRules } from '../types/execution.ts'
import type { BlockEnvironment } from './blockEnvironment.ts'

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
