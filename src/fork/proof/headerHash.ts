import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { encodeRlp, type RlpItem } from '../../lib/rlp.ts'
import type { JsonObject } from '../../types/json.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** The fields of a header in their order; what is a number has no zeros in front. */
const fields = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
] as const

/** Those that hardforks have added, each after the ones before. */
const addedFields = [
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
  ['blockAccessListHash', 'bytes'],
  ['slotNumber', 'number'],
] as const

/** The hash of a block's header as Ethereum has it; nothing when it lacks what such a header has. */
export function headerHash(block: JsonObject): Hex | undefined {
  const added = addedFields.filter(([name]) => (block[name] ?? null) !== null)
  const items: RlpItem[] = []
  for (const [name, kind] of [...fields, ...added]) {
    const value = block[name]
    if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) return undefined
    if (kind === 'bytes' && value.length % 2 !== 0) return undefined
    items.push(kind === 'number' ? BigInt(value === '0x' ? 0 : value) : hexToBytes(value))
  }
  return bytesToHex(keccak256(encodeRlp(items)))
}
