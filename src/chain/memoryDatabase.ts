import { Buffer } from 'node:buffer'
import {
  type BatchDBOp,
  type DB,
  type DBObject,
  type EncodingOpts,
  ValueEncoding,
} from '@ethereumjs/util'
import memdown from 'memdown'
import { setImmediate } from '../lib/realTimers.ts'

type Key = Uint8Array | string
type Value = Uint8Array | string | DBObject

// Its own would be a test runner's fake, where that is there before this module.
memdown.prototype._nextTick = setImmediate

/** All entries of a database at one moment; never changes. A value that is a function is made when it is read. */
export type DatabaseContent = ReturnType<typeof memdown>['_store']

export const emptyContent: DatabaseContent = memdown()._store

export function valueIn(content: DatabaseContent, key: Key): Uint8Array | undefined {
  const value = content.get(stored(key))
  return typeof value === 'function' ? value() : value
}

/**
 * The database of `@ethereumjs/blockchain`, in memory.
 *
 * memdown keeps its entries in a functional red-black tree: a write copies the path to the entry
 * and puts the new tree into `_store`, trees handed out earlier stay as they are. So the content
 * at a moment is one pointer, and a database over it costs O(1), whatever it holds.
 */
export class MemoryDatabase implements DB<Key, Value> {
  #memdown = memdown()

  constructor(content?: DatabaseContent) {
    if (content !== undefined) this.#memdown._store = content
  }

  content(): DatabaseContent {
    return this.#memdown._store
  }

  /** Out of the tree itself: memdown answers in a later turn of the event loop, and a block needs a dozen answers. */
  async get(key: Key, encoding?: EncodingOpts): Promise<Value | undefined> {
    const value = valueIn(this.#memdown._store, key)
    return value && decoded(stored(value), encoding)
  }

  put(key: Key, value: Value): Promise<void> {
    return settled((done) => this.#memdown.put(stored(key), encoded(value), done))
  }

  del(key: Key): Promise<void> {
    return settled((done) => this.#memdown.del(stored(key), done))
  }

  batch(operations: BatchDBOp<Key, Value>[]): Promise<void> {
    const converted = operations.map((operation) =>
      operation.type === 'put'
        ? ({ type: 'put', key: stored(operation.key), value: encoded(operation.value) } as const)
        : ({ type: 'del', key: stored(operation.key) } as const),
    )
    return settled((done) => this.#memdown.batch(converted, done))
  }

  /** Another handle on the same entries, as the interface asks; `new MemoryDatabase(content())` is a copy. */
  shallowCopy(): DB<Key, Value> {
    const copy = new MemoryDatabase()
    copy.#memdown = this.#memdown
    return copy
  }

  async open(): Promise<void> {}
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })
}

/** memdown compares and keeps Buffers; bytes are not copied. */
export function stored(bytes: Key): Buffer {
  return typeof bytes === 'string'
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function encoded(value: Value): Buffer {
  return typeof value === 'string' || value instanceof Uint8Array
    ? stored(value)
    : Buffer.from(JSON.stringify(value))
}

function decoded(value: Buffer, encoding: EncodingOpts | undefined): Value {
  if (encoding?.valueEncoding === ValueEncoding.JSON) return JSON.parse(value.toString())
  if (encoding?.valueEncoding === ValueEncoding.String) return value.toString()
  // A plain array, since decoders slice what they get, and a slice of a Buffer shares its memory.
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}
