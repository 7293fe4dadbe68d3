import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { type Asked, always, type ErrorWords, type WordedErrors } from '../../rpc/errorWords.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { Amounts } from '../../types/values.ts'
import { checksumAddress } from '../../wallet/checksumAddress.ts'
import { traceOf } from '../solidity/node/explain.ts'
import type { StackTrace } from '../solidity/stackTrace/entries.ts'
import { haltText, revertText, traceText } from '../solidity/stackTrace/hardhatWords.ts'

/** A failure of the EVM, in the shape of Hardhat 2. */
export class ExecutionError extends RpcError {
  /** Its message and data in the shape of Hardhat 3. */
  readonly text: string
  readonly output: Hex

  /** Creates the error. `txHash` is the hash of a transaction that is on the chain. */
  constructor(text: string, data: Uint8Array, txHash?: Hex) {
    const message = `Error: ${text}`
    const output = bytesToHex(data)
    super(-32603, message, { message, ...(txHash && { txHash }), data: output }, txHash)
    this.text = text
    this.output = output
  }
}

export function ranOutOfGas(txHash: Hex | null): RpcError {
  const message = 'Transaction ran out of gas'
  return new RpcError(-32000, message, { message, txHash, data: '0x' }, txHash ?? undefined)
}

/** Hardhat's node refuses a transaction that has failed, though it is on the chain. */
export function transactionFailed(
  { transaction, output, failure }: Receipt,
  trace?: StackTrace | undefined,
): RpcError {
  if (failure === 'out of gas') return ranOutOfGas(transaction.hash)
  const isReverted = output.length > 0 || failure === undefined || failure.includes('revert')
  const text = traceText(trace) ?? (isReverted ? revertText(output) : haltText(failure))
  return new ExecutionError(text, output, transaction.hash)
}

function failed(error: WordedErrors['ExecutionFailed']): RpcError {
  const { failure } = error
  const isGas = failure === 'out of gas' || failure.startsWith('gas required exceeds')
  return isGas
    ? ranOutOfGas(null)
    : new ExecutionError(traceText(traceOf(error)) ?? haltText(failure), new Uint8Array())
}

/** Returns Hardhat's error for what requests and messages are refused for alike. */
function invalidRequestOrMessage(
  reason: WordedErrors['InvalidMessage' | 'InvalidTransactionRequest']['reason'],
  amounts: Amounts,
  args: Asked['args'],
): RpcError | undefined {
  switch (reason) {
    case 'fees of two kinds':
      return twoKinds(args)
    case 'creation without data':
      return emptyCreation()
    case 'tip above fee cap':
      return tipAboveCap({ amounts })
    default:
      return undefined
  }
}

function invalidMessage(
  { reason, amounts = none }: WordedErrors['InvalidMessage'],
  { args }: Asked,
): RpcError | undefined {
  switch (reason) {
    case 'intrinsic gas too low':
      return gasTooLow({ amounts })
    case 'floor gas too low':
      return floorTooLow({ amounts })
    case 'init code too large':
      return initCodeTooLarge({ amounts })
    default:
      return invalidRequestOrMessage(reason, amounts, args)
  }
}

function invalidRequest(
  { reason, amounts = none }: WordedErrors['InvalidTransactionRequest'],
  { args }: Asked,
): RpcError | undefined {
  if (reason !== 'wrong chain id') return invalidRequestOrMessage(reason, amounts, args)
  const text = `Invalid chainId ${amounts.have} provided, expected ${amounts.want} instead.`
  return new RpcError(-32602, text)
}

