import { bytesToBigInt, hexToBytes, newBytes } from './hex.ts'

/** Bytes, a number without leading zeros, what is encoded already, or a list of such. */
export type RlpItem = Uint8Array | bigint | Encoded | readonly RlpItem[]

/** Items that are encoded already. */
export class Encoded {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** How many bytes are in front of what is encoded, at most; a number that is no bigint has no more. */
const maxHeaderBytes = 9

/** What is being encoded stands at the end of it, from `start` on. */
let buffer = new Uint8Array(2 ** 14)
/** Its length: to ask a typed array is a call. */
let size = buffer.length
let start = size

/**
 * The RLP of an item, behind the byte of a type if there is one (EIP-2718). It is written from its end
 * on: what a list holds is there, and its length known, before its header.
 */
export function encodeRlp(item: RlpItem, type?: number): Uint8Array {
  return copied(viewRlp(item, type))
}

function copied(view: Uint8Array): Uint8Array {
  const bytes = newBytes(view.length)
  bytes.set(view)
  return bytes
}

/** The same as `encodeRlp`; the result is valid until the next encoding. */
export function viewRlp(item: RlpItem, type?: number): Uint8Array {
  start = size
  writeItems([item])
  if (type !== undefined) writeByte(type)
  return buffer.subarray(start)
}

/** The RLP of items one after the other, as they stand in a list. */
export function encodeItems(items: readonly RlpItem[]): Encoded {
  start = size
  writeItems(items)
  return new Encoded(copied(buffer.subarray(start)))
}

/** Writes the items without the list's header. */
function writeItems(items: readonly RlpItem[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index] as RlpItem
    if (typeof item === 'bigint') {
      writeNumber(item)
      continue
    }
    if (Array.isArray(item)) {
      const behind = size - start
      writeItems(item)
      writeHeader(0xc0, size - start - behind)
      continue
    }
    // Bytes have no such member: to ask of which class it is takes longer.
    const { bytes } = item as Partial<Encoded>
    if (bytes === undefined) writeBytes(item as Uint8Array)
    else copy(bytes)
  }
}

function writeBytes(bytes: Uint8Array): void {
  const length = copy(bytes)
  if (length >= 56) writeHeader(0x80, length)
  else if (length !== 1 || (bytes[0] as number) >= 0x80) buffer[--start] = 0x80 + length
}

/** Leaves room for a header. Gives how many there are. */
function copy(bytes: Uint8Array): number {
  const { length } = bytes
  if (start < length + maxHeaderBytes) makeRoom(length)
  start -= length
  buffer.set(bytes, start)
  return length
}

