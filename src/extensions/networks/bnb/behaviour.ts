import type { BlockHeader } from '@ethereumjs/block'
import * as v from 'valibot'
import type { MilliTime } from '../../../execution/rules/networkRules.ts'
import { quantity } from '../../../lib/hex.ts'
import { blockInShape, headerInShape } from '../../../rpc/format/shape.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import type { NetworkRecord } from '../../../types/network.ts'
import type { View } from '../../../types/view.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** Validators that vote in turns. */
const validators = 21

/**
 * Returns the newest block that has the votes of that many validators. Votes come with the next two blocks, so it is
 * the finalized one for any number that the chain's nodes take.
 */
function finalizedFor({ reader }: Pick<Context, 'reader'>, votes: number): View | Promise<View> {
  if (votes < -3 || votes === 0 || votes > validators) {
    throw new RpcError(
      -32000,
      `${votes} neither within the range [1,${validators}] nor the range [-3,-1]`,
    )
  }
  return reader.view({ tag: 'finalized' })
}

/** A number of votes: -1, -2 and -3 are half, two thirds and all of the validators. */
const voteCount = v.pipe(v.number('expected a number'), v.integer('expected a whole number'))

const getFinalizedHeader = defineMethod({
  name: 'eth_getFinalizedHeader',
  summary:
    'On BNB Smart Chain the header of the newest block that has the votes of that many validators.',
  params: v.strictTuple([voteCount]),
  handler: async ({ devnet, reader }, [votes]) =>
    headerInShape(await finalizedFor({ reader }, votes), devnet),
})

const getFinalizedBlock = defineMethod({
  name: 'eth_getFinalizedBlock',
  summary: 'On BNB Smart Chain the newest block that has the votes of that many validators.',
  params: v.strictTuple([voteCount, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [votes, full]) =>
    blockInShape(await finalizedFor({ reader }, votes), full, devnet),
})

/** Where the last 8 bytes of a mixHash begin: milliseconds of the block's time behind its second. */
const msAt = 24

/** Returns the milliseconds that a mixHash says; none where other values are there. */
function msIn(mixHash: Uint8Array): bigint | undefined {
  const ms = new DataView(mixHash.buffer, mixHash.byteOffset).getBigUint64(msAt)
  return ms < 1000n ? ms : undefined
}

/** Returns the time of a block, ms since 1970. */
function timeOf({ timestamp, mixHash }: BlockHeader): bigint {
  return timestamp * 1000n + (msIn(mixHash) ?? 0n)
}

/** Times of blocks as headers have them since the chain has more than one block a second. */
function milliTime({ blockMs }: NetworkRecord): MilliTime {
  return {
    blockMs,
    of: timeOf,
    mixHash: (parent, { timestamp, timestampMs, prevRandao }) => {
      const mixHash = Uint8Array.from(prevRandao)
      // One that is made again has a time already; another one in the second of its parent is not earlier.
      const least = parent.timestamp === timestamp ? timeOf(parent) : timestamp * 1000n
      const ms =
        timestampMs === undefined ? (msIn(prevRandao) ?? least % 1000n) : timestampMs % 1000n
      new DataView(mixHash.buffer).setBigUint64(msAt, ms)
      return mixHash
    },
  }
}

/** BNB Smart Chain. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Validators, votes and system contracts are missing: each block is final when two more follow it, whatever the number of votes, and -39001 never comes.',
      'Transactions of the system (type 0x00 from the coinbase) are missing.',
      'PREVRANDAO is random but for its last 8 bytes, which are the milliseconds of the time; on the chain it is the difficulty.',
    ],
    sources: [
      {
        from: 'bnb-chain/bsc at 3cf90434, internal/ethapi and core/types',
        date: '2026-04-22',
        sure: 3,
      },
      { from: 'viem/chains, bsc', date: '2026-08-22', sure: 3 },
    ],
  },
  rules: (record) => ownRules(record, { milliTime: milliTime(record) }),
  answers: {
    block: (shown, { header }) => ({ ...shown, milliTimestamp: quantity(timeOf(header)) }),
  },
  methods: [getFinalizedHeader, getFinalizedBlock],
}
