import { bytesToHex, type Hex } from '../lib/hex.ts'
import { limitWords } from '../lib/limits.ts'
import type { View } from '../types/view.ts'

const invalidParamsCode = -32602
/** EIP-1474's code for a request that exceeds a limit for now. */
export const limitExceeded = -32005
const maxProblemLength = 1_000

/** A JSON-RPC error object that can be thrown. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  /** Any JSON value; `undefined` leaves the member out. */
  readonly data: unknown
  /** The transaction on the chain that has failed: for callers in process. */
  declare readonly transactionHash?: Hex | undefined

  constructor(code: number, message: string, data?: unknown, transactionHash?: Hex) {
    super(message)
    this.code = code
    this.data = data
    if (transactionHash !== undefined) this.transactionHash = transactionHash
  }
}

/** The body is not JSON. */
export function parseError(detail: string): RpcError {
  return new RpcError(-32700, `parse error: ${detail}`)
}

/** JSON, but no request. */
export function invalidRequest(message: string): RpcError {
  return new RpcError(-32600, message)
}

/** No such method here; geth's words, which clients match. `meant`: the one that was probably meant. */
export function methodNotFound(method: string, meant?: string): RpcError {
  const advice = meant === undefined ? '' : `: did you mean ${meant}?`
  return new RpcError(-32601, `the method ${method} does not exist/is not available${advice}`)
}

export function invalidParams(message: string): RpcError {
  return new RpcError(invalidParamsCode, bounded(message))
}

export function invalidArgument(index: number, problem: string): RpcError {
  return invalidParams(`invalid argument ${index}: ${problem}`)
}

export function missingArgument(index: number): RpcError {
  return invalidParams(`missing value for required argument ${index}`)
}

/** geth's code and words for an answer over its limit. */
export function responseTooLarge(limit: number): RpcError {
  return new RpcError(
    -32003,
    `response too large: ${limitWords('answerCharacters', limit, 'characters')}`,
  )
}

/** Cuts a message about a wrong value to a number of characters. */
function bounded(message: string): string {
  return message.length <= maxProblemLength ? message : `${message.slice(0, maxProblemLength)}…`
}

/** An error of a room: it says its code itself, as an own property (unlike a `DOMException`). */
interface CodedError extends Error {
  readonly code: number
  readonly data?: unknown
}

function isCodedError(error: unknown): error is CodedError {
  return error instanceof Error && Object.hasOwn(error, 'code') && 'code' in error
    ? Number.isSafeInteger(error.code)
    : false
}

/** The JSON-RPC error that was thrown: an `RpcError` is itself, an `Error` with a numeric `code` keeps code, message and data. */
export function codedError(thrown: unknown): RpcError | undefined {
  if (thrown instanceof RpcError) return thrown
  if (!isCodedError(thrown)) return undefined
  const { code, data } = thrown
  const message = code === invalidParamsCode ? bounded(thrown.message) : thrown.message
  // Rooms and engine know no hex: revert data come as bytes.
  return new RpcError(code, message, data instanceof Uint8Array ? bytesToHex(data) : data)
}

/**
 * The JSON-RPC error for anything thrown: see `codedError`. All else is a bug of ours: the client
 * gets a fixed text, and `onInternalError` what was thrown.
 */
export function toRpcError(thrown: unknown, onInternalError: (error: unknown) => void): RpcError {
  const coded = codedError(thrown)
  if (coded !== undefined) return coded
  onInternalError(thrown)
  return new RpcError(-32603, 'internal error')
}

/** What a block of an earlier hardfork than Amsterdam does not have (EIP-7928). */
export function noAccessList({ header: { number, common } }: Pick<View, 'header'>): RpcError {
  return new RpcError(
    -32001,
    `block ${number} has no access list: it is of ${common.hardfork()}, and lists begin with amsterdam (EIP-7928)`,
  )
}

/** Anvil's first words, and what to do. */
export function noFork(): RpcError {
  return invalidParams('Forking not enabled: start with --fork-url, or call anvil_reset with a URL')
}
