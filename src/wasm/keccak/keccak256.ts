import { base64Bytes, latin1Text, writeLatin1 } from '../../lib/encodings.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { compiled } from './compiled.ts'

interface Exports {
  readonly memory: WebAssembly.Memory
  start(): number
  hash(length: number): void
}

const hashBytes = 32
const pageBytes = 65_536

let loaded: Exports | undefined
/** The module's memory from where it hashes on. */
let memory = new Uint8Array()
/** Its length: to ask a typed array is a call. */
let room = 0
/** Where a hash stands until the next one. */
let found = memory
/** The same as RLP. */
let foundItem = memory

/** Keccak-256 of the bytes, 32 bytes. */
export function keccak256(input: Uint8Array): Uint8Array {
  return hashInto(new Uint8Array(hashBytes), input)
}

/** Keccak-256 as a string of 32 characters from 0 to 255, which takes less time than the bytes and then a string of them. */
export function keccak256String(input: Uint8Array): string {
  return latin1Text(hash(input))
}

/** Keccak-256 as `0x` and 64 digits. */
export function keccak256Hex(input: Uint8Array): Hex {
  return bytesToHex(hash(input))
}

/** As `keccak256`, into bytes that are there. */
export function hashInto(target: Uint8Array, input: Uint8Array): Uint8Array {
  target.set(hash(input))
  return target
}

function hash(input: Uint8Array): Uint8Array {
  const { length } = input
  const core = loaded ?? load()
  if (length > room) grow(core, length)
  memory.set(input)
  core.hash(length)
  return found
}

/** Keccak-256 of a byte for each character, which are from 0 to 255, as `keccak256String`. */
export function keccak256Text(text: string): string {
  hashText(text)
  return latin1Text(found)
}

/** The RLP of `keccak256Text`, 33 characters. */
export function keccak256Item(text: string): string {
  hashText(text)
  return latin1Text(foundItem)
}

function hashText(text: string): void {
  const { length } = text
  const core = loaded ?? load()
  if (length > room) grow(core, length)
  writeLatin1(text, memory)
  core.hash(length)
}

/** Half a millisecond, when something is hashed for the first time. */
function load(): Exports {
  const module = new WebAssembly.Module(base64Bytes(compiled))
  const core = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  loaded = core
  readBuffer(core)
  return core
}

function grow(core: Exports, length: number): void {
  core.memory.grow(Math.ceil((length - room) / pageBytes))
  readBuffer(core)
}

function readBuffer(core: Exports): void {
  const start = core.start()
  memory = new Uint8Array(core.memory.buffer, start)
  room = memory.length
  found = memory.subarray(0, hashBytes)
  foundItem = new Uint8Array(core.memory.buffer, start - 1, 1 + hashBytes)
  foundItem[0] = 0x80 + hashBytes
}
