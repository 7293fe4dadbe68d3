import type { Common } from '@ethereumjs/common'
import type { TypedTxData } from '@ethereumjs/tx'
import { signed, unsigned } from '../evm/decodeTransaction.ts'
import { bytesToHex } from '../lib/hex.ts'
import type { CallRequest } from '../types/request.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { DevAccount } from './accounts.ts'

/** The devnet holds no key for the address. geth's words, with the address. */
class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount'
  readonly code = -32000

  constructor(address: Uint8Array | undefined) {
    super(
      address === undefined
        ? 'unknown account: the transaction has no from'
        : `unknown account ${bytesToHex(address)}`,
    )
  }
}

/** A transaction request names fees of two kinds, or fees that its type cannot have. */
class InvalidTransactionRequest extends Error {
  override readonly name = 'InvalidTransactionRequest'
  readonly code = -32000
}

/** What the chain suggests for the fields that a request leaves out; fees in wei per gas. */
export interface Suggestions {
  readonly nonce: bigint
  readonly gas: bigint
  readonly baseFee: bigint | undefined
  readonly tip: bigint
}

/** The account that signs for the request. Throws an `UnknownAccount`. */
export function signerOf(
  request: CallRequest,
  accounts: ReadonlyMap<string, DevAccount>,
): DevAccount {
  const account = request.from && accounts.get(bytesToHex(request.from))
  if (account === undefined) throw new UnknownAccount(request.from)
  return account
}

/**
 * Completes a request as geth does (type 2 unless a gas price or an older rule set says otherwise)
 * and signs it. Throws an `InvalidTransactionRequest` or an `InvalidTransactionError`.
 */
export function signRequest(
  request: CallRequest,
  account: DevAccount,
  suggestions: Suggestions,
  common: Common,
): SignedTransaction {
  checkRequest(request, common)
  const data: TypedTxData = {
    chainId: common.chainId(),
    nonce: request.nonce ?? suggestions.nonce,
    gasLimit: request.gas ?? suggestions.gas,
    value: request.value ?? 0n,
    data: request.data ?? new Uint8Array(),
    ...(request.to === undefined ? {} : { to: bytesToHex(request.to) }),
    ...feesOf(request, suggestions),
  } as TypedTxData
  return signed(unsigned(data, common).sign(account.privateKey))
}

/** Throws an `InvalidTransactionRequest` for what would otherwise be left out silently. */
function checkRequest({ chainId, blobVersionedHashes }: CallRequest, common: Common): void {
  if (chainId !== undefined && chainId !== common.chainId()) {
    throw new InvalidTransactionRequest(
      `chainId does not match node's (have=${chainId}, want=${common.chainId()})`,
    )
  }
  if (blobVersionedHashes !== undefined) {
    throw new InvalidTransactionRequest(
      'missing blobs of a blob transaction: sign it and send it raw, with them',
    )
  }
}

function feesOf(request: CallRequest, { baseFee, tip }: Suggestions): Record<string, unknown> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = request
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined) {
    throw new InvalidTransactionRequest(
      'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    )
  }
  const lists = {
    ...(accessList === undefined ? {} : { accessList }),
    ...(authorizationList === undefined ? {} : { authorizationList }),
  }
  const isOld = gasPrice !== undefined || baseFee === undefined
  const type = request.type ?? typeFor(request, isOld)
  if (type <= 1) {
    return { type, gasPrice: gasPrice ?? maxFeePerGas ?? (baseFee ?? 0n) + tip, ...lists }
  }
  const priorityFee = maxPriorityFeePerGas ?? gasPrice ?? tip
  // geth's suggestion: room for the base fee to double.
  const feeCap = maxFeePerGas ?? gasPrice ?? 2n * (baseFee ?? 0n) + priorityFee
  return {
    type,
    maxFeePerGas: feeCap,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? (priorityFee < feeCap ? priorityFee : feeCap),
    ...lists,
  }
}

function typeFor({ accessList, authorizationList }: CallRequest, isOld: boolean): number {
  if (authorizationList !== undefined) return 4
  if (!isOld) return 2
  return accessList === undefined ? 0 : 1
}
