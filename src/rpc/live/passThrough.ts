import type { LiveChain } from '../../devnet/live/liveChain.ts'
import type { Hex } from '../../lib/hex.ts'
import { quantity } from '../../lib/hex.ts'
import type { Json } from '../../types/json.ts'
import type { Context } from '../method.ts'
import { contractCreator, transactionOfSender } from './bySender.ts'
import { feeHistoryAcross } from './feeHistoryAcross.ts'
import { filterLogsAcross } from './filterLogsAcross.ts'
import { logsAcross } from './logsAcross.ts'
import { type Args, numberOf, type Passed, type Route } from './route.ts'
import { tracesAcross } from './tracesAcross.ts'

/**
 * What the live chain's node answers instead: blocks, transactions, receipts and logs up to the fork
 * block and the state before it, raw, as chains have fields and types of their own. `undefined` for
 * what is answered here.
 */
export async function passThrough(
  method: string,
  context: Context,
  args: Args,
): Promise<Passed | undefined> {
  const { live } = context.devnet.forked
  return live === undefined ? undefined : routes[method]?.(live, context, method, args)
}

/** A block up to the fork block, named by the argument at `index`. */
function block(index: number): Route {
  return async (live, context, method, args) => {
    const number = numberOf(args[index], live, context)
    if (number === undefined || number > live.number) return undefined
    return ask(live, method, withBlock(args, index, number))
  }
}

/** A block by its hash, where it is none of the blocks made here. */
const blockByHash: Route = async (live, { devnet }, method, args) => {
  const [hash] = args
  if (!isHash(hash) || isOwnBlock(devnet, hash)) return undefined
  return ask(live, method, args)
}

/** A transaction by its hash, where it is none that was sent here. */
const transaction: Route = async (live, { reader }, method, args) => {
  const [hash] = args
  if (!isHash(hash) || reader.transaction(hash.toLowerCase() as Hex) !== undefined) return undefined
  return ask(live, method, args)
}

/** The state after a block before the fork block, named by the argument at `index`. */
function state(index: number, upTo: 'before' | 'fork' = 'before'): Route {
  return async (live, context, method, args) => {
    const id = args[index]
    const hash = (id as { blockHash?: unknown } | null | undefined)?.blockHash ?? id
    if (isHash(hash)) {
      return isOwnBlock(context.devnet, hash) ? undefined : ask(live, method, args)
    }
    const number = numberOf(id, live, context)
    if (number === undefined) return undefined
    if (upTo === 'before' ? number >= live.number : number > live.number) return undefined
    return ask(live, method, withBlock(args, index, number))
  }
}

const routes: Readonly<Record<string, Route | undefined>> = {
  eth_getBlockByNumber: block(0),
  eth_getHeaderByNumber: block(0),
  erigon_getHeaderByNumber: block(0),
  eth_getBlockTransactionCountByNumber: block(0),
  eth_getUncleCountByBlockNumber: block(0),
  eth_getUncleByBlockNumberAndIndex: block(0),
  eth_getTransactionByBlockNumberAndIndex: block(0),
  eth_getRawTransactionByBlockNumberAndIndex: block(0),
  eth_getBlockReceipts: state(0, 'fork'),
  debug_getRawBlock: state(0, 'fork'),
  debug_getRawHeader: state(0, 'fork'),
  debug_getRawReceipts: state(0, 'fork'),
  debug_traceBlockByNumber: block(0),
  trace_block: block(0),
  trace_replayBlockTransactions: block(0),
  ots_getBlockDetails: block(0),
  ots_getBlockTransactions: block(0),
  eth_getBlockByHash: blockByHash,
  eth_getHeaderByHash: blockByHash,
  eth_getBlockTransactionCountByHash: blockByHash,
  eth_getUncleCountByBlockHash: blockByHash,
  eth_getUncleByBlockHashAndIndex: blockByHash,
  eth_getTransactionByBlockHashAndIndex: blockByHash,
  eth_getRawTransactionByBlockHashAndIndex: blockByHash,
  debug_traceBlockByHash: blockByHash,
  ots_getBlockDetailsByHash: blockByHash,
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: transaction,
  eth_getRawTransactionByHash: transaction,
  debug_traceTransaction: transaction,
  trace_transaction: transaction,
  trace_replayTransaction: transaction,
  ots_traceTransaction: transaction,
  ots_getInternalOperations: transaction,
  ots_getTransactionError: transaction,
  eth_getBalance: state(1),
  eth_getCode: state(1),
  eth_getTransactionCount: state(1),
  eth_getStorageAt: state(2),
  eth_getStorageValues: state(1),
  eth_getProof: state(2, 'fork'),
  eth_getAccount: state(1),
  eth_getAccountInfo: state(1),
  eth_getLogs: logsAcross,
  eth_getFilterLogs: filterLogsAcross,
  eth_feeHistory: feeHistoryAcross,
  trace_filter: tracesAcross,
  trace_get: transaction,
  eth_getTransactionBySenderAndNonce: transactionOfSender,
  ots_getTransactionBySenderAndNonce: transactionOfSender,
  ots_getContractCreator: contractCreator,
}

function withBlock(args: Args, index: number, number: bigint): Args {
  return args.map((arg, at) => (at === index ? quantity(number) : arg))
}

/** Asks the node; what it says of later than the fork block is not there yet. */
async function ask(live: LiveChain, method: string, args: Args): Promise<Passed> {
  const answer = await live.request(method, args as readonly Json[])
  const of = placeOf(answer)
  return { answer: of !== undefined && of > live.number ? null : answer }
}

function placeOf(answer: Json): bigint | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const { blockNumber, number } = answer as Record<string, Json | undefined>
  const place = blockNumber ?? number
  return typeof place === 'string' && /^0x[0-9a-f]+$/i.test(place) ? BigInt(place) : undefined
}

function isOwnBlock({ chain }: Context['devnet'], hash: Hex): boolean {
  const block = chain.blockByHash(hash.toLowerCase() as Hex)
  return block !== undefined && block.number > chain.genesis.number
}

function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}
