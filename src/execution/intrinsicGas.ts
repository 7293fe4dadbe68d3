import type { Common } from '@ethereumjs/common'
import type { Message } from './message.ts'

/** What a message says about the gas that is due before any code runs. */
type Priced = Pick<Message, 'to' | 'data' | 'accessList' | 'authorizationList'>

/** Gas that is due before any code runs. */
export function intrinsicGas(message: Priced, common: Common): bigint {
  const { to, data, accessList, authorizationList = [] } = message
  const { zeros, others } = countBytes(data)
  const slots = accessList.reduce((sum, [, storageKeys]) => sum + storageKeys.length, 0)
  return (
    common.param('txGas') +
    zeros * common.param('txDataZeroGas') +
    others * common.param('txDataNonZeroGas') +
    (to === undefined ? creationGas(data, common) : 0n) +
    priceOf(accessList.length, 'accessListAddressGas', common) +
    priceOf(slots, 'accessListStorageKeyGas', common) +
    priceOf(authorizationList.length, 'perEmptyAccountCost', common)
  )
}

/** The least gas due for the size of the data (EIP-7623); none before Prague. */
export function floorGas({ data }: Pick<Message, 'data'>, common: Common): bigint {
  if (!common.isActivatedEIP(7623)) return 0n
  const { zeros, others } = countBytes(data)
  return common.param('txGas') + (zeros + 4n * others) * common.param('totalCostFloorPerToken')
}

function creationGas(initCode: Uint8Array, common: Common): bigint {
  // Frontier charged nothing for a creation (EIP-2).
  if (!common.gteHardfork('homestead')) return 0n
  const words = common.isActivatedEIP(3860) ? Math.ceil(initCode.length / 32) : 0
  return common.param('txCreationGas') + priceOf(words, 'initCodeWordGas', common)
}

/** A parameter is asked for only where something has to be paid: earlier forks do not have it. */
function priceOf(count: number, parameter: string, common: Common): bigint {
  return count === 0 ? 0n : BigInt(count) * common.param(parameter)
}

function countBytes(data: Uint8Array): { zeros: bigint; others: bigint } {
  let zeros = 0
  for (const byte of data) if (byte === 0) zeros++
  return { zeros: BigInt(zeros), others: BigInt(data.length - zeros) }
}
