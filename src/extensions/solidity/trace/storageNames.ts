import type { StorageLayout, StorageType } from '../../../files/artifact.ts'
import { bytesToBigInt, bytesToHex, type Hex, numberToBytes } from '../../../lib/hex.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { RawChange } from './internalWalk.ts'

/** A variable, a field or an item that is in a slot, or begins there. */
interface Place {
  readonly path: string
  readonly type: StorageType
  /** Bytes from the low end of the slot. */
  readonly offset: number
}

/** A change of a variable, in words. */
export interface NamedChange {
  readonly variable: string
  readonly before: string
  readonly after: string
}

/** A variable, in words. */
export interface NamedValue {
  readonly variable: string
  /** The type as Solidity writes it. */
  readonly type: string
  readonly value: string
}

export interface StorageNaming {
  readonly layout: StorageLayout
  /** What was hashed, by its hash. */
  readonly preimages: ReadonlyMap<bigint, Uint8Array>
  /** Formats an address. */
  readonly address: (address: Hex) => string
}

/** Mappings in mappings are followed so far. */
const maxNesting = 16

/** No array is longer. */
const maxItems = 2n ** 64n

/** Tells the variables in a slot by the storage layout of the compiler. */
export class StorageNames {
  readonly #naming: StorageNaming
  readonly #types: Readonly<Record<string, StorageType>>

  constructor(naming: StorageNaming) {
    this.#naming = naming
    this.#types = naming.layout.types ?? {}
  }

