import {
  type BatchDBOp,
  type DB,
  type DBObject,
  type EncodingOpts,
  ValueEncoding,
} from '@ethereumjs/util'
import memdown from 'memdown'
import { latin1Text, utf8Bytes, writeLatin1 } from '../lib/encodings.ts'
import { setImmediate } from '../lib/realTimers.ts'

type Key = Uint8Array | string
type Value = Uint8Array | string | DBObject

/**
 * Bytes as memdown keeps them here: a string of characters from 0 to 255, which takes a third of the
 * memory of a small Buffer and is compared by the engine itself.
 */
export type Stored = string

// Its own would be a test runner's fake, where that is there before this module.
memdown.prototype._nextTick = setImmediate
memdown.prototype._serializeKey = (key) => key
memdown.prototype._serializeValue = (value) => value

/** All entries of a database at one moment; never changes. What is no bytes is for those who have put it there. */
export type DatabaseContent = ReturnType<typeof memdown>['_store']

export const emptyContent: DatabaseContent = memdown()._store
// Its own asks of each key whether it is a Buffer, in three calls.
emptyContent._compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

export function stored(bytes: Uint8Array): Stored {
  return latin1Text(bytes)
}

/** A fresh copy of the bytes: a plain array, since decoders slice what they get, and a slice of a Buffer shares its memory. */
export function bytesOf(value: Stored): Uint8Array {
  const bytes = new Uint8Array(value.length)
  writeLatin1(value, bytes)
  return bytes
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
    const value = this.valueAt(keyOf(key))
    return value && decoded(value, encoding)
  }

  protected valueAt(key: Stored): Uint8Array | undefined {
    const value = this.#memdown._store.get(key)
    return typeof value === 'string' ? bytesOf(value) : undefined
  }

  put(key: Key, value: Value): Promise<void> {
    return settled((done) => this.#memdown.put(keyOf(key), encoded(value), done))
  }

  del(key: Key): Promise<void> {
    return settled((done) => this.#memdown.del(keyOf(key), done))
  }

  batch(operations: BatchDBOp<Key, Value>[]): Promise<void> {
    const converted = operations.map((operation) =>
      operation.type === 'put'
        ? ({ type: 'put', key: keyOf(operation.key), value: encoded(operation.value) } as const)
        : ({ type: 'del', key: keyOf(operation.key) } as const),
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

function keyOf(key: Key): Stored {
  return typeof key === 'string' ? key : stored(key)
}

function encoded(value: Value): Stored {
  if (value instanceof Uint8Array) return stored(value)
  return stored(utf8Bytes(typeof value === 'string' ? value : JSON.stringify(value)))
}

function decoded(bytes: Uint8Array, encoding: EncodingOpts | undefined): Value {
  if (encoding?.valueEncoding === ValueEncoding.JSON) return JSON.parse(textOf(bytes))
  return encoding?.valueEncoding === ValueEncoding.String ? textOf(bytes) : bytes
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
