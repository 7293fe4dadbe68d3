import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { blockInShape, headerInShape } from '../../../rpc/format/shape.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { looseInteger } from '../../../rpc/schema/quantity.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** Validators that vote in turns: who asks for the votes of more gets an error. */
const validators = 21

/** Returns the newest block that has the votes of that many validators: all blocks but the newest two have. */
function finalizedFor({ devnet }: Pick<Context, 'devnet'>, votes: number) {
  if (votes < 1 || votes > validators) {
    throw new RpcError(-32000, `${votes} out of range [1,${validators}]`)
  }
  return devnet.chain.finalized()
}

const getFinalizedHeader = defineMethod({
  name: 'eth_getFinalizedHeader',
  summary:
    'On BNB Smart Chain the header of the newest block that has the votes of that many validators.',
  params: v.strictTuple([looseInteger]),
  handler: ({ devnet }, [votes]) => headerInShape(finalizedFor({ devnet }, votes), devnet),
})

const getFinalizedBlock = defineMethod({
  name: 'eth_getFinalizedBlock',
  summary: 'On BNB Smart Chain the newest block that has the votes of that many validators.',
  params: v.strictTuple([looseInteger, v.boolean('expected a boolean')]),
  handler: ({ devnet }, [votes, full]) =>
    blockInShape(finalizedFor({ devnet }, votes), full, devnet),
})

/** BNB Smart Chain. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Validators, votes and system contracts are missing: each block is final when two more follow it.',
      'Transactions of the system (type 0x00 from the coinbase) are missing.',
    ],
    sources: [{ from: 'viem/chains, bsc', date: '2026-08-22', sure: 3 }],
  },
  rules: (record) => ownRules(record),
  answers: {
    block: (shown, { header, number }) => ({
      ...shown,
      milliTimestamp: quantity(header.timestamp * 1000n + (number % 4n) * 250n),
    }),
  },
  methods: [getFinalizedHeader, getFinalizedBlock],
}
