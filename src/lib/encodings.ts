// Bytes as text, and back.
import { NodeBuffer } from './nodeBuffer.ts'

/** What `toString` and `write` of Node's buffers come to after some calls; all bytes can be asked so. */
interface Latin1Buffer extends Buffer {
  latin1Slice(start?: number, end?: number): string
  utf8Slice(start?: number, end?: number): string
  latin1Write(text: string, at: number): number
}

const { latin1Slice, latin1Write, utf8Slice } = (NodeBuffer?.prototype ?? {}) as Latin1Buffer

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** How many characters a call of a function can make at once, everywhere. */
const maxCharacters = 8192

export function utf8Bytes(text: string): Uint8Array {
  return NodeBuffer === undefined ? encoder.encode(text) : NodeBuffer.from(text)
}

/** Writes as much of the text as fits; returns the characters read and the bytes written. */
export function writeUtf8(text: string, bytes: Uint8Array): { read: number; written: number } {
  return encoder.encodeInto(text, bytes)
}

export function utf8Text(bytes: Uint8Array): string {
  return NodeBuffer === undefined ? decoder.decode(bytes) : utf8Slice.call(bytes)
}

/** The same as `utf8Text`, of the bytes from `start` up to `end`. */
export function utf8Part(bytes: Uint8Array, start: number, end: number): string {
  if (NodeBuffer === undefined) return decoder.decode(bytes.subarray(start, end))
  return utf8Slice.call(bytes, start, end)
}

/** A character from 0 to 255 for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  return NodeBuffer === undefined ? latin1Part(bytes, 0, bytes.length) : latin1Slice.call(bytes)
}

/** The same as `latin1Text`, of the bytes from `start` up to `end`. */
export function latin1Part(bytes: Uint8Array, start: number, end: number): string {
  if (NodeBuffer !== undefined) return latin1Slice.call(bytes, start, end)
  let text = ''
  for (let at = start; at < end; at += maxCharacters) {
    const some = bytes.subarray(at, Math.min(end, at + maxCharacters))
    text += String.fromCharCode.apply(null, some as unknown as number[])
  }
  return text
}

/** The characters, which are from 0 to 255, into the bytes from `at` on, as far as there is room. */
export function writeLatin1(text: string, bytes: Uint8Array, at = 0): void {
  if (NodeBuffer !== undefined) {
    latin1Write.call(bytes, text, at)
    return
  }
  const end = Math.min(text.length, bytes.length - at)
  for (let index = 0; index < end; index++) bytes[at + index] = text.charCodeAt(index)
}

/** A byte for each character, which are from 0 to 255. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  writeLatin1(text, bytes)
  return bytes
}

export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  return NodeBuffer === undefined ? latin1Bytes(atob(text)) : NodeBuffer.from(text, 'base64')
}

export function base64Text(bytes: Uint8Array): string {
  return NodeBuffer === undefined ? btoa(latin1Text(bytes)) : bufferOf(bytes).toString('base64')
}

/** The same memory. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return (NodeBuffer as typeof Buffer).from(buffer, byteOffset, length)
}
