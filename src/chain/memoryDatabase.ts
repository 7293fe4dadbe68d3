import {
  type BatchDBOp,
  type DB,
  type DBObject,
  type EncodingOpts,
  ValueEncoding,
} from '@ethereumjs/util'
import memdown from 'memdown'
import { latin1Text, utf8Bytes, writeLatin1 } from '../lib/encodings.ts'

type Key = Uint8Array | string
type Value = Uint8Array | string | DBObject

/** Bytes as a string of characters from 0 to 255, which takes a third of the memory of a small Buffer. */
export type Stored = string

export function stored(bytes: Uint8Array): Stored {
  return latin1Text(bytes)
}

/** A fresh copy of the bytes: a plain array, since decoders slice what they get, and a slice of a Buffer shares its memory. */
export function bytesOf(value: Stored): Uint8Array {
  const bytes = new Uint8Array(value.length)
  writeLatin1(value, bytes)
  return bytes
}

/** The database of `@ethereumjs/blockchain`, in memory: memdown, which makes UTF-8 of strings and strings of that again. */
export class MemoryDatabase implements DB<Key, Value> {
  #memdown = memdown()

  async get(key: Key, encoding?: EncodingOpts): Promise<Value | undefined> {
    const value = await this.#valueAt(keyOf(key))
    return value === undefined ? undefined : decoded(bytesOf(value), encoding)
  }

  /** Returns the value, `undefined` for a missing key, for which memdown has an error. */
  #valueAt(key: Stored): Promise<Stored | undefined> {
    return new Promise((resolve) => {
      this.#memdown.get(key, { asBuffer: false }, (error, value) =>
        resolve(error ? undefined : value),
      )
    })
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

  /** Another handle on the same entries, as the interface asks. */
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
