import { byteString } from '../../lib/byteString.ts'
import { base64Bytes } from '../../lib/encodings.ts'
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

/** Keccak-256 of the bytes, 32 bytes. */
export function keccak256(input: Uint8Array): Uint8Array {
  return hashInto(new Uint8Array(hashBytes), input)
}

const scratch = new Uint8Array(hashBytes)

/** Keccak-256 as a string of 32 characters from 0 to 255, which takes less time than the bytes and then a string of them. */
export function keccak256String(input: Uint8Array): string {
  return byteString(hashInto(scratch, input))
}

/** Keccak-256 as `0x` and 64 digits. */
export function keccak256Hex(input: Uint8Array): Hex {
  return bytesToHex(hashInto(scratch, input))
}

/** As `keccak256`, into bytes that are there. */
export function hashInto(hash: Uint8Array, input: Uint8Array): Uint8Array {
  const { length } = input
  const core = loaded ?? load()
  if (start + Math.max(length, hashBytes) > bytes.length) grow(core, length)
  bytes.set(input, start)
  core.hash(length)
  // It stands there as a number, its lowest byte first.
  const last = start + hashBytes - 1
  for (let index = 0; index < hashBytes; index++) hash[index] = bytes[last - index] as number
  return hash
}

/** Half a millisecond, when something is hashed for the first time. */
function load(): Exports {
  const module = new WebAssembly.Module(base64Bytes(compiled))
  const core = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  loaded = core
  start = core.start()
  bytes = new Uint8Array(core.memory.buffer)
  return core
}

function grow({ memory }: Exports, length: number): void {
  memory.grow(Math.ceil((start + length - bytes.length) / pageBytes) + 1)
  bytes = new Uint8Array(memory.buffer)
}
