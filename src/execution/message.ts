import { lesser } from '../lib/bigints.ts'
import type { AccessListItem, AuthorizationItem, CallRequest } from '../types/request.ts'
import { InvalidMessage } from './invalidMessage.ts'
import { suggestedFeeCap } from './rules/fees.ts'

/**
 * What runs: a call with every field decided. Prices in wei per gas.
 * Not a transaction: nobody has signed it, and its fees may be zero.
 */
export interface Message {
  readonly from: Uint8Array
  /** None: it creates a contract. */
  readonly to: Uint8Array | undefined
  readonly gas: bigint
  /** What GASPRICE tells and what the sender pays. */
  readonly gasPrice: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerBlobGas: bigint
  readonly value: bigint
  readonly nonce: bigint
  readonly data: Uint8Array
  readonly accessList: readonly AccessListItem[]
  readonly blobVersionedHashes: readonly Uint8Array[] | undefined
  readonly authorizationList: readonly AuthorizationItem[] | undefined
}

export interface MessageDefaults {
  readonly chainId: bigint
  /** Of the block; none before London. */
  readonly baseFee: bigint | undefined
  /** Gas of a request that names none, and the most that one can have. */
  readonly gasCap: bigint
  readonly nonce: bigint
  /** Who sends a request that names nobody, 20 bytes; none: the zero address. */
  readonly sender?: Uint8Array | undefined
  /** Whether a request that has only a tip has a fee cap of zero, and not one that is enough for it. */
  readonly hasOwnFeeCap?: boolean | undefined
  /** Whether a request can be without recipient and data. @default true */
  readonly createsNothing?: boolean | undefined
}

const zeroAddress = new Uint8Array(20)
const noData = new Uint8Array()

/** Completes a request as geth does for calls. Throws an `InvalidMessage`. */
export function messageOf(request: CallRequest, defaults: MessageDefaults): Message {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = feesOf(request, defaults)
  const { chainId = defaults.chainId, gas = defaults.gasCap } = request
  if (defaults.createsNothing === false && isEmptyCreation(request)) {
    throw new InvalidMessage('creation without data', 'contract creation without any data provided')
  }
  if (chainId !== defaults.chainId) {
    throw new InvalidMessage(
      'wrong chain id',
      `chainId does not match node's (have=${chainId}, want=${defaults.chainId})`,
      { have: chainId, want: defaults.chainId },
    )
  }
  return {
    from: request.from ?? defaults.sender ?? zeroAddress,
    to: request.to,
    gas: lesser(gas, defaults.gasCap),
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    maxFeePerBlobGas: request.maxFeePerBlobGas ?? 0n,
    value: request.value ?? 0n,
    nonce: request.nonce ?? defaults.nonce,
    data: request.data ?? noData,
    accessList: request.accessList ?? [],
    blobVersionedHashes: request.blobVersionedHashes,
    authorizationList: request.authorizationList,
  }
}

/** Whether it would create a contract without code. */
export function isEmptyCreation({ to, data }: CallRequest): boolean {
  return to === undefined && (data === undefined || data.length === 0)
}

function feesOf(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallRequest,
  { baseFee, hasOwnFeeCap = true }: MessageDefaults,
): Pick<Message, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  if (gasPrice !== undefined && (maxFeePerGas ?? maxPriorityFeePerGas) !== undefined) {
    throw new InvalidMessage(
      'fees of two kinds',
      'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    )
  }
  if (gasPrice !== undefined || baseFee === undefined) {
    const price = gasPrice ?? 0n
    return { gasPrice: price, maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const tip = maxPriorityFeePerGas ?? 0n
  const feeCap = maxFeePerGas ?? (hasOwnFeeCap || tip === 0n ? 0n : suggestedFeeCap(baseFee, tip))
  return {
    gasPrice: feeCap === 0n && tip === 0n ? 0n : lesser(baseFee + tip, feeCap),
    maxFeePerGas: feeCap,
    maxPriorityFeePerGas: tip,
  }
}
