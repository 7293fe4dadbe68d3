import { panicCode, revertReason } from '../../execution/executionErrors.ts'
import { bytesToHex } from '../../lib/hex.ts'
import { type Asked, always, type ErrorWords, type WordedErrors } from '../../rpc/errorWords.ts'
import { methodNotFound, RpcError } from '../../rpc/rpcError.ts'
import type { Amounts } from '../../types/values.ts'

/** Anvil's words for the panic codes of Solidity. */
const panics: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic/unspecified error'],
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'failed to convert value into enum type'],
  [0x22n, 'storage byte array incorrectly encoded'],
  [0x31n, 'called `.pop()` on an empty array'],
  [0x32n, 'array out-of-bounds access'],
  [0x41n, 'memory allocation error'],
  [0x51n, 'called an invalid internal function'],
])

/** What ends an execution, as geth's words begin and as Anvil names it. */
const halts: readonly (readonly [geth: string, anvil: string])[] = [
  ['out of gas', 'OutOfGas'],
  ['contract creation code storage out of gas', 'OutOfGas'],
  ['invalid opcode: INVALID', 'InvalidFEOpcode'],
  ['invalid opcode', 'OpcodeNotFound'],
  ['invalid jump destination', 'InvalidJump'],
  ['stack underflow', 'StackUnderflow'],
  ['stack limit reached', 'StackOverflow'],
  ['write protection', 'StateChangeDuringStaticCall'],
  ['return data out of bounds', 'OutOfOffset'],
  ['contract address collision', 'CreateCollision'],
  ['insufficient balance for transfer', 'OutOfFunds'],
  ['max code size exceeded', 'CreateContractSizeLimit'],
  ['max initcode size exceeded', 'CreateInitCodeSizeLimit'],
  ['invalid code: must not begin with 0xef', 'CreateContractStartingWithEF'],
  ['nonce uint64 overflow', 'NonceOverflow'],
]

function panicText(code: bigint): string {
  const digits = code.toString(16).padStart(2, '0')
  return `panic: ${panics.get(code) ?? 'unknown code'} (0x${digits})`
}

/** What Anvil says of revert data; nothing where there are none. */
function revertText(data: Uint8Array): string | undefined {
  if (data.length === 0) return undefined
  const code = panicCode(data)
  if (code !== undefined) return panicText(code)
  const reason = revertReason(data)
  if (reason !== undefined) return reason
  if (data.length < 4) return new TextDecoder().decode(data)
  const [selector, rest] = [bytesToHex(data.subarray(0, 4)), bytesToHex(data.subarray(4))]
  return rest === '0x' ? `custom error ${selector}` : `custom error ${selector}: ${rest.slice(2)}`
}

function reverted({ data }: WordedErrors['ExecutionReverted']): RpcError {
  const text = revertText(data)
  const message = text === undefined ? 'execution reverted' : `execution reverted: ${text}`
  return new RpcError(3, message, bytesToHex(data))
}

function failed({
  failure,
  allowance,
  advice,
}: WordedErrors['ExecutionFailed']): RpcError | undefined {
  const withAdvice = (words: string): string =>
    advice === undefined ? words : `${words}: ${advice}`
  if (allowance !== undefined) {
    const words = `Out of gas: gas required exceeds allowance: ${allowance}`
    return new RpcError(-32003, withAdvice(words))
  }
  const halt = halts.find(([geth]) => failure.startsWith(geth))
  return halt && new RpcError(-32603, withAdvice(`EVM error ${halt[1]}`))
}

function outOfRange(
  { id }: WordedErrors['UnknownBlock'],
  { head }: { readonly head: bigint },
): RpcError | undefined {
  if (id === undefined || !('number' in id)) return undefined
  const problem = `block height is ${head} but requested was ${id.number}`
  return new RpcError(-32602, `BlockOutOfRangeError: ${problem}`)
}

