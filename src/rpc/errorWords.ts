import type { TimestampTooLowError } from '../clock/clockErrors.ts'
import type { UnknownAccount } from '../devnet/accounts/keyring.ts'
import type { UnknownBlock } from '../devnet/read/unknownBlock.ts'
import type { InvalidTransactionRequest } from '../devnet/submit/completeTransaction.ts'
import type {
  InvalidTransactionError,
  TransactionDecodeError,
} from '../ethereumjs/transaction/refusals.ts'
import type { ExecutionFailed, ExecutionReverted } from '../execution/executionErrors.ts'
import type { InvalidRewardPercentile } from '../execution/feeHistory.ts'
import type { InvalidMessage } from '../execution/message.ts'
import type { SimulateError } from '../execution/simulate/simulateErrors.ts'
import type { NotTraceable } from '../execution/trace/tracer.ts'
import type { Hex } from '../lib/hex.ts'
import type { Amounts } from '../types/values.ts'
import { codedError, methodNotFound, RpcError } from './rpcError.ts'

/** An error of the pool: its numbers are known here, its class is not. */
interface WithAmounts extends Error {
  readonly amounts: Amounts
}

/** Errors that some node words otherwise than geth, by their names. */
export interface WordedErrors {
  readonly ExecutionReverted: ExecutionReverted
  readonly ExecutionFailed: ExecutionFailed
  readonly InvalidMessage: InvalidMessage
  readonly InvalidTransactionRequest: InvalidTransactionRequest
  readonly InvalidTransactionError: InvalidTransactionError
  readonly TransactionDecodeError: TransactionDecodeError
  readonly UnknownAccount: UnknownAccount
  readonly UnknownBlock: UnknownBlock
  readonly TimestampTooLowError: TimestampTooLowError
  readonly InvalidRewardPercentile: InvalidRewardPercentile
  readonly NotTraceable: NotTraceable
  readonly SimulateError: SimulateError
  readonly AlreadyKnownError: Error & { readonly hash: Hex }
  readonly BlockGasLimitError: WithAmounts
  readonly FeeCapTooLowError: WithAmounts
  readonly FloorGasTooLowError: WithAmounts
  readonly GasLimitTooHighError: WithAmounts
  readonly InitCodeTooLargeError: WithAmounts
  readonly InsufficientFundsError: WithAmounts
  readonly IntrinsicGasTooLowError: WithAmounts
  readonly NonceTooLowError: WithAmounts
  readonly ReplacementUnderpricedError: WithAmounts
  readonly TipAboveFeeCapError: WithAmounts
}

/** What was asked when something failed, of which chain. */
export interface Asked {
  readonly method: string
  readonly args: readonly unknown[]
  /** Number of the newest block. */
  readonly head: bigint
  readonly isAutomined: boolean
  readonly chainId: bigint
}

/** What a node says of an error; nothing: what geth says. */
type Wording<Failure> = (failure: Failure, asked: Asked) => RpcError | undefined

/** How a node words errors: a row for each that it does not word as geth does. */
export interface ErrorWords {
  readonly rows: { readonly [Name in keyof WordedErrors]?: Wording<WordedErrors[Name]> }
  /** `meant`: the method that was probably meant. */
  readonly unknownMethod: (method: string, meant: string | undefined) => RpcError
  /** Adds to every error, whatever its words. `request`: the request that was refused. */
  readonly dressed?: ((error: RpcError, request: Asked | undefined) => RpcError) | undefined
}

/** The error in the words of the imitated node; unchanged if it has none. */
export function translateError(
  { rows, dressed }: ErrorWords,
  thrown: unknown,
  asked: () => Asked,
): unknown {
  if (!(thrown instanceof Error)) return thrown
  // A row takes the error of its name.
  const wording = rows[thrown.name as keyof WordedErrors] as Wording<unknown> | undefined
  const error = wording?.(thrown, asked()) ?? thrown
  const coded = dressed && codedError(error)
  if (dressed === undefined || coded === undefined) return error
  return dressed(coded, error === thrown && thrown instanceof RpcError ? asked() : undefined)
}

/** A row for an error with a fixed message. */
export function always(code: number, message: string): () => RpcError {
  return () => new RpcError(code, message)
}

/** What loads the words of a node when there is a first error. */
export type WordsSource = () => ErrorWords | Promise<ErrorWords>

/** The words in which errors are thrown. */
export const plainWords: ErrorWords = { unknownMethod: methodNotFound, rows: {} }