/** Returns Hardhat's error for a signed transaction. */
function invalidTransaction(
  { message }: WordedErrors['InvalidTransactionError'],
  { chainId }: Asked,
): RpcError | undefined {
  if (message.startsWith('invalid sender: invalid chain id')) {
    const text = message.includes('have')
      ? `Trying to send a raw transaction with an invalid chainId. The expected chainId is ${chainId}`
      : 'Trying to send an incompatible EIP-155 transaction, signed for another chain.'
    return new RpcError(-32602, text)
  }
  if (message.startsWith('max initcode size exceeded')) {
    const [have = 0n, want = 0n] = (message.match(/\d+/g) ?? []).map(BigInt)
    return initCodeTooLarge({ amounts: { have, want } })
  }
  if (message.startsWith('set code tx must have at least one')) {
    return new RpcError(-32000, 'Invalid EIP-7702 transaction: authorization list is empty.')
  }
  return message.startsWith('invalid sender: ')
    ? new RpcError(-32602, 'Invalid Signature')
    : undefined
}

function unknownBlock({ id }: WordedErrors['UnknownBlock'], { head }: Asked): RpcError | undefined {
  // The one block that is named by its hash alone: in a filter of logs.
  if (id === undefined) return new RpcError(-32602, 'blockHash cannot be found')
  if ('flashblock' in id) return undefined
  const name = 'number' in id ? id.number : 'hash' in id ? id.hash : id.tag
  return new RpcError(-32000, `Received invalid block tag ${name}. Latest block number is ${head}`)
}

function badPercentile(
  { index, isOutOfOrder }: WordedErrors['InvalidRewardPercentile'],
  { args: [, , percentiles] }: Asked,
): RpcError | undefined {
  if (index === undefined || !Array.isArray(percentiles)) return undefined
  const problem = isOutOfOrder
    ? `percentiles should be in non-decreasing order, but the percentile number ${index} is greater than the next one`
    : `percentile number ${index + 1} is invalid. It must be a float between 0 and 100, but is ${percentiles[index]} instead.`
  return new RpcError(-32000, `The reward ${problem}`)
}

const none: Amounts = { have: 0n, want: 0n }

interface WithAmounts {
  readonly amounts: Amounts
}

function twoKinds([request]: Asked['args']): RpcError {
  const hasCap = typeof request === 'object' && request !== null && 'maxFeePerGas' in request
  const other = hasCap ? 'maxFeePerGas params' : 'maxPriorityFeePerGas'
  return new RpcError(-32000, `Cannot send both gasPrice and ${other}`)
}

const emptyCreation = always(-32000, 'Contract creation without any data provided')

const tipAboveCap = ({ amounts: { have, want } }: WithAmounts): RpcError =>
  new RpcError(-32000, `maxPriorityFeePerGas (${have}) is bigger than maxFeePerGas (${want})`)

const gasTooLow = ({ amounts: { have, want } }: WithAmounts): RpcError =>
  new RpcError(-32000, `Transaction requires at least ${want} gas but got ${have}`)

const floorTooLow = ({ amounts: { have, want } }: WithAmounts): RpcError =>
  new RpcError(-32000, `Transaction requires gas floor of ${want} but got limit of ${have}`)

const initCodeTooLarge = ({ amounts: { have, want } }: WithAmounts): RpcError =>
  new RpcError(
    -32602,
    `
Trying to send a deployment transaction whose init code length is ${have}. The max length allowed by EIP-3860 is ${want}.

Enable the 'allowUnlimitedContractSize' option to allow init codes of any length.`,
  )

function nonceTooLow({ amounts: { have, want } }: WithAmounts, { isAutomined }: Asked): RpcError {
  const text = isAutomined
    ? `Nonce too low. Expected nonce to be ${want} but got ${have}. Note that transactions can't be queued when automining.`
    : `Transaction nonce too low. Expected nonce to be at least ${want} but got ${have}.`
  return new RpcError(-32000, text)
}

function underpriced({ amounts: { want, field, nonce } }: WithAmounts): RpcError {
  return new RpcError(
    -32000,
    `Replacement transaction underpriced. A gasPrice/${field ?? 'maxFeePerBlobGas'} of at least ${want} is necessary to replace the existing transaction with nonce ${nonce}.`,
  )
}