function invalidMessage(
  { reason, amounts }: WordedErrors['InvalidMessage'],
  { method }: Asked,
): RpcError | undefined {
  switch (reason) {
    case 'insufficient funds':
      return noFunds()
    case 'init code too large':
      return initCodeTooLarge()
    case 'wrong chain id':
      // Gas for a transaction is estimated before it is signed.
      return method === 'eth_sendTransaction' ? otherChain(amounts) : wrongSigner()
    case 'tip above fee cap':
      return new RpcError(
        -32602,
        'Invalid input: `max_priority_fee_per_gas` greater than `max_fee_per_gas`',
      )
    case 'intrinsic gas too low':
    case 'floor gas too low':
      return new RpcError(-32000, 'intrinsic gas too high -- CallGasCostMoreThanGasLimit')
    default:
      return undefined
  }
}

function invalidTransaction({
  message,
}: WordedErrors['InvalidTransactionError']): RpcError | undefined {
  if (message.startsWith('invalid sender: invalid chain id')) return wrongSigner()
  if (message.startsWith('invalid sender: ')) {
    return new RpcError(-32602, 'Failed to recover the signer')
  }
  if (message.startsWith('max priority fee per gas higher')) return tipAboveCap()
  return message.startsWith('max initcode size exceeded') ? initCodeTooLarge() : undefined
}

function invalidRequest({
  reason,
  amounts,
}: WordedErrors['InvalidTransactionRequest']): RpcError | undefined {
  if (reason === 'tip above fee cap') return tipAboveCap()
  return reason === 'wrong chain id' ? otherChain(amounts) : undefined
}

function otherChain(amounts: Amounts | undefined): RpcError | undefined {
  return (
    amounts &&
    new RpcError(
      -32602,
      `transaction-provided chain ID (${amounts.have}) does not match the signer's chain ID (${amounts.want})`,
    )
  )
}

const noFunds = always(-32003, 'Insufficient funds for gas * price + value')
const initCodeTooLarge = always(-32003, 'max initcode size exceeded')
const wrongSigner = always(-32003, 'invalid chain id for signer')
const tipAboveCap = always(-32003, 'max priority fee per gas higher than max fee per gas')
const gasTooLow = always(-32000, 'intrinsic gas too low')
const gasTooHigh = always(-32000, 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit')

/** Anvil 1.7.1. */
export const anvilWords: ErrorWords = {
  unknownMethod: (_method, meant) =>
    new RpcError(
      -32601,
      `Method not found${meant === undefined ? '' : `: did you mean ${meant}?`}`,
    ),
  rows: {
    ExecutionReverted: reverted,
    ExecutionFailed: failed,
    InvalidMessage: invalidMessage,
    InvalidTransactionRequest: invalidRequest,
    InvalidTransactionError: invalidTransaction,
    TransactionDecodeError: ({ message }) =>
      new RpcError(
        -32602,
        message === 'typed transaction too short'
          ? 'Empty transaction data'
          : 'Failed to decode transaction',
      ),
    UnknownAccount: always(-32602, 'No Signer available'),
    UnknownBlock: (error, asked) =>
      error.id !== undefined && 'hash' in error.id
        ? new RpcError(-32001, 'Resource not found')
        : outOfRange(error, asked),
    TimestampTooLowError: ({ timestamp }) =>
      new RpcError(
        -32602,
        `Timestamp error: ${timestamp} is lower than previous block's timestamp`,
      ),
    AlreadyKnownError: always(-32003, 'transaction already imported'),
    BlockGasLimitError: gasTooHigh,
    FeeCapTooLowError: always(-32003, 'max fee per gas less than block base fee'),
    FloorGasTooLowError: gasTooLow,
    InitCodeTooLargeError: initCodeTooLarge,
    InsufficientFundsError: noFunds,
    IntrinsicGasTooLowError: gasTooLow,
    NonceTooLowError: always(-32003, 'nonce too low'),
    ReplacementUnderpricedError: always(-32003, 'replacement transaction underpriced'),
    TipAboveFeeCapError: tipAboveCap,
  },
}

/**
 * The default words: Anvil's where they say more than geth's and the service has none of its own. Its words about
 * transactions stay, and there is no -32603, after which clients retry.
 */
export const defaultWords: ErrorWords = {
  unknownMethod: methodNotFound,
  rows: {
    ExecutionReverted: reverted,
    UnknownAccount: ({ message }) => new RpcError(-32602, `No Signer available: ${message}`),
    UnknownBlock: outOfRange,
  },
}
