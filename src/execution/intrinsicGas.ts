import type { Common } from '@ethereumjs/common'
import { latin1Part } from '../lib/encodings.ts'
import { equalBytes } from '../lib/hex.ts'
import { lastKept } from '../lib/memo.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { type Message, type MessageRules, messageRules } from './message.ts'

/** What a message says about the gas that is due before any code runs. */
type Priced = Pick<Message, 'from' | 'to' | 'value' | 'data' | 'accessList' | 'authorizationList'>

/** What a transaction says about it. */
export function pricedOf({
  envelope,
  sender,
}: Pick<SignedTransaction, 'envelope' | 'sender'>): Priced {
  return {
    from: sender.bytes,
    to: envelope.to?.bytes,
    value: envelope.value,
    data: envelope.data,
    accessList: 'accessList' in envelope ? envelope.accessList : [],
    // Only how many there are has a price.
    authorizationList:
      'authorizationList' in envelope
        ? (envelope.authorizationList as readonly unknown[] as Priced['authorizationList'])
        : undefined,
  }
}

/** Gas that is due before any code runs. */
export function intrinsicGas(message: Priced, common: Common): bigint {
  const { to, data, accessList, authorizationList } = message
  const rules = messageRules(common)
  if (rules.hasStateGas) return intrinsicGasSince2780(message, common)
  const zeros = zerosIn(data)
  const forData = zeros * rules.zeroByteGas + (data.length - zeros) * rules.otherByteGas
  const gas = rules.txGas + BigInt(forData + (to === undefined ? creationGas(data, rules) : 0))
  if (accessList.length === 0 && authorizationList === undefined) return gas
  const slots = accessList.reduce((sum, [, storageKeys]) => sum + storageKeys.length, 0)
  return (
    gas +
    priceOf(accessList.length, 'accessListAddressGas', common) +
    priceOf(slots, 'accessListStorageKeyGas', common) +
    priceOf(authorizationList?.length ?? 0, 'perEmptyAccountCost', common)
  )
}

/** The least gas due for the size of the data (EIP-7623); none before Prague. */
export function floorGas(message: Priced, common: Common): bigint {
  const { floorBaseGas, floorTokenGas, hasStateGas } = messageRules(common)
  if (floorTokenGas === undefined) return 0n
  const { data } = message
  if (hasStateGas) {
    const forData = BigInt(data.length * tokensPerByte) * BigInt(floorTokenGas)
    return baseGas(message, common) + forData + listDataGas(message, floorTokenGas)
  }
  const zeros = zerosIn(data)
  return floorBaseGas + BigInt((zeros + 4 * (data.length - zeros)) * floorTokenGas)
}

/** What all of these rules count for a byte: no longer less where it is zero (EIP-7976, EIP-7981). */
const tokensPerByte = 4

/** Returns the intrinsic gas by Amsterdam's draft rules: EIP-2780, EIP-7981, EIP-8037 and EIP-8038. */
function intrinsicGasSince2780(message: Priced, common: Common): bigint {
  const { to, data, accessList, authorizationList = [] } = message
  const { zeroByteGas, otherByteGas, initCodeWordGas, floorTokenGas = 0 } = messageRules(common)
  const zeros = zerosIn(data)
  const forData = zeros * zeroByteGas + (data.length - zeros) * otherByteGas
  const forCode = to === undefined ? Math.ceil(data.length / 32) * initCodeWordGas : 0
  const slots = accessList.reduce((sum, [, storageKeys]) => sum + storageKeys.length, 0)
  return (
    baseGas(message, common) +
    BigInt(forData + forCode) +
    priceOf(accessList.length, 'accessListAddressGas', common) +
    priceOf(slots, 'accessListStorageKeyGas', common) +
    listDataGas(message, floorTokenGas) +
    priceOf(authorizationList.length, 'perAuthBaseGas', common)
  )
}

/** Returns the gas for the sender, and for another recipient and the value it receives (EIP-2780). */
function baseGas({ from, to, value }: Priced, common: Common): bigint {
  const { txGas, creationGas } = messageRules(common)
  if (to === undefined) return txGas + BigInt(creationGas)
  if (equalBytes(from, to)) return txGas
  const forValue = value > 0n ? common.param('txValueCost') : 0n
  return txGas + common.param('txRecipientAccessGas') + forValue
}

/** Returns the gas for the bytes of an access list (EIP-7981). */
function listDataGas({ accessList }: Priced, floorTokenGas: number): bigint {
  const slots = accessList.reduce((sum, [, storageKeys]) => sum + storageKeys.length, 0)
  return BigInt((accessList.length * 20 + slots * 32) * tokensPerByte * floorTokenGas)
}

function creationGas(initCode: Uint8Array, { creationGas, initCodeWordGas }: MessageRules): number {
  return creationGas + Math.ceil(initCode.length / 32) * initCodeWordGas
}

/** A parameter is asked for only where something has to be paid: earlier forks do not have it. */
function priceOf(count: number, parameter: string, common: Common): bigint {
  return count === 0 ? 0n : BigInt(count) * common.param(parameter)
}

/** The length from which the bytes are searched as text: a loop that has not run often takes ten times as long. */
const manyBytes = 512

/** Bytes whose text is searched at once. */
const pieceBytes = 4096

/** The gas of a message is asked for several times in a row. */
const zerosIn = lastKept((data: Uint8Array): number => {
  const { length } = data
  let zeros = 0
  if (length < manyBytes) {
    for (let index = 0; index < length; index++) if (data[index] === 0) zeros++
    return zeros
  }
  for (let start = 0; start < length; start += pieceBytes) {
    const piece = latin1Part(data, start, Math.min(length, start + pieceBytes))
    zeros += piece.split('\0').length - 1
  }
  return zeros
})
