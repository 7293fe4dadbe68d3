import * as v from 'valibot'
import { TransactionDecodeError } from '../../../ethereumjs/transaction/refusals.ts'
import { emptyBloom } from '../../../execution/rules/receipt.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { zeroHash } from '../../../rpc/format/quantities.ts'
import { transactionInShape } from '../../../rpc/format/shape.ts'
import { type Context, defineMethod, type Method } from '../../../rpc/method.ts'
import { getBlockByHash } from '../../../rpc/methods/eth/blocks.ts'
import { sendRawTransaction, sendSync } from '../../../rpc/methods/eth/send.ts'
import { getTransactionCount } from '../../../rpc/methods/eth/state.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { data, hash32 } from '../../../rpc/schema/data.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

const zeroAddress = `0x${'00'.repeat(20)}`
const zeroBloom = bytesToHex(emptyBloom)

/** Adds a transaction, and refuses bytes that are none in the endpoint's words. */
async function submit(
  { devnet, page }: Pick<Context, 'devnet' | 'page'>,
  bytes: Uint8Array,
): Promise<SignedTransaction> {
  return devnet.submit(bytes, page).catch((error) => {
    if (!(error instanceof TransactionDecodeError)) throw error
    throw new RpcError(-32700, 'sendRawTx parameter must be a valid transaction')
  })
}

const send = defineMethod({
  ...sendRawTransaction,
  handler: async (context, [bytes]) => (await submit(context, bytes)).hash,
})

const sendAndWait = defineMethod({
  name: 'eth_sendRawTransactionSync',
  sends: true,
  summary: 'On mev-commit adds a signed transaction and returns its receipt once it is committed.',
  params: v.strictTuple([data, v.optional(v.unknown())]),
  handler: (context, [bytes, timeout]) => {
    if (timeout !== undefined) {
      throw new RpcError(-32600, 'sendRawTx requires exactly one parameter')
    }
    return sendSync(context, undefined, () => submit(context, bytes))
  },
})

/** The count is a JSON number at `latest` and `pending`, and goes behind what is queued. */
const count = defineMethod({
  ...getTransactionCount,
  handler: async (context, args) => {
    const [account, id] = args
    const isNewest = 'tag' in id && (id.tag === 'latest' || id.tag === 'pending')
    if (!isNewest) return getTransactionCount.handle(context, args)
    return Number(await context.reader.nonce(account, { tag: 'pending' }))
  },
})

/** A committed transaction's hash is that of a block which has nothing else in it. */
const blockByHash = defineMethod({
  ...getBlockByHash,
  handler: async (context, args) => {
    const [hash, full] = args
    const { devnet, reader } = context
    const located = reader.transaction(hash)
    if (located?.block?.kind !== 'pending') return getBlockByHash.handle(context, args)
    const number = quantity(located.block.number)
    const place = { blockHash: hash, blockNumber: number, transactionIndex: '0x0' }
    return {
      number,
      hash,
      parentHash: zeroHash,
      nonce: '0x0000000000000000',
      sha3Uncles: zeroHash,
      logsBloom: zeroBloom,
      transactionsRoot: zeroHash,
      stateRoot: zeroHash,
      miner: zeroAddress,
      difficulty: '0x0',
      totalDifficulty: '0x0',
      size: '0x0',
      extraData: '0x',
      gasLimit: '0x0',
      gasUsed: '0x0',
      timestamp: '0x0',
      baseFeePerGas: '0x0',
      withdrawals: null,
      transactions: [full ? { ...transactionInShape(located, devnet), ...place } : hash],
    }
  },
})

const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'On mev-commit always 0: a bid pays for inclusion.',
  params: v.strictTuple([]),
  handler: () => '0x0',
})

const cancelTransaction = defineMethod({
  name: 'mevcommit_cancelTransaction',
  summary: 'On mev-commit takes a transaction back that is not committed yet.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet }, [txHash]) => {
    const cancelled = devnet.development.drop([txHash]).length > 0
    return { cancelled, txHash }
  },
})

/** A method that is refused, and why. */
function refused(name: string, code: number, message: string): Method {
  const refuse = () => Promise.reject(new RpcError(code, message))
  const summary = 'On mev-commit refused: see `preconf_networkInfo`.'
  const method = defineMethod({ name, summary, params: v.strictTuple([]), handler: refuse })
  // Whatever the arguments are.
  return { ...method, call: refuse }
}

/** What bids and deposits would answer. */
const ofBids = [
  'mevcommit_estimateBidPricePerGas',
  'mevcommit_estimateBridge',
  'mevcommit_estimateDeposit',
  'mevcommit_getBalance',
  'mevcommit_getTransactionCommitments',
  'mevcommit_optInBlock',
].map((name) =>
  refused(name, -32601, `the method ${name} is not available: a devnet has no bids and deposits`),
)

/** mev-commit's FAST RPC. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'There are no bids, deposits, bridges and commitments: their methods are refused, and `maxBidAmount` is 0.',
      'A transaction is committed within a second, to the next block, by any builder.',
      'A synchronous send gives up after 60 s; the endpoint waits as long as its client does.',
    ],
    sources: [
      {
        from: 'primev/mev-commit at 79f1e932, tools/preconf-rpc/handlers',
        date: '2026-05-15',
        sure: 3,
      },
    ],
  },
  rules: (record) => ownRules(record),
  answers: {
    transaction: (shown, _transaction, block) =>
      block?.kind === 'pending'
        ? { ...shown, blockHash: null, blockNumber: null, transactionIndex: null }
        : shown,
    receipt: (shown, { transaction }, { kind }) =>
      kind === 'sealed'
        ? shown
        : {
            ...shown,
            blockHash: transaction.hash,
            transactionIndex: '0x0',
            to: null,
            contractAddress: zeroAddress,
            gasUsed: '0x0',
            cumulativeGasUsed: '0x1',
            effectiveGasPrice: '0x0',
            logsBloom: zeroBloom,
            status: '0x1',
            maxBidAmount: '0',
          },
  },
  methods: [
    send,
    sendAndWait,
    count,
    blockByHash,
    maxPriorityFeePerGas,
    cancelTransaction,
    refused('eth_sendBundle', -32600, 'eth_sendBundle is not supported'),
    ...ofBids,
  ],
}
