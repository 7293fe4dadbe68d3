import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { NodeHooks } from '../../../devnet/hooks/extension.ts'
import { ReceiptTimeout } from '../../../devnet/status/receiptWaits.ts'
import { type Hex, quantity } from '../../../lib/hex.ts'
import { formatReceiptLogs } from '../../../rpc/format/receipt.ts'
import { blockInShape } from '../../../rpc/format/shape.ts'
import { defineMethod } from '../../../rpc/method.ts'
import { invalidParams, RpcError } from '../../../rpc/rpcError.ts'
import { blockNumber } from '../../../rpc/schema/blockId.ts'
import { data } from '../../../rpc/schema/data.ts'
import type { Receipt, SignedTransaction } from '../../../types/transaction.ts'
import type { View } from '../../../types/view.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** How long the sequencer tries to run a transaction before it gives up, in ms. */
const timeoutMs = 1500

/** Hashes of pre-confirmed transactions that are remembered for a devnet. */
const maxPromised = 4096

/** What was answered with success, by the hooks of the devnet that did: it goes back to the pool after a reorg. */
const promised = new WeakMap<NodeHooks, Set<Hex>>()

function promise({ hooks }: Devnet, hash: Hex): void {
  const hashes = promised.get(hooks)
  hashes?.add(hash)
  const [oldest] = hashes ?? []
  if (oldest !== undefined && (hashes?.size ?? 0) > maxPromised) hashes?.delete(oldest)
}

/** What came of a transaction, and the block that will have it. */
interface Outcome {
  readonly receipt: Receipt
  readonly block: View
}

/** Resolves when the sequencer has run the transaction. Rejects as `ReceiptWaits.wait` does. */
async function outcomeOf(devnet: Devnet, transaction: SignedTransaction): Promise<Outcome> {
  let stop = () => {}
  const built = new Promise<Outcome>((resolve) => {
    stop = devnet.hub.on('builtFlashblocks', ({ flashblock }) => {
      const receipt = flashblock.receipts.find((one) => one.transaction.hash === transaction.hash)
      if (receipt !== undefined) resolve({ receipt, block: flashblock.view })
    })
  })
  try {
    return await Promise.race([built, devnet.receiptWaits.wait(transaction, timeoutMs)])
  } finally {
    stop()
  }
}

function eventOf({ receipt, block }: Outcome) {
  const logs = formatReceiptLogs(receipt, block)
  return {
    txHash: receipt.transaction.hash,
    status: receipt.status === 1 ? 'success' : 'failed',
    reason: receipt.status === 1 ? '' : 'execution reverted',
    blockHeight: quantity(block.number),
    receipt: { logs: logs.map(({ address, topics, data }) => ({ address, topics, data })) },
  }
}

const sendWithPreconf = defineMethod({
  name: 'eth_sendRawTransactionWithPreconf',
  sends: true,
  summary:
    'On Mantle adds a signed transaction to the pool and returns what came of it, before its block is sealed.',
  params: v.strictTuple([data]),
  handler: async ({ devnet, page }, [bytes]) => {
    const transaction = await devnet.submit(bytes, page).catch((error) => {
      const said = error instanceof Error ? error.message : String(error)
      throw new RpcError(
        -32000,
        `failed to forward tx to sequencer, please try again. Error: '${said}'`,
      )
    })
    const outcome = await outcomeOf(devnet, transaction).catch((error) => {
      if (!(error instanceof ReceiptTimeout)) throw error
    })
    if (outcome !== undefined) {
      if (outcome.receipt.status === 1) promise(devnet, transaction.hash)
      return eventOf(outcome)
    }
    devnet.development.drop([transaction.hash])
    return {
      txHash: transaction.hash,
      status: 'timeout',
      reason: `preconf timeout after ${timeoutMs}ms`,
      blockHeight: quantity(devnet.chain.head.number + 1n),
      receipt: { logs: [] },
    }
  },
})

/** Blocks that one request can ask for. */
const maxRange = 1000n

const getBlockRange = defineMethod({
  name: 'eth_getBlockRange',
  summary: 'On Mantle the blocks from one to another, both included, at most 1,000.',
  weight: 'long',
  params: v.strictTuple([blockNumber, blockNumber, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [first, last, full]) => {
    const from = 'number' in first ? first.number : (await reader.view(first)).number
    const to = 'number' in last ? last.number : (await reader.view(last)).number
    if (to < from) {
      throw invalidParams(
        `start of block range (${from}) is greater than end of block range (${to})`,
      )
    }
    const count = to - from + 1n
    if (count > maxRange) {
      throw invalidParams(
        `requested block range is too large (max is ${maxRange}, requested ${count})`,
      )
    }
    if (to > reader.head.number) {
      throw invalidParams(`end of requested block range (${to}) does not exist`)
    }
    return reader.blocks(from, to).map((block) => blockInShape(block, full, devnet))
  },
})

/** Mantle. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Senders and recipients need not be on an allowlist to be pre-confirmed.',
      'Transactions that a reorg removes are in the next block as far as their fees allow, not first in it.',
      'Rules of the OP stack are missing: fees for data on L1, deposits and system contracts. `eth_estimateTotalFee` is missing.',
      'The base fee (0.02 gwei) and the gas limit of blocks are not verified.',
    ],
    sources: [
      { from: 'mantle-reth, its RPC extension and its tests', date: '2026-11-27', sure: 3 },
      { from: 'eth_sendRawTransactionSync is missing', date: '2026-09-30', sure: 1 },
    ],
  },
  rules: (record) => ownRules(record),
  methods: [sendWithPreconf, getBlockRange],
  start: ({ hooks }) => {
    const hashes = new Set<Hex>()
    promised.set(hooks, hashes)
    hooks.mustLand = (hash) => hashes.has(hash)
  },
}
