import * as v from 'valibot'
import type { Hex } from '../../lib/hex.ts'
import type { AgentChain } from './agentChain.ts'
import { defineTool, flag, number, type Tool, text } from './tool.ts'

const explainTransaction = defineTool({
  name: 'explain_transaction',
  description:
    'Where a transaction is (waiting, pre-confirmed, sealed, dropped) and why; for one that failed the reason, the custom error and the lines of Solidity.',
  members: {
    hash: text('Its hash.'),
    trace: v.optional(flag('Adds all calls with decoded arguments.')),
  },
  run: (chain, { hash, trace }) => explained(chain, hash as Hex, trace),
})

/** What is known of a transaction, in words where there are any. */
export async function explained(chain: AgentChain, hash: Hex, withTrace = false) {
  const { summary } = await chain.ask('preconf_explain', hash)
  const { status } = await chain.ask('preconf_getTransaction', hash)
  const receipt = await chain.ask('eth_getTransactionReceipt', hash)
  const hasFailed = receipt?.status === '0x0'
  const isThere = receipt !== null
  const failure = hasFailed ? await chain.ask('preconf_stackTrace', hash).catch(() => null) : null
  const [described] = isThere ? await chain.ask('preconf_decodeTransactions', [hash]) : []
  const logs = isThere ? await decodedLogs(chain, receipt.logs) : []
  return {
    hash,
    status,
    why: summary,
    ...(isThere && {
      outcome: hasFailed ? 'failed' : 'succeeded',
      block: Number(receipt.blockNumber),
      gasUsed: Number(receipt.gasUsed),
      created: receipt.contractAddress ?? undefined,
      call: described?.signature ?? undefined,
    }),
    ...(failure !== null && {
      error: failure.message,
      solidity: failure.solidityStack ?? failure.stackTrace,
    }),
    events: logs,
    ...(withTrace && isThere && { trace: await chain.ask('preconf_trace', hash) }),
  }
}

const findFailures = defineTool({
  name: 'find_failures',
  description: 'The newest transactions that failed, with their reasons.',
  members: { limit: v.optional(number('How many. @default 5', 100)) },
  run: async (chain, { limit = 5 }) => {
    const failed: Hex[] = []
    let cursor: unknown = null
    // A bound: an agent that wants to look further asks for blocks.
    for (let page = 0; page < 50 && failed.length < limit; page++) {
      const found = await chain.ask('preconf_listTransactions', cursor, 100)
      for (const { hash, status } of found.transactions) {
        if (status === '0x0' && failed.length < limit) failed.push(hash)
      }
      cursor = found.next
      if (cursor === null || cursor === undefined) break
    }
    return Promise.all(failed.map((hash) => explained(chain, hash)))
  },
})

const findLogs = defineTool({
  name: 'find_logs',
  description: 'Events of known contracts by name, newest first.',
  members: {
    event: v.optional(text('Name such as Transfer; all when left out.')),
    address: v.optional(text('The contract.')),
    fromBlock: v.optional(number('First block. @default 0')),
    limit: v.optional(number('How many. @default 20', 500)),
    skip: v.optional(number('How many of the newest to leave out, to see more. @default 0')),
  },
  run: async (chain, { event, address, fromBlock = 0, limit = 20, skip = 0 }) => {
    const range = { fromBlock: `0x${fromBlock.toString(16)}`, toBlock: 'pending' }
    const logs = await chain.ask('eth_getLogs', { ...range, ...(address && { address }) })
    const end = skip + limit
    const found = []
    // One more tells whether there are more.
    for (let last = logs.length; last > 0 && found.length <= end; last -= logsAtOnce) {
      const page = logs.slice(Math.max(0, last - logsAtOnce), last)
      const decoded = await decodedLogs(chain, page)
      found.push(...decoded.filter(({ name }) => event === undefined || name === event).reverse())
    }
    return { found: found.slice(skip, end), hasMore: found.length > end }
  },
})

/** Logs that are decoded with one request. */
const logsAtOnce = 500

/** Logs with their events by name; topics and data where none is known. */
async function decodedLogs(chain: AgentChain, logs: readonly LogJson[]) {
  const decoded = await chain.ask('preconf_decodeLogs', logs)
  return logs.map((log, index) => {
    const { address, blockNumber, transactionHash } = log
    const place = { address, block: Number(blockNumber), transaction: transactionHash }
    const known = decoded[index]
    return known === null
      ? { ...place, name: undefined, topics: log.topics, data: log.data }
      : { ...place, name: known.event, args: known.args }
  })
}

interface LogJson {
  readonly address: Hex
  readonly blockNumber: Hex
  readonly transactionHash: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** What shows what has happened. */
export const lookTools: readonly Tool[] = [explainTransaction, findFailures, findLogs]
