import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'
import { recordBytes, roomBytes } from './layout.ts'

/** What the WebAssembly module gives; see assembly/index.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  start(): number
  hash(length: number): void
  listRoot(places: number): void
}

export const hashBytes = 32
const pageBytes = 65_536

let loaded: Exports | undefined
/** The module's memory from where it takes what is to be hashed. */
export let memory = new Uint8Array()
/** The same as numbers of 32 bits. */
let numbers = new Uint32Array()
/** Its length: to ask a typed array is a call. */
let room = 0
/** Where a hash stands until the next one. */
export let found = new Uint8Array()
/** The same as RLP. */
export let foundItem = new Uint8Array()

/** Returns the module with room for `bytes` bytes; its memory keeps its content. */
export function withRoom(bytes: number): Exports {
  const core = loaded ?? load()
  if (bytes > room) grow(core, bytes)
  return core
}

/** Half a millisecond, when something is hashed for the first time. */
function load(): Exports {
  const module = new WebAssembly.Module(base64Bytes(compiled))
  const core = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  loaded = core
  readBuffer(core)
  return core
}

function grow(core: Exports, bytes: number): void {
  core.memory.grow(Math.ceil((bytes - room) / pageBytes))
  readBuffer(core)
}

function readBuffer(core: Exports): void {
  const { buffer } = core.memory
  const start = core.start()
  memory = new Uint8Array(buffer, start)
  numbers = new Uint32Array(buffer, start)
  room = memory.length
  found = memory.subarray(0, hashBytes)
  foundItem = new Uint8Array(buffer, start - 1, 1 + hashBytes)
  foundItem[0] = 0x80 + hashBytes
}

/**
 * The root of the Merkle Patricia trie that maps the RLP of each place in a list to what is encoded of the item there,
 * 32 bytes. `encode` hashes nothing meanwhile; what it gives is looked at before it is called again.
 */
export function listRoot<Item>(
  items: readonly Item[],
  encode: (item: Item) => Uint8Array,
): Uint8Array {
  const { length: count } = items
  // The first record is room for the root.
  let end = (1 + count) * recordBytes
  withRoom(end)
  let record = 0
  for (const item of items) {
    const bytes = encode(item)
    const { length } = bytes
    const start = end + roomBytes
    end = start + length
    withRoom(end)
    memory.set(bytes, start)
    record += recordBytes
    numbers[record >> 2] = length
  }
  withRoom(end).listRoot(count)
  const root = new Uint8Array(hashBytes)
  root.set(found)
  return root
}
