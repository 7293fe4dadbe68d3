import type { InferOutput } from 'valibot'
import * as v from 'valibot'
import type { LogRange } from '../../devnet/read/logs.ts'
import { RpcError } from '../rpcError.ts'
import { blockNumber, latest } from './blockId.ts'
import { address, bytes32, hash32 } from './data.ts'
import { boundedList, field, list, object } from './object.ts'
import { Problem, refined } from './parsed.ts'

/** Addresses, or topics at one position: more than anybody asks for by hand, few enough to compare. */
const maxEntries = 10_000

/** What a log can have. */
export const maxTopics = 4

const one = v.pipe(
  address,
  v.transform((only): readonly Uint8Array[] => [only]),
)

const many = list(address)

const tooManyAddresses = v.never(`more than ${maxEntries} addresses`)

const addresses = v.lazy((input) => {
  if (!Array.isArray(input)) return one
  return input.length > maxEntries ? tooManyAddresses : many
})

const oneTopic = v.pipe(
  bytes32,
  v.transform((only): readonly Uint8Array[] => [only]),
)

/** A `null` among alternatives admits every topic, as in geth. */
const alternatives = v.pipe(
  list(v.nullable(bytes32)),
  v.transform((topics): readonly Uint8Array[] => {
    const named = topics.filter((topic) => topic !== null)
    return named.length === topics.length ? named : []
  }),
)

const tooManyAlternatives = v.never(`more than ${maxEntries} topics at one position`)

const anyTopic = v.pipe(
  v.null(),
  v.transform((): readonly Uint8Array[] => []),
)

const topic = v.lazy((input) => {
  if (input === null) return anyTopic
  if (!Array.isArray(input)) return oneTopic
  return input.length > maxEntries ? tooManyAlternatives : alternatives
})

/**
 * Which logs, from where: execution-apis `Filter`. No address or no topic at a position is any.
 * `fromBlock`, `toBlock` and `blockHash` are as sent, so that each method has its own defaults.
 */
export const logFilter = v.pipe(
  object({
    fromBlock: field(blockNumber),
    toBlock: field(blockNumber),
    blockHash: field(hash32),
    address: field(addresses),
    topics: field(boundedList(topic, maxTopics)),
  }),
  refined((filter) => {
    const { fromBlock, toBlock, blockHash, address: addressesOf = [], topics = [] } = filter
    if (blockHash !== undefined && (fromBlock ?? toBlock) !== undefined) {
      return new Problem(
        'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
      )
    }
    return { fromBlock, toBlock, blockHash, addresses: addressesOf, topics }
  }),
)

/** Throws -32000, in geth's words, for more topics than a log can have. */
export function checkTopics({ topics }: InferOutput<typeof logFilter>): void {
  if (topics.length > maxTopics) throw new RpcError(-32000, 'exceed max topics')
}

/** Where a filter looks: at the newest block when it does not say. Throws -32000 for too many topics. */
export function logQuery(filter: InferOutput<typeof logFilter>): LogRange {
  checkTopics(filter)
  const { blockHash, fromBlock, toBlock } = filter
  if (blockHash !== undefined) return { blockHash }
  const from = fromBlock ?? latest
  const isFromPending = 'flashblock' in from || ('tag' in from && from.tag === 'pending')
  const to = toBlock ?? (isFromPending ? from : latest)
  return { from, to }
}
