import type { Address } from '@ethereumjs/util'
import { type Packed, pack, unpack } from './trie/packed.ts'

/**
 * What slots held when this transaction first asked for them, for the gas of SSTORE (EIP-2200).
 * The EVM asks before it writes and clears this after each transaction.
 */
export class OriginalStorage {
  readonly #read: (address: Packed, slot: Packed) => Packed
  /** By address and slot. */
  #values = new Map<Packed, Map<Packed, Packed>>()

  constructor(read: (address: Packed, slot: Packed) => Packed) {
    this.#read = read
  }

  /** The value without zeros in front. */
  async get(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    return unpack(this.read(pack(address.bytes), pack(slot)))
  }

  /** The value without zeros in front; `value` is what the slot holds, where that is known. */
  read(address: Packed, slot: Packed, value?: Packed): Packed {
    const slots = this.#slotsOf(address)
    const known = slots.get(slot)
    if (known !== undefined) return known
    const original = value ?? this.#read(address, slot)
    slots.set(slot, original)
    return original
  }

  clear(): void {
    // A map that is cleared again and again keeps what it held until all memory is collected.
    if (this.#values.size > 0) this.#values = new Map()
  }

  #slotsOf(address: Packed): Map<Packed, Packed> {
    const known = this.#values.get(address)
    if (known !== undefined) return known
    const slots = new Map<Packed, Packed>()
    this.#values.set(address, slots)
    return slots
  }
}
