import { Address } from '@ethereumjs/util'
import { utf8Bytes } from '../lib/encodings.ts'
import { digitsOf, equalBytes } from '../lib/hex.ts'
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

/** A power of two. */
const maxKept = 4096

/** The same ones send and are called again and again. One for each end of an address, the newest. */
const kept: (KnownAddress | undefined)[] = new Array(maxKept).fill(undefined)

/** The address of 20 bytes. */
export function knownAddress(bytes: Uint8Array): KnownAddress {
  const place = (((bytes[18] as number) << 8) | (bytes[19] as number)) & (maxKept - 1)
  const known = kept[place]
  if (known !== undefined && equalBytes(known.bytes, bytes)) return known
  const made = new KnownAddress(pack(bytes))
  kept[place] = made
  return made
}

/** The same address. */
export function asKnown(address: Address): KnownAddress {
  return address instanceof KnownAddress ? address : knownAddress(address.bytes)
}

/** Where contracts call to print: "console.log" in ASCII, see `consoleLine`. 20 bytes. */
export const consoleAddress = new Uint8Array([...Array(9).fill(0), ...utf8Bytes('console.log')])
