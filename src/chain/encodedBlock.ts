import { KECCAK256_RLP, KECCAK256_RLP_ARRAY } from '@ethereumjs/util'
import { headerItems } from '../ethereumjs/header.ts'
import { encodeRlp, type RlpItem, viewRlp } from '../lib/rlp.ts'
import type { SealedBlock } from '../types/view.ts'
import { bytesOf, type Stored, stored } from './memoryDatabase.ts'
import { encodeOutcomes } from './outcomes.ts'

/** A block as bytes. */
export interface EncodedBlock {
  /**
   * The header without the parts that all headers of empty blocks, or of blocks without logs, share; see
   * `headerBytes`.
   */
  readonly header: Stored
  /** All of it but the header; of an empty block nothing, as EthereumJS takes what is missing for that. */
  readonly body: Stored | undefined
  /** See `encodeOutcomes`; of a block with transactions only. */
  readonly outcomes: Stored | undefined
}

export function encodeBlock({ header, block, transactions, receipts }: SealedBlock): EncodedBlock {
  const { uncleHeaders, withdrawals = [] } = block
  const isEmpty = transactions.length + uncleHeaders.length + withdrawals.length === 0
  return {
    header: shortened(stored(viewRlp(headerItems(header)))),
    body: isEmpty ? undefined : stored(viewRlp(bodyItems(block, transactions))),
    outcomes: transactions.length === 0 ? undefined : encodeOutcomes(receipts),
  }
}

/** The whole encoding of a header that is stored. */
export function headerBytes(header: Stored): Uint8Array {
  const missing = listHeaderBytes + lengthOf(header) - header.length
  const parts = usualParts.find((usual) => sizeOf(usual) === missing) ?? []
  const whole = parts.reduce(
    (all, { at, bytes }) => all.slice(0, at) + bytes + all.slice(at),
    header,
  )
  return bytesOf(whole)
}

/** Bytes of a header that many have at the same place. */
interface UsualPart {
  /** Where they begin in the whole header. */
  readonly at: number
  readonly bytes: Stored
}

/** A header has a bloom of 256 bytes: its length takes two. */
const listHeaderBytes = 3

/** A hash with the byte in front of it. */
const hashItem = 33

const unclesAt = listHeaderBytes + hashItem

/** Behind the parent, the uncles, the coinbase and the state. */
const rootsAt = unclesAt + hashItem + 21 + hashItem

const noUncles = stored(encodeRlp(KECCAK256_RLP_ARRAY))
const noItems = stored(encodeRlp(KECCAK256_RLP))
const noBloom = stored(encodeRlp(new Uint8Array(256)))

/** The usual parts of an empty block and of one without logs, ascending and of different sizes. */
const usualParts: readonly (readonly UsualPart[])[] = [
  [
    { at: unclesAt, bytes: noUncles },
    { at: rootsAt, bytes: noItems + noItems + noBloom },
  ],
  [{ at: rootsAt + 2 * hashItem, bytes: noBloom }],
]

function shortened(header: Stored): Stored {
  const parts = usualParts.find((usual) =>
    usual.every(({ at, bytes }) => header.startsWith(bytes, at)),
  )
  if (parts === undefined) return header
  const short = parts.reduceRight(
    (rest, { at, bytes }) => rest.slice(0, at) + rest.slice(at + bytes.length),
    header,
  )
  // A string made of slices would keep the whole one.
  return stored(bytesOf(short))
}

function sizeOf(parts: readonly UsualPart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

/** Returns the length of the list's payload from its prefix. */
function lengthOf(header: Stored): number {
  return header.charCodeAt(1) * 256 + header.charCodeAt(2)
}

/** Typed transactions have their encodings at hand. */
function bodyItems(
  { uncleHeaders, withdrawals }: SealedBlock['block'],
  transactions: SealedBlock['transactions'],
): RlpItem {
  const envelopes = transactions.map(({ envelope, raw }) =>
    envelope.type === 0 ? (envelope.raw() as RlpItem) : raw,
  )
  const uncles = uncleHeaders.map((uncle) => uncle.raw())
  const own = withdrawals?.map((withdrawal) => withdrawal.raw() as RlpItem)
  return own === undefined ? [envelopes, uncles] : [envelopes, uncles, own]
}
