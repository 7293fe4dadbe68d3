import type { Address } from '@ethereumjs/util'
import { type Packed, pack } from './packed.ts'

/**
 * What slots held when this transaction first asked for them, for the gas of SSTORE (EIP-2200).
 * The EVM asks before it writes and clears this after each transaction.
 */
export class OriginalStorage {
  readonly #read: (address: Packed, slot: Packed) => Uint8Array
  #values = new Map<Packed, Uint8Array>()

  constructor(read: (address: Packed, slot: Packed) => Uint8Array) {
    this.#read = read
  }

  async get(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    return this.read(pack(address.bytes), pack(slot))
  }

  /** The value without zeros in front. */
  read(address: Packed, slot: Packed): Uint8Array {
    const at = address + slot
    const known = this.#values.get(at)
    if (known !== undefined) return known
    const value = this.#read(address, slot)
    this.#values.set(at, value)
    return value
  }

  clear(): void {
    // A map that is cleared again and again keeps what it held until all memory is collected.
    if (this.#values.size > 0) this.#values = new Map()
  }
}
