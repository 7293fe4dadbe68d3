import { EIP7708_SYSTEM_ADDRESS, EIP7708_TRANSFER_TOPIC, type Log } from '@ethereumjs/evm'
import { numberToBytes } from '../../lib/hex.ts'

/** Returns the log of a movement of ether between two accounts (EIP-7708). */
export function transferLog(from: Uint8Array, to: Uint8Array, value: bigint): Log {
  const topics = [EIP7708_TRANSFER_TOPIC, wordOf(from), wordOf(to)]
  return [EIP7708_SYSTEM_ADDRESS, topics, numberToBytes(value, 32)]
}

function wordOf(address: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(address, 12)
  return word
}
