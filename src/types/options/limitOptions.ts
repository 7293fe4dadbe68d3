import type { Limits } from '../../lib/limits.ts'
import type { Duration } from '../values.ts'

/** Limits of blocks, transactions, contracts and traces. */
export interface LimitOptions {
  /**
   * Gas limit of a block.
   * @default 30000000
   */
  gasLimit?: number | bigint | string | undefined
  /**
   * Removes the gas limit of blocks in practice: it becomes 2^53 - 1.
   * @default false
   */
  disableBlockGasLimit?: boolean | undefined
  /**
   * Gas that a call, an estimate or a trace of one can have, and has when it names none.
   * @default 50000000, or the block's gas limit if that is more
   */
  callGasLimit?: number | bigint | string | undefined
  /**
   * Caps the gas of a transaction at 2^24 from Osaka on (EIP-7825).
   * @default false; true with `genesis`
   */
  transactionGasCap?: boolean | undefined
  /**
   * Verifies P-256 signatures at 0x100 before Osaka too (RIP-7212), at Osaka's price.
   * @default false
   */
  enableP256?: boolean | undefined
  /**
   * Maximum size of a contract's code in bytes (EIP-170); init code can be twice as long.
   * @default 24576
   */
  codeSizeLimit?: number | undefined
  /**
   * Removes the limit of contract code.
   * @default false
   */
  disableCodeSizeLimit?: boolean | undefined
  /**
   * Maximum memory of a call in bytes; without it only gas limits memory.
   * @default none
   */
  memoryLimit?: number | undefined
  /**
   * How long a trace or an access list may take, as `'90s'` or in seconds, all that has to run before it
   * included. The option `timeout` of a tracing method sets another limit for one request.
   * @default '60s'
   */
  traceTimeout?: Duration | undefined
  /**
   * Maximum number of transactions in a block.
   * @default none
   */
  maxTransactions?: number | undefined
  /**
   * What clients can have at most, by name, such as `{ logs: 100_000 }` or `['logs=100000']`; all
   * are in docs/limits.md.
   * @default those of docs/limits.md
   */
  limits?: Partial<Limits> | readonly string[] | undefined
}
