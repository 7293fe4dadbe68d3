import { hexToBytes } from './hex.ts'
import { newBytes } from './newBytes.ts'

/** Bytes, a number without leading zeros, an encoding as bytes or as it is, or a list of such. */
export type RlpItem = Uint8Array | bigint | Encoding | Encoded | readonly RlpItem[]

/** The RLP of an item, behind the byte of a type if there is one (EIP-2718), as bytes inside of another item. */
export class Encoding {
  readonly inside = 'bytes'
  readonly item: RlpItem
  readonly type: number | undefined

  constructor(item: RlpItem, type?: number) {
    this.item = item
    this.type = type
  }
}

/** Items that are encoded already. */
export class Encoded {
  readonly inside = 'items'
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** How many bytes are in front of what is encoded, at most; a number that is no bigint has no more. */
const mostOfHeader = 9

/** What is being encoded stands at the end of it, the last byte last. */
let buffer = new Uint8Array(2 ** 14)
let length = 0

/**
 * The RLP of an item, behind the byte of a type if there is one (EIP-2718). It is written from its end
 * on: what a list holds is there, and its length known, before its header.
 */
export function encodeRlp(item: RlpItem, type?: number): Uint8Array {
  const view = viewRlp(item, type)
  const bytes = newBytes(view.length)
  bytes.set(view)
  return bytes
}

/** As `encodeRlp`, to be looked at before anything else is encoded. */
export function viewRlp(item: RlpItem, type?: number): Uint8Array {
  length = 0
  writeItems([item])
  if (type !== undefined) writeByte(type)
  return buffer.subarray(buffer.length - length)
}

/** The RLP of items one after the other, as they stand in a list. */
export function encodeItems(items: readonly RlpItem[]): Encoded {
  length = 0
  writeItems(items)
  return new Encoded(buffer.slice(buffer.length - length))
}

/** Without the header of a list. */
function writeItems(items: readonly RlpItem[]): void {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index] as RlpItem
    if (typeof item === 'bigint') {
      writeNumber(item)
      continue
    }
    // Bytes and lists have no such member: to ask of which class they are takes longer.
    const { inside } = item as Partial<Encoding | Encoded>
    if (inside === 'bytes') {
      writeEncoding(item as Encoding)
    } else if (inside === 'items') {
      copy((item as Encoded).bytes)
    } else if (Array.isArray(item)) {
      const before = length
      writeItems(item)
      writeHeader(0xc0, length - before)
    } else {
      writeBytes(item as Uint8Array)
    }
  }
}

function writeEncoding({ item, type }: Encoding): void {
  const before = length
  writeItems([item])
  if (type !== undefined) writeByte(type)
  const size = length - before
  if (size !== 1 || (buffer[buffer.length - length] as number) >= 0x80) writeHeader(0x80, size)
}

function writeBytes(bytes: Uint8Array): void {
  const size = bytes.length
  const start = copy(bytes)
  if (size >= 56) {
    writeHeader(0x80, size)
  } else if (size !== 1 || (bytes[0] as number) >= 0x80) {
    buffer[start - 1] = 0x80 + size
    length++
  }
}

/** Gives where they start. */
function copy(bytes: Uint8Array): number {
  if (length + bytes.length + mostOfHeader > buffer.length) makeRoom(bytes.length)
  length += bytes.length
  const start = buffer.length - length
  buffer.set(bytes, start)
  return start
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
  if (length + mostOfHeader > buffer.length) makeRoom(0)
  const end = buffer.length - length
  let start = end
  for (let low = Number(number); low > 0; low = Math.floor(low / 256)) buffer[--start] = low % 256
  buffer[start - 1] = 0x80 + end - start
  length = buffer.length - start + 1
}

/** Six bytes: many times faster than a bigint. */
const mostExact = 0xffff_ffff_ffffn

/** `base` is 0x80 for bytes and 0xc0 for a list. */
function writeHeader(base: number, size: number): void {
  if (length + mostOfHeader > buffer.length) makeRoom(0)
  const end = buffer.length - length
  let start = end
  if (size < 56) {
    buffer[--start] = base + size
  } else {
    for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) buffer[--start] = rest % 256
    buffer[start - 1] = base + 55 + end - start
    start--
  }
  length = buffer.length - start
}

function writeByte(byte: number): void {
  if (length === buffer.length) makeRoom(1)
  length++
  buffer[buffer.length - length] = byte
}

/** For so many bytes and a header. */
function makeRoom(bytes: number): void {
  const larger = new Uint8Array(2 * (length + bytes + mostOfHeader))
  larger.set(buffer.subarray(buffer.length - length), larger.length - length)
  buffer = larger
}
