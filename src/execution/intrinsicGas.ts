import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { remembered } from '../lib/remembered.ts'
import type { Message } from './message.ts'
import { type MessageRules, messageRules } from './messageRules.ts'

/** What a message says about the gas that is due before any code runs. */
type Priced = Pick<Message, 'to' | 'data' | 'accessList' | 'authorizationList'>

/** What a transaction says about it. */
export function pricedOf(envelope: TypedTransaction): Priced {
  return {
    to: envelope.to?.bytes,
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
export function floorGas({ data }: Pick<Message, 'data'>, common: Common): bigint {
  const { txGas, floorTokenGas } = messageRules(common)
  if (floorTokenGas === undefined) return 0n
  const zeros = zerosIn(data)
  return txGas + BigInt((zeros + 4 * (data.length - zeros)) * floorTokenGas)
}

function creationGas(initCode: Uint8Array, { creationGas, initCodeWordGas }: MessageRules): number {
  return creationGas + Math.ceil(initCode.length / 32) * initCodeWordGas
}

/** A parameter is asked for only where something has to be paid: earlier forks do not have it. */
function priceOf(count: number, parameter: string, common: Common): bigint {
  return count === 0 ? 0n : BigInt(count) * common.param(parameter)
}

/** The gas of a message is asked for several times in a row. */
const zerosIn = remembered((data: Uint8Array): number => {
  let zeros = 0
  for (let index = 0; index < data.length; index++) if (data[index] === 0) zeros++
  return zeros
})
