import type { BlockHeader } from '@ethereumjs/block'
import * as v from 'valibot'
import type { Machine } from '../../../ethereumjs/machine.ts'
import { callMany } from '../../../execution/call.ts'
import { revertMessage } from '../../../execution/executionErrors.ts'
import type { TransactionRun } from '../../../execution/rules/receipt.ts'
import { forksByBlock, forksByTime } from '../../../files/genesis/genesisConfig.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { formatTransaction, placeIn } from '../../../rpc/format/transaction.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { optionalBlockId } from '../../../rpc/schema/blockId.ts'
import { fullTransactions } from '../../../rpc/schema/blockRequests.ts'
import { callRequest } from '../../../rpc/schema/callRequest.ts'
import { stateOverrides } from '../../../rpc/schema/overrides.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { charge, ownRules } from '../ownRules.ts'

/** Runs a transaction, which pays for half of its gas limit at least, rounded up (ACP-194). */
async function runTransaction(
  machine: Machine,
  transaction: SignedTransaction,
  header: BlockHeader,
  plain: () => Promise<TransactionRun>,
): Promise<TransactionRun> {
  const run = await plain()
  const least = (transaction.envelope.gasLimit + 1n) / 2n
  if (run.gasUsed >= least) return run
  charge(machine, transaction, header, least - run.gasUsed)
  return { ...run, gasUsed: least }
}

/** Part of the base fee by which a header may be above what transactions pay: the most of one block's rise. */
const margin = 8n

/** What a header says of the base fee: the most that it could be when the block was accepted. */
function worstCase(baseFee: bigint): bigint {
  return baseFee + baseFee / margin + 1n
}

/** Wei per gas that the next block asks for at most. */
async function nextBaseFee({ reader }: Pick<Context, 'reader'>): Promise<bigint> {
  const { header } = await reader.context({ tag: 'pending' })
  return worstCase(header.baseFeePerGas ?? 0n)
}

const baseFee = defineMethod({
  name: 'eth_baseFee',
  summary: 'On Avalanche the most that the base fee of the next block can be.',
  params: v.strictTuple([]),
  handler: async (context) => quantity(await nextBaseFee(context)),
})

const suggestPriceOptions = defineMethod({
  name: 'eth_suggestPriceOptions',
  summary: 'On Avalanche fees for a slow, a normal and a fast transaction.',
  params: v.strictTuple([]),
  handler: async (context) => {
    const tip = context.devnet.suggestedTip
    const doubled = 2n * (await nextBaseFee(context))
    const price = (maxPriorityFeePerGas: bigint) => ({
      maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
      maxFeePerGas: quantity(maxPriorityFeePerGas + doubled),
    })
    const scaled = (percent: bigint) => (tip * percent) / 100n
    const [slow, fast] = [scaled(95n), scaled(105n)]
    const least = slow > 0n ? slow : 1n
    const normal = tip > least ? tip : least
    return { slow: price(least), normal: price(normal), fast: price(fast > normal ? fast : normal) }
  },
})

const getChainConfig = defineMethod({
  name: 'eth_getChainConfig',
  summary: 'On Avalanche the chain id, and when each hardfork activates.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { forks, chainId } = devnet.protocol.rules
    const keys = new Map([...forksByBlock, ...forksByTime].map(({ name, key }) => [name, key]))
    const times = forks.flatMap(({ name, block, time }) => {
      const key = keys.get(name)
      return key === undefined ? [] : [[key, Number(block ?? time)]]
    })
    return { chainId, ...Object.fromEntries(times) }
  },
})

const callDetailed = defineMethod({
  name: 'eth_callDetailed',
  summary: 'On Avalanche as `eth_call`, with the gas and what went wrong.',
  params: v.strictTuple([callRequest, optionalBlockId, v.optional(stateOverrides)]),
  about: { stateAfter: 1 },
  handler: async ({ devnet, reader }, [request, id, state]) => {
    const context = await reader.context(id)
    const plans = [{ calls: [request] }]
    const [[result] = []] = await callMany(devnet.machines, context, plans, state)
    const { gasUsed = 0n, isReverted, failure = '', output = new Uint8Array() } = result ?? {}
    return {
      gas: Number(gasUsed),
      errCode: isReverted ? 3 : 0,
      err: isReverted ? revertMessage(output) : failure,
      returnData: bytesToHex(output),
    }
  },
})

/** Each transaction when its block is accepted, before it runs: its hash, or with `true` the transaction. */
const newAcceptedTransactions = defineSubscription({
  name: 'newAcceptedTransactions',
  params: v.strictTuple([kindName, v.optional(fullTransactions, false)]),
  start: (devnet, [, full], push) =>
    devnet.hub.on('builtFlashblocks', ({ flashblock: { transactions, view } }) => {
      const first = view.transactions.length - transactions.length
      for (const [index, transaction] of transactions.entries()) {
        const place = placeIn(view, first + index)
        const shown = full ? formatTransaction(transaction, place) : transaction.hash
        push(JSON.stringify(shown))
      }
    }),
})

/** Avalanche's C-Chain. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'A receipt or an accepted transaction that comes before its block has zeros in place of its hash; nodes know it.',
      'A block is accepted 200 ms before it has run, its receipts come 100 ms before; nodes take what the execution takes.',
      'A header says an eighth more than the base fee that transactions pay, not what the queue of blocks would make it.',
      "The base fee is EIP-1559's, not that of ACP-176; the gas limit of blocks is not verified.",
      'Blocks have a state root, and no time in milliseconds. Atomic transactions, Warp messages and their precompiles are missing.',
      'A reorg that a test makes takes back what is accepted; the chain never does.',
    ],
    sources: [
      { from: 'ava-labs/avalanchego at 1cf1fc3d, vms/saevm', date: '2026-08-22', sure: 3 },
      { from: 'viem/chains, avalanche: the time between blocks', date: '2026-08-22', sure: 2 },
    ],
  },
  rules: (record) => ownRules(record, { run: runTransaction }),
  answers: {
    block: (shown, { header }) => ({
      ...shown,
      baseFeePerGas: quantity(worstCase(header.baseFeePerGas ?? 0n)),
    }),
  },
  methods: [baseFee, suggestPriceOptions, getChainConfig, callDetailed],
  subscriptions: [newAcceptedTransactions],
}
