import type { Common } from '@ethereumjs/common'
import { lesser } from '../lib/bigints.ts'
import { lastKept, remembered } from '../lib/memo.ts'
import type { AccessListItem, AuthorizationItem, CallRequest } from '../types/request.ts'
import type { Amounts } from '../types/values.ts'
import { suggestedFeeCap } from './rules/fees.ts'
import { networkRulesOf } from './rules/networkRules.ts'

/** Why a message cannot run at all. */
export type InvalidMessageReason =
  | 'fees of two kinds'
  | 'creation without data'
  | 'wrong chain id'
  | 'nonce too low'
  | 'nonce too high'
  | 'nonce at its maximum'
  | 'tip above fee cap'
  | 'fee cap below base fee'
  | 'blob fee cap below blob base fee'
  | 'bad blobs'
  | 'bad authorizations'
  | 'init code too large'
  | 'insufficient funds'
  | 'intrinsic gas too low'
  | 'intrinsic gas too high'
  | 'floor gas too low'

/** A message fails before its first instruction, as a transaction that cannot be in a block. geth's words. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage'
  readonly code = -32000
  readonly reason: InvalidMessageReason
  readonly amounts: Amounts | undefined

  constructor(reason: InvalidMessageReason, message: string, amounts?: Amounts) {
    super(message)
    this.reason = reason
    this.amounts = amounts
  }

  /** The same error with a more detailed message. */
  within(before: string, after = ''): InvalidMessage {
    return new InvalidMessage(this.reason, before + this.message + after, this.amounts)
  }
}

/** A call with every field decided. Prices are in wei per gas. It has no signature, and its fees may be zero. */
export interface Message {
  readonly from: Uint8Array
  /** None: it creates a contract. */
  readonly to: Uint8Array | undefined
  readonly gas: bigint
  /** The value of GASPRICE, which the sender pays. */
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
  /** The base fee of the block; none before London. */
  readonly baseFee: bigint | undefined
  /** Gas of a request that names none, and the most that one can have. */
  readonly gasCap: bigint
  readonly nonce: bigint
  /** The sender of a request without one, 20 bytes; the zero address when absent. */
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

/** What a hardfork says of messages. EthereumJS looks each rule up in lists, which takes longer than a small call. */
export interface MessageRules {
  readonly chainId: bigint
  readonly txGas: bigint
  readonly zeroByteGas: number
  readonly otherByteGas: number
  /** The minimum gas for each token of data (EIP-7623); a byte is one token, or four when it is not zero. */
  readonly floorTokenGas: number | undefined
  /** What that is added to. */
  readonly floorBaseGas: bigint
  /** EIP-2: Frontier charged nothing for a creation. */
  readonly creationGas: number
  /** EIP-3860. */
  readonly initCodeWordGas: number
  readonly maxInitCode: bigint | undefined
  readonly hasBaseFee: boolean
  /** EIP-4844. */
  readonly gasPerBlob: bigint
  /** EIP-7594. */
  readonly maxBlobs: bigint | undefined
  /** Whether a receipt has the state root after its transaction (until EIP-658). */
  readonly hasStateRoots: boolean
  /** EIP-2929. */
  readonly eip2929: boolean
  /** EIP-3651. */
  readonly hasWarmCoinbase: boolean
  /** Whether only what was created in the same transaction can destroy itself (EIP-6780). */
  readonly eip6780: boolean
  /** What is refunded at most is this part of the gas used (EIP-3529). */
  readonly refundQuotient: bigint
  /** Whether gas is of two kinds (EIP-8037), with the prices that came with that. */
  readonly hasStateGas: boolean
  /** The most that is due before any code runs (EIP-7825, EIP-8037). */
  readonly maxIntrinsicGas: bigint | undefined
  /** Whether a contract that destroys itself keeps its ether (EIP-8246). */
  readonly eip8246: boolean
}

/** The rules of a hardfork. */
export const messageRules = lastKept(remembered(rulesOf))

function rulesOf(common: Common): MessageRules {
  const has = (eip: number) => common.isActivatedEIP(eip)
  const number = (parameter: string) => Number(common.param(parameter))
  const isHomestead = common.gteHardfork('homestead')
  return {
    chainId: common.chainId(),
    txGas: common.param('txGas'),
    zeroByteGas: number('txDataZeroGas'),
    otherByteGas: number('txDataNonZeroGas'),
    floorTokenGas: has(7623) ? number('totalCostFloorPerToken') : undefined,
    floorBaseGas: networkRulesOf(common)?.floorBaseGas ?? common.param('txGas'),
    creationGas: isHomestead ? number('txCreationGas') : 0,
    initCodeWordGas: isHomestead && has(3860) ? number('initCodeWordGas') : 0,
    maxInitCode: has(3860) ? common.param('maxInitCodeSize') : undefined,
    hasBaseFee: has(1559),
    gasPerBlob: has(4844) ? common.param('blobGasPerBlob') : 0n,
    maxBlobs: has(7594) ? common.param('maxBlobsPerTx') : undefined,
    hasStateRoots: !common.gteHardfork('byzantium'),
    eip2929: has(2929),
    hasWarmCoinbase: has(3651),
    eip6780: has(6780),
    refundQuotient: common.param('maxRefundQuotient'),
    hasStateGas: has(8037),
    maxIntrinsicGas: has(8037) ? common.param('maxTransactionGasLimit') : undefined,
    eip8246: has(8246),
  }
}
