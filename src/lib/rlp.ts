import { hexToBytes, newBytes } from './hex.ts'

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
const mostOfHeader = 9

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

/** As `encodeRlp`, to be looked at before anything else is encoded. */
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

/** Without the header of a list. */
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
  if (start < length + mostOfHeader) makeRoom(length)
  start -= length
  buffer.set(bytes, start)
  return length
}

function writeNumber(number: bigint): void {
  if (number < 0x80n) {
    writeByte(number === 0n ? 0x80 : Number(number))
    return
  }
  if (number > mostExact) {
    const digits = number.toString(16)
    writeBytes(hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`))
    return
  }
  if (start < mostOfHeader) makeRoom(0)
  const end = start
  for (let low = Number(number); low > 0; low = Math.floor(low / 256)) buffer[--start] = low % 256
  const length = end - start
  buffer[--start] = 0x80 + length
}

/** Six bytes: many times faster than a bigint. */
const mostExact = 0xffff_ffff_ffffn

/** `base` is 0x80 for bytes and 0xc0 for a list. */
function writeHeader(base: number, length: number): void {
  if (start < mostOfHeader) makeRoom(0)
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

/** For so many bytes and a header. */
function makeRoom(bytes: number): void {
  const behind = size - start
  const larger = new Uint8Array(2 * (behind + bytes + mostOfHeader))
  larger.set(buffer.subarray(start), larger.length - behind)
  buffer = larger
  size = larger.length
  start = size - behind
}