function writeNumber(number: bigint): void {
  if (number < 0x80n) {
    writeByte(number === 0n ? 0x80 : Number(number))
    return
  }
  if (number > maxExact) {
    const digits = number.toString(16)
    writeBytes(hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`))
    return
  }
  if (start < maxHeaderBytes) makeRoom(0)
  const end = start
  for (let low = Number(number); low > 0; low = Math.floor(low / 256)) buffer[--start] = low % 256
  const length = end - start
  buffer[--start] = 0x80 + length
}

/** Six bytes: many times faster than a bigint. */
const maxExact = 0xffff_ffff_ffffn

/** `base` is 0x80 for bytes and 0xc0 for a list. */
function writeHeader(base: number, length: number): void {
  if (start < maxHeaderBytes) makeRoom(0)
  if (length < 56) {
    buffer[--start] = base + length
    return
  }
  const end = start
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) buffer[--start] = rest % 256
  const ofLength = end - start
  buffer[--start] = base + 55 + ofLength
}

function writeByte(byte: number): void {
  if (start === 0) makeRoom(1)
  buffer[--start] = byte
}

/** Makes room for a number of bytes and a header. */
function makeRoom(bytes: number): void {
  const behind = size - start
  const larger = new Uint8Array(2 * (behind + bytes + maxHeaderBytes))
  larger.set(buffer.subarray(start), larger.length - behind)
  buffer = larger
  size = larger.length
  start = size - behind
}

const noBytes = new Uint8Array()

/** The first byte of no bytes, and of an empty list. */
const bytesStart = 0x80
const listStart = 0xc0

/** Longer contents have their length before them. */
const longest = 55

/** The number of bytes of an integer that needs no bigint. */
const safeBytes = 6

/** What RLP holds: bytes, or a list. */
export type RlpTree = Uint8Array | readonly RlpTree[]

/** The one item that bytes are the RLP of, copied. Throws a `RangeError` for what is not its shortest encoding. */
export function readRlp(encoded: Uint8Array): RlpTree {
  const place = { at: 0 }
  const tree = readItem(encoded, place, encoded.length)
  const rest = encoded.length - place.at
  if (rest > 0) throw new RangeError(`${rest} bytes follow it`)
  return tree
}

/** The item at `place`, which is left behind it; it ends before `limit`. */
function readItem(encoded: Uint8Array, place: { at: number }, limit: number): RlpTree {
  const { at } = place
  const head = encoded[at]
  if (head === undefined || at >= limit) throw new RangeError('it ends too soon')
  if (head < bytesStart) {
    place.at = at + 1
    return encoded.slice(at, place.at)
  }
  const isList = head >= listStart
  let start = at + 1
  let length = head - (isList ? listStart : bytesStart)
  if (length > longest) {
    const end = start + length - longest
    const isPadded = encoded[start] === 0
    for (length = 0; start < end; start++) length = length * 256 + (encoded[start] ?? 0)
    if (isPadded || length <= longest) throw new RangeError('a length is not in its shortest form')
  }
  const end = start + length
  if (end > limit) throw new RangeError('it ends too soon')
  if (isList) {
    const items: RlpTree[] = []
    for (place.at = start; place.at < end; ) items.push(readItem(encoded, place, end))
    return items
  }
  if (length === 1 && (encoded[start] as number) < bytesStart) {
    throw new RangeError('a byte is not in its shortest form')
  }
  place.at = end
  return length === 0 ? noBytes : encoded.slice(start, end)
}

/**
 * Reads the items of an RLP list one after the other. Once one is not what was asked for, or not in its
 * shortest encoding, the reader `isLost`, and what it gives means nothing.
 */
export class RlpReader {
  readonly #encoded: Uint8Array
  /** Where the content of the item that was read last starts and ends. */
  #start = 0
  #end: number
  isLost = false

  /** The list stands at `at`, with nothing behind it. */
  constructor(encoded: Uint8Array, at: number) {
    this.#encoded = encoded
    this.#end = at
    this.#step(listStart)
    if (this.#end !== encoded.length) this.isLost = true
    this.#end = this.#start
  }

  /** Where the next item is, with its header. */
  get position(): number {
    return this.#end
  }

  get isAtEnd(): boolean {
    return this.#end === this.#encoded.length
  }

  /** A copy of the next item, which is bytes. */
  bytes(): Uint8Array {
    this.#step(bytesStart)
    return this.#start === this.#end ? noBytes : this.#encoded.slice(this.#start, this.#end)
  }

  /** The next item, a number of at most that many bytes without zeros in front. */
  number(most: number): bigint {
    this.#stepNumber(most)
    if (this.#end - this.#start > safeBytes) {
      return bytesToBigInt(this.#encoded.subarray(this.#start, this.#end))
    }
    let number = 0
    for (let at = this.#start; at < this.#end; at++) {
      number = number * 256 + (this.#encoded[at] as number)
    }
    return BigInt(number)
  }

  /** Writes the next item, a number as of `number`, into bytes, with zeros in front of it. */
  word(into: Uint8Array): void {
    this.#stepNumber(into.length)
    if (this.isLost) return
    const zeros = into.length - (this.#end - this.#start)
    into.fill(0, 0, zeros)
    into.set(this.#encoded.subarray(this.#start, this.#end), zeros)
  }

  /** Steps over an empty list. */
  emptyList(): void {
    this.#step(listStart)
    if (this.#start !== this.#end) this.isLost = true
  }

  #stepNumber(most: number): void {
    this.#step(bytesStart)
    const length = this.#end - this.#start
    if (length > most || (length > 0 && this.#encoded[this.#start] === 0)) this.isLost = true
  }

  /** To the next item: bytes, or a list, by what the first byte of an empty one is. */
  #step(empty: typeof bytesStart | typeof listStart): void {
    const encoded = this.#encoded
    const at = this.#end
    const head = encoded[at] ?? 0
    if (head < bytesStart) {
      // The byte is the item.
      this.#start = at
      this.#end = at + 1
      if (empty === listStart || at >= encoded.length) this.#lose()
      return
    }
    this.#start = at + 1
    const length = head - empty <= longest ? head - empty : this.#longLength(head - empty - longest)
    this.#end = this.#start + length
    const isByteOfItself =
      empty === bytesStart && length === 1 && (encoded[this.#start] ?? 0) < bytesStart
    if (length < 0 || this.#end > encoded.length || isByteOfItself) this.#lose()
  }

  /** Reads a length of several bytes. */
  #longLength(bytes: number): number {
    if (bytes > 4 || this.#encoded[this.#start] === 0) return -1
    let length = 0
    for (let index = 0; index < bytes; index++) {
      length = length * 256 + (this.#encoded[this.#start++] ?? 0)
    }
    return length > longest ? length : -1
  }

  #lose(): void {
    this.isLost = true
    this.#end = this.#start
  }
}
