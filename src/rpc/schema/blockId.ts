import * as v from 'valibot'
import type { BlockId, BlockTag } from '../../types/values.ts'
import { hash32 } from './data.ts'
import { field, object } from './object.ts'
import { currentRules, Problem, refined } from './parsed.ts'
import { looseQuantity64, parseQuantity, withoutPadding } from './quantity.ts'

const tags: ReadonlySet<string> = new Set<BlockTag>([
  'latest',
  'pending',
  'safe',
  'finalized',
  'earliest',
])

const noTag = new Problem(`hex string without 0x prefix and none of ${[...tags].join(', ')}`)

function isTag(text: string): text is BlockTag {
  return tags.has(text)
}

function parseTagOrNumber(text: string): BlockId | Problem {
  if (isTag(text)) return { tag: text }
  if (text !== '' && !/^0x/i.test(text)) return noTag
  const { looseRequests } = currentRules().compatRules
  const number = parseQuantity(looseRequests ? withoutPadding(text) : text, 64)
  return number instanceof Problem ? number : { number }
}

const tagOrNumber = v.pipe(v.string('expected a string'), refined(parseTagOrNumber))

/** Digits and `0x` of 32 bytes. */
const hashLength = 66

const blockHash = v.pipe(
  hash32,
  v.transform((hash): BlockId => ({ hash })),
)

/** EIP-1898, and our own `{ blockNumber: 'pending', flashblock: 3 }`: the pending block after flashblock 3. */
const blockObject = v.pipe(
  object({
    blockNumber: field(tagOrNumber),
    blockHash: field(hash32),
    requireCanonical: field(v.boolean('expected a boolean')),
    flashblock: field(looseQuantity64),
  }),
  refined((value): BlockId | Problem => {
    const { blockNumber: number, blockHash: hash, requireCanonical, flashblock } = value
    if (flashblock !== undefined) {
      const isPending = number !== undefined && 'tag' in number && number.tag === 'pending'
      if (isPending && hash === undefined) return { flashblock: Number(flashblock) }
      return new Problem('a flashblock is one of the blockNumber "pending"')
    }
    if (hash === undefined) {
      if (requireCanonical !== undefined && currentRules().compatRules.canonicalNeedsHash) {
        return new Problem('requireCanonical is only for a blockHash')
      }
      return number ?? new Problem('expected a blockNumber or a blockHash')
    }
    if (number !== undefined) {
      return new Problem('cannot specify both BlockHash and BlockNumber, choose one or the other')
    }
    return { hash, requireCanonical }
  }),
)

/** A tag, a number, a hash, an EIP-1898 object or a flashblock. */
export const blockId = v.lazy((input) => {
  if (typeof input === 'object') return blockObject
  return typeof input === 'string' && input.length === hashLength ? blockHash : tagOrNumber
})

/** A tag, a number or a flashblock: where a hash has a method of its own. */
export const blockNumber = v.lazy((input) => (namesFlashblock(input) ? blockObject : tagOrNumber))

function namesFlashblock(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || !('flashblock' in input)) return false
  return (input.flashblock ?? undefined) !== undefined
}

/** The block that is read when none is named. */
export const latest: BlockId = { tag: 'latest' }

/** A block that may be left out: then `latest`. */
export const optionalBlockId = v.optional(blockId, 'latest')

const jsonNumber = v.pipe(
  looseQuantity64,
  v.transform((number) => ({ number })),
)

/** The same as `blockId`, or a JSON number, which explorers send. */
export const looseBlockId = v.lazy((input) => (typeof input === 'number' ? jsonNumber : blockId))

/** The same as `blockNumber`, or a JSON number. */
export const looseBlockNumber = v.lazy((input) =>
  typeof input === 'number' ? jsonNumber : blockNumber,
)

/** The same as `looseBlockId`; `latest` by default. */
export const optionalLooseBlockId = v.optional(looseBlockId, 'latest')