  /** Returns the variables that a change concerns; none for an unknown slot. */
  changesOf({ slot, before, after }: RawChange): readonly NamedChange[] {
    return this.#placesAt(slot, 0).flatMap(({ path, type, offset }) => {
      const from = this.#value(before, type, offset)
      const to = this.#value(after, type, offset)
      return from === to ? [] : [{ variable: path, before: from, after: to }]
    })
  }

  /** The variables in a slot; of an array its length. */
  valuesOf(slot: bigint, word: bigint): readonly NamedValue[] {
    return this.#placesAt(slot, 0)
      .filter(({ type }) => type.encoding !== 'mapping')
      .map(({ path, type, offset }) => ({
        variable: path,
        type: type.label,
        value: this.#value(word, type, offset),
      }))
  }

  /** Returns the slots of the layout alone, up to `most`. */
  declaredSlots(most: number): readonly bigint[] {
    const slots = new Set<bigint>()
    for (const { slot, type } of this.#naming.layout.storage) {
      const description = this.#types[type]
      const words = description === undefined ? 0n : wordsOf(description)
      for (let word = 0n; word < words && slots.size < most; word++) slots.add(BigInt(slot) + word)
    }
    return [...slots]
  }

  #placesAt(slot: bigint, nesting: number): readonly Place[] {
    const found = this.#declaredAt(slot)
    if (found.length > 0 || nesting > maxNesting) return found
    const { preimages } = this.#naming
    const exact = preimages.get(slot)
    const known = exact === undefined ? [...preimages] : [[slot, exact] as const, ...preimages]
    for (const [hash, preimage] of known) {
      if (slot < hash || slot - hash >= maxItems) continue
      const places = this.#placesBehind(preimage, slot - hash, nesting + 1)
      if (places.length > 0) return places
    }
    return []
  }

  #declaredAt(slot: bigint): readonly Place[] {
    for (const { label, slot: start, offset, type } of this.#naming.layout.storage) {
      const relative = slot - BigInt(start)
      const places = relative < 0n ? [] : this.#within({ path: label, type, offset }, relative)
      if (places.length > 0) return places.concat(this.#neighbours(label, slot))
      const description = this.#types[type]
      if (description?.encoding !== 'dynamic_array' && description?.encoding !== 'bytes') continue
      const item = slot - hashOf(BigInt(start))
      if (item >= 0n && item < maxItems) return this.#items(label, description, item)
    }
    return []
  }

  /** Other variables that begin in the same slot. */
  #neighbours(label: string, slot: bigint): readonly Place[] {
    return this.#naming.layout.storage.flatMap((variable) => {
      if (variable.label === label || BigInt(variable.slot) !== slot) return []
      const { type, offset } = variable
      return this.#within({ path: variable.label, type, offset }, 0n)
    })
  }

  /** Returns the variable at a number of slots after a hash: of a key and a mapping's slot, or of an array's slot. */
  #placesBehind(preimage: Uint8Array, relative: bigint, nesting: number): readonly Place[] {
    const base = bytesToBigInt(preimage.subarray(preimage.length - 32))
    const [place] = this.#placesAt(base, nesting)
    if (place === undefined) return []
    const { path, type } = place
    if (preimage.length === 32) return this.#items(path, type, relative)
    if (type.encoding !== 'mapping') return []
    const key = this.#key(preimage.subarray(0, preimage.length - 32), type.key)
    return this.#within({ path: `${path}[${key}]`, type: type.value ?? '', offset: 0 }, relative)
  }

  #items(path: string, { encoding, base }: StorageType, relative: bigint): readonly Place[] {
    if (encoding === 'bytes') {
      const word = { encoding: 'inplace', label: 'bytes32', numberOfBytes: '32' } as const
      return [{ path: `${path} from byte ${relative * 32n}`, type: word, offset: 0 }]
    }
    return encoding === 'dynamic_array' ? this.#itemsAt(path, base ?? '', relative, maxItems) : []
  }

  /** Returns the part of a variable at a number of slots after its beginning. */
  #within(
    { path, type, offset }: { path: string; type: string; offset: number },
    relative: bigint,
  ): readonly Place[] {
    const description = this.#types[type]
    if (description === undefined || relative >= wordsOf(description)) return []
    const { members, base, encoding, label } = description
    if (members !== undefined) {
      return members.flatMap((member) => {
        const rest = relative - BigInt(member.slot)
        const inner = { path: `${path}.${member.label}`, type: member.type, offset: member.offset }
        return rest < 0n ? [] : this.#within(inner, rest)
      })
    }
    if (base !== undefined && encoding === 'inplace') {
      const length = BigInt(/\[(\d+)\]$/.exec(label)?.[1] ?? 0)
      return this.#itemsAt(path, base, relative, length)
    }
    return [{ path, type: description, offset }]
  }

  #itemsAt(path: string, base: string, relative: bigint, length: bigint): readonly Place[] {
    const item = this.#types[base]
    if (item === undefined) return []
    const words = wordsOf(item)
    const size = Number(item.numberOfBytes)
    if (words > 1n) {
      const index = relative / words
      const inner = { path: `${path}[${index}]`, type: base, offset: 0 }
      return index < length ? this.#within(inner, relative % words) : []
    }
    const perWord = Math.max(1, Math.floor(32 / size))
    return Array.from({ length: perWord }, (_, at) => ({
      index: relative * BigInt(perWord) + BigInt(at),
      offset: at * size,
    }))
      .filter(({ index }) => index < length)
      .flatMap(({ index, offset }) =>
        this.#within({ path: `${path}[${index}]`, type: base, offset }, 0n),
      )
  }

  #key(key: Uint8Array, type = ''): string {
    const description = this.#types[type]
    if (description?.encoding === 'bytes') {
      return description.label === 'string' ? JSON.stringify(textOf(key)) : bytesToHex(key)
    }
    const word = bytesToBigInt(key)
    if (description === undefined || key.length !== 32) return bytesToHex(key)
    // Bytes of a fixed number stand at the high end of the word here.
    if (/^bytes\d+$/.test(description.label)) {
      return bytesToHex(key.subarray(0, Number(description.numberOfBytes)))
    }
    return this.#value(word, description, 0)
  }

  #value(word: bigint, { encoding, label, numberOfBytes }: StorageType, offset: number): string {
    if (encoding === 'bytes') return bytesInPlace(word, label === 'string')
    if (encoding !== 'inplace') return String(word)
    const size = Number(numberOfBytes)
    const value = BigInt.asUintN(8 * size, word >> BigInt(8 * offset))
    if (label === 'bool') return String(value !== 0n)
    if (/^int\d*$/.test(label)) return String(BigInt.asIntN(8 * size, value))
    if (/^(address|contract )/.test(label)) {
      return this.#naming.address(bytesToHex(numberToBytes(value, 20)))
    }
    return /^bytes\d+$/.test(label) ? bytesToHex(numberToBytes(value, size)) : String(value)
  }
}

function wordsOf({ numberOfBytes }: StorageType): bigint {
  return (BigInt(numberOfBytes) + 31n) / 32n
}

/** A short text stands in its slot with twice its length; of a long one only the length does. */
function bytesInPlace(word: bigint, isText: boolean): string {
  const length = Number((word & 0xffn) / 2n)
  if ((word & 1n) === 1n) return `${(word - 1n) / 2n} bytes`
  const bytes = numberToBytes(word, 32).subarray(0, Math.min(length, 31))
  return isText ? JSON.stringify(textOf(bytes)) : bytesToHex(bytes)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function hashOf(slot: bigint): bigint {
  return bytesToBigInt(keccak256(numberToBytes(slot, 32)))
}
