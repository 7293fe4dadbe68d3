import { Address } from '@ethereumjs/util'
import { digitsOf } from '../lib/digits.ts'
import { Memo } from '../lib/memo.ts'
import { type Packed, pack, unpack } from '../state/trie/packed.ts'

/** An address in the forms that state and journal want, which takes a transaction longer to make than to run. */
export class KnownAddress extends Address {
  readonly packed: Packed
  /** 40 hex digits. */
  readonly digits: string

  constructor(packed: Packed) {
    super(unpack(packed))
    this.packed = packed
    this.digits = digitsOf(this.bytes)
  }
}

/** The same ones send and are called again and again. */
const known = new Memo<KnownAddress>(10_000)

const create = (packed: Packed) => new KnownAddress(packed)

/** The address of 20 bytes. */
export function knownAddress(bytes: Uint8Array): KnownAddress {
  return known.get(pack(bytes), create)
}

/** The same address. */
export function asKnown(address: Address): KnownAddress {
  return address instanceof KnownAddress ? address : knownAddress(address.bytes)
}
