import { newBytes } from './newBytes.ts'

/** Bytes, a number without leading zeros, bytes that are themselves an encoding, or a list of such. */
export type RlpItem = Uint8Array | bigint | Encoding | readonly RlpItem[]

/** The RLP of an item, behind the byte of a type if there is one (EIP-2718), as bytes inside of another item. */
export class Encoding {
  readonly item: RlpItem
  readonly type: number | undefined

  constructor(item: RlpItem, type?: number) {
    this.item = item
    this.type = type
  }
}

/** How many bytes are in front of what is encoded, at most. */
const mostOfHeader = 9

/** Up to so many are copied faster one by one. */
const fewBytes = 32

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
  writeItem(item)
  if (type !== undefined) writeByte(type)
  return buffer.subarray(buffer.length - length)
}

function writeItem(item: RlpItem): void {
  if (typeof item === 'bigint') writeNumber(item)
  else if (item instanceof Uint8Array) writeBytes(item)
  else if (item instanceof Encoding) writeEncoding(item)
  else writeList(item)
}

function writeEncoding({ item, type }: Encoding): void {
  const before = length
  writeItem(item)
  if (type !== undefined) writeByte(type)
  const size = length - before
  if (size !== 1 || (buffer[buffer.length - length] as number) >= 0x80) writeHeader(0x80, size)
}

function writeList(items: readonly RlpItem[]): void {
  const before = length
  for (let index = items.length - 1; index >= 0; index--) writeItem(items[index] as RlpItem)
  writeHeader(0xc0, length - before)
}

function writeBytes(bytes: Uint8Array): void {
  const size = bytes.length
  makeRoom(size)
  length += size
  const start = buffer.length - length
  if (size > fewBytes) buffer.set(bytes, start)
  else for (let at = 0; at < size; at++) buffer[start + at] = bytes[at] as number
  if (size !== 1 || (bytes[0] as number) >= 0x80) writeHeader(0x80, size)
}

function writeNumber(number: bigint): void {
  if (number < 0x80n) {
    writeByte(number === 0n ? 0x80 : Number(number))
    return
  }
  const before = length
  let rest = number
  for (; rest > 0xff_ffff_ffffn; rest >>= 8n) writeByte(Number(rest & 0xffn))
  makeRoom(5)
  let start = buffer.length - length
  for (let low = Number(rest); low > 0; low = Math.floor(low / 256)) buffer[--start] = low % 256
  length = buffer.length - start
  writeHeader(0x80, length - before)
}

/** `base` is 0x80 for bytes and 0xc0 for a list. */
function writeHeader(base: number, size: number): void {
  makeRoom(mostOfHeader)
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

function makeRoom(bytes: number): void {
  if (length + bytes <= buffer.length) return
  const larger = new Uint8Array(2 * (length + bytes))
  larger.set(buffer.subarray(buffer.length - length), larger.length - length)
  buffer = larger
}
