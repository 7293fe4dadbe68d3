import { bytesOfHex, bytesToHex, type Hex } from '../../lib/hex.ts'
import type { Json, JsonObject } from '../../types/json.ts'
import { InvalidAnswer } from './upstreamErrors.ts'

/** Where an answer is from and what it answers, for the error when it cannot be. */
export interface Asked {
  readonly upstream: string
  /** As in `eth_getBalance of 0x…`. */
  readonly what: string
}

const mostShown = 80

/** A quantity; zeros in front are taken too. Throws an `InvalidAnswer`. */
export function readQuantity(value: Json | undefined, bits: number, asked: Asked): bigint {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  const number = isHex ? BigInt(value) : undefined
  if (number === undefined || number >= 1n << BigInt(bits)) {
    throw invalid(asked, `${shown(value)} is no number of ${bits} bits`)
  }
  return number
}

/** Bytes in hex. Throws an `InvalidAnswer`. */
export function readBytes(value: Json | undefined, asked: Asked): Uint8Array {
  const bytes = typeof value === 'string' ? bytesOfHex(value) : undefined
  if (bytes === undefined) throw invalid(asked, `${shown(value)} is no bytes in hex`)
  return bytes
}

/** 32 bytes, in lower case. Throws an `InvalidAnswer`. */
export function readHash(value: Json | undefined, asked: Asked): Hex {
  const bytes = readBytes(value, asked)
  if (bytes.length !== 32) throw invalid(asked, `${shown(value)} is not 32 bytes`)
  return bytesToHex(bytes)
}

/** An object. Throws an `InvalidAnswer`. */
export function readObject(value: Json | undefined, asked: Asked): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(asked, `${shown(value)} is no object`)
  }
  return value as JsonObject
}

/** A list. Throws an `InvalidAnswer`. */
export function readList(value: Json | undefined, asked: Asked): readonly Json[] {
  if (!Array.isArray(value)) throw invalid(asked, `${shown(value)} is no list`)
  return value
}

export function invalid({ upstream, what }: Asked, problem: string): InvalidAnswer {
  return new InvalidAnswer(upstream, what, problem)
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

/**
 * Checks what this process reads of an answer that is passed on as it came: all other fields are the
 * client's to read. Throws an `InvalidAnswer`.
 */
export function checkAnswer(method: string, answer: Json, asked: Asked): void {
  shapes[method]?.(answer, asked)
}

type Shape = (answer: Json | undefined, asked: Asked) => void

const number: Shape = (answer, asked) => readQuantity(answer, 64, asked)
const list: Shape = (answer, asked) => readList(answer, asked)
const block = objectOf({
  number,
  timestamp: number,
  hash: readHash,
  parentHash: readHash,
  stateRoot: readHash,
})
const placed = objectOf({ blockNumber: orNull(number) })
const page = objectOf({ txs: listOf(placed), receipts: listOf(placed) })

const shapes: Readonly<Record<string, Shape | undefined>> = {
  eth_getBlockByNumber: orNull(block),
  eth_getBlockByHash: orNull(block),
  eth_getTransactionByHash: orNull(placed),
  eth_getTransactionReceipt: orNull(placed),
  eth_getCode: readBytes,
  eth_getLogs: list,
  trace_filter: list,
  eth_feeHistory: objectOf({ oldestBlock: number }),
  ots_searchTransactionsBefore: page,
  ots_searchTransactionsAfter: page,
}

function orNull(shape: Shape): Shape {
  return (answer, asked) => {
    if (answer !== null) shape(answer, asked)
  }
}

function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (answer, asked) => {
    const object = readObject(answer, asked)
    for (const [name, shape] of Object.entries(fields)) {
      shape(object[name], { ...asked, what: `${asked.what}, of which ${name}` })
    }
  }
}

function listOf(shape: Shape): Shape {
  return (answer, asked) => {
    for (const item of readList(answer, asked)) shape(item, asked)
  }
}
