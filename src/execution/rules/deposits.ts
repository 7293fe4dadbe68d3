import { type Common, Mainnet } from '@ethereumjs/common'
import { chainParamsOf } from '../../ethereumjs/privateMembers.ts'
import { bytesToBigInt, equalBytes, type Hex, hexToBytes } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import type { Log } from '../../types/transaction.ts'

/** The deposit contract logged what is no deposit: a block with such a log is invalid (EIP-6110). */
export class InvalidDepositLog extends Error {
  override readonly name = 'InvalidDepositLog'

  constructor() {
    super('invalid deposit log: its data is not laid out as EIP-6110 says')
  }
}

/** Topic of `DepositEvent(bytes,bytes,bytes,bytes,bytes)`. */
const depositTopic = hexToBytes('649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5')

const logLength = 576

/**
 * The fields of a deposit log, in the order of the request: where the log's data has their length
 * and their bytes, which the head of the data must point to.
 */
const fields = [
  { name: 'pubkey', offset: 160, length: 48 },
  { name: 'withdrawal credentials', offset: 256, length: 32 },
  { name: 'amount', offset: 320, length: 8 },
  { name: 'signature', offset: 384, length: 96 },
  { name: 'index', offset: 512, length: 8 },
] as const

const requestLength = fields.reduce((sum, { length }) => sum + length, 0)

/** The deposits that transactions made, one after the other, 192 bytes each. Throws an `InvalidDepositLog`. */
export function depositsIn(logs: readonly Log[], common: Common): Uint8Array {
  if (logs.length === 0) return new Uint8Array()
  const contract = contractBytes(common)
  const deposits: Uint8Array[] = []
  for (const log of logs) if (isDeposit(log, contract)) deposits.push(parse(log.data))
  if (deposits.length === 0) return new Uint8Array()
  const joined = new Uint8Array(deposits.length * requestLength)
  deposits.forEach((deposit, index) => {
    joined.set(deposit, index * requestLength)
  })
  return joined
}

/** Where deposits are made: the chain's own contract, mainnet's when it names none. */
export function depositContract(common: Common): Hex {
  const address =
    chainParamsOf(common).depositContractAddress ?? (Mainnet.depositContractAddress as Hex)
  return address.toLowerCase() as Hex
}

const contractBytes = remembered((common: Common) => hexToBytes(depositContract(common)))

function isDeposit({ address, topics: [topic] }: Log, contract: Uint8Array): boolean {
  return topic !== undefined && equalBytes(address, contract) && equalBytes(topic, depositTopic)
}

function parse(data: Uint8Array): Uint8Array {
  if (data.length !== logLength) throw new InvalidDepositLog()
  const request = new Uint8Array(requestLength)
  let at = 0
  fields.forEach(({ offset, length }, index) => {
    const pointer = bytesToBigInt(data.subarray(index * 32, index * 32 + 32))
    const size = bytesToBigInt(data.subarray(offset, offset + 32))
    if (pointer !== BigInt(offset) || size !== BigInt(length)) throw new InvalidDepositLog()
    request.set(data.subarray(offset + 32, offset + 32 + length), at)
    at += length
  })
  return request
}