/** Hardhat 2.29.1. */
export const hardhatWords: ErrorWords = {
  unknownMethod: (method) => new RpcError(-32004, `Method ${method} is not supported`),
  dressed: withData,
  rows: {
    ExecutionReverted: (error) =>
      new ExecutionError(traceText(traceOf(error)) ?? revertText(error.data), error.data),
    ExecutionFailed: failed,
    InvalidMessage: invalidMessage,
    InvalidTransactionRequest: invalidRequest,
    InvalidTransactionError: invalidTransaction,
    TransactionDecodeError: ({ message }) => {
      const [type] = /(?<=type )\d+$/.exec(message) ?? []
      return type === undefined
        ? undefined
        : new RpcError(-32602, `Invalid transaction type ${type}.`)
    },
    UnknownAccount: ({ address }) =>
      address && new RpcError(-32000, `Unknown account ${checksumAddress(address)}`),
    UnknownBlock: unknownBlock,
    TimestampTooLowError: ({ timestamp, parent }) =>
      new RpcError(
        -32000,
        timestamp === parent
          ? `Timestamp ${timestamp} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`
          : `Timestamp ${timestamp} is lower than the previous block's timestamp ${parent}`,
      ),
    InvalidRewardPercentile: badPercentile,
    NotTraceable: ({ message }, { args: [hash] }) =>
      message.startsWith('transaction not found') && typeof hash === 'string'
        ? new RpcError(-32000, `Unable to find a block containing transaction ${hash}`)
        : undefined,
    AlreadyKnownError: ({ hash }) => new RpcError(-32000, `Known transaction: ${hash}`),
    BlockGasLimitError: ({ amounts: { have, want } }) =>
      new RpcError(
        -32000,
        `Transaction gas limit is ${have} and exceeds block gas limit of ${want}`,
      ),
    FeeCapTooLowError: ({ amounts: { have, want, field } }) =>
      new RpcError(
        -32000,
        `Transaction ${field} (${have}) is too low for the next block, which has a baseFeePerGas of ${want}`,
      ),
    FloorGasTooLowError: floorTooLow,
    GasLimitTooHighError: ({ amounts: { have, want } }) =>
      new RpcError(
        -32000,
        `Transaction gas limit is ${have} and exceeds transaction gas cap of ${want}`,
      ),
    InitCodeTooLargeError: initCodeTooLarge,
    InsufficientFundsError: ({ amounts: { have, want } }) =>
      new RpcError(
        -32000,
        `Sender doesn't have enough funds to send tx. The max upfront cost is: ${want} and the sender's balance is: ${have}.`,
      ),
    IntrinsicGasTooLowError: gasTooLow,
    NonceTooLowError: nonceTooLow,
    ReplacementUnderpricedError: underpriced,
    TipAboveFeeCapError: tipAboveCap,
  },
}

/** Hardhat 3.18: the words of Hardhat 2, and failures of the EVM in the shape of geth. */
export const hardhat3Words: ErrorWords = { ...hardhatWords, dressed: asHardhat3 }

function asHardhat3(error: RpcError): RpcError {
  const { code, message, data, transactionHash } = error
  if (error instanceof ExecutionError) {
    return new RpcError(3, error.text, error.output, transactionHash)
  }
  const { txHash, data: output } = (data ?? {}) as { txHash?: Hex | null; data?: unknown }
  const shown = {
    message,
    ...(txHash && { txHash }),
    ...(typeof output === 'string' && { data: output }),
  }
  return new RpcError(code, message, shown, transactionHash)
}

/** Hardhat's errors all have an object as data: those of the request with the request. */
function withData(
  { code, message, data, transactionHash }: RpcError,
  request: Asked | undefined,
): RpcError {
  if (data !== undefined) return new RpcError(code, message, data, transactionHash)
  const shown = request === undefined ? null : { method: request.method, params: request.args }
  return new RpcError(code, message, { message, data: shown })
}
