import { base64Bytes, latin1Text } from '../../lib/encodings.ts'
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
let bytes = new Uint8Array()
let start = 0
/** Where a hash stands until the next one. */
let found = new Uint8Array()

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
  if (start + Math.max(length, hashBytes) > bytes.length) grow(core, length)
  bytes.set(input, start)
  core.hash(length)
  return found
}

/** Half a millisecond, when something is hashed for the first time. */
function load(): Exports {
  const module = new WebAssembly.Module(base64Bytes(compiled))
  const core = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  loaded = core
  start = core.start()
  readBuffer(core)
  return core
}

function grow(core: Exports, length: number): void {
  core.memory.grow(Math.ceil((start + length - bytes.length) / pageBytes) + 1)
  readBuffer(core)
}

function readBuffer({ memory }: Exports): void {
  bytes = new Uint8Array(memory.buffer)
  found = bytes.subarray(start, start + hashBytes)
}
