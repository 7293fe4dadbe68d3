import * as v from 'valibot'
import { TooManyLogsError } from '../../../chain/chainErrors.ts'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { FoundLog, LogRange } from '../../../devnet/read/logs.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { UnknownBlock } from '../../../devnet/read/unknownBlock.ts'
import { nextCommon } from '../../../devnet/submit/sendTransaction.ts'
import { decodeWithoutBlobs } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { type LogFilter, matchesLog } from '../../../execution/logFilter.ts'
import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'
import {
  headerInShape,
  logInShape,
  receiptInShape,
  transactionInShape,
} from '../../../rpc/format/shape.ts'
import { type Context, defineMethod, type Method } from '../../../rpc/method.ts'
import { call, estimateGas } from '../../../rpc/methods/eth/call.ts'
import {
  sendRawTransaction,
  sendRawTransactionSync,
  sendSync,
} from '../../../rpc/methods/eth/send.ts'
import { ethStateMethods } from '../../../rpc/methods/eth/state.ts'
import { invalidArgument, RpcError } from '../../../rpc/rpcError.ts'
import { callRequest } from '../../../rpc/schema/callRequest.ts'
import { address, addressKey, data } from '../../../rpc/schema/data.ts'
import { checkTopics, logFilter, logQuery } from '../../../rpc/schema/logFilter.ts'
import { boundedList, field, object } from '../../../rpc/schema/object.ts'
import { blockOverrides, stateOverrides } from '../../../rpc/schema/overrides.ts'
import { looseQuantity64, quantity64 } from '../../../rpc/schema/quantity.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { BlockId } from '../../../types/values.ts'
import type { Flashblock } from '../../../types/view.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { changedAccounts } from '../accountChanges.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** Which mini-block of the chain a flashblock is, and when it was made. */
interface MiniBlock {
  readonly number: number
  /** Chain time, ms. */
  readonly madeMs: number
}

/** Mini-blocks by what the builder made: one that is published twice is the same one. */
const miniBlocks = new WeakMap<Flashblock, MiniBlock>()

/** How each number of a mini-block is written. */
const encodings = {
  block_number: quantity,
  block_timestamp: quantity,
  index: quantity,
  mini_block_number: quantity,
  mini_block_timestamp: quantity,
  gas_used: quantity,
} as const satisfies Readonly<Record<string, (value: number | bigint) => Hex | number>>

function formatMiniBlock(flashblock: Flashblock, devnet: Devnet): object {
  const { index, receipts, view } = flashblock
  const { number = 0, madeMs = 0 } = miniBlocks.get(flashblock) ?? {}
  const numbers = {
    block_number: view.number,
    block_timestamp: view.header.timestamp,
    index,
    mini_block_number: number,
    mini_block_timestamp: BigInt(Math.round(madeMs)) * 1000n,
    gas_used: receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
  }
  const names = Object.keys(encodings) as (keyof typeof encodings)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, encodings[name](numbers[name])])),
    transactions: receipts.map((receipt) =>
      transactionInShape({ transaction: receipt.transaction, block: view, receipt }, devnet),
    ),
    receipts: receipts.map((receipt) => receiptInShape(receipt, view, devnet)),
  }
}

const miniBlocksKind = defineSubscription({
  name: 'miniBlocks',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('newFlashblocks', ({ flashblock }) =>
      push(JSON.stringify(formatMiniBlock(flashblock, devnet))),
    ),
})

/** Accounts that a subscription can name. */
const maxAccounts = 10_000

const stateChanges = defineSubscription({
  name: 'stateChanges',
  params: v.strictTuple([kindName, boundedList(addressKey, maxAccounts)]),
  start: (devnet, [, addresses], push) => {
    if (addresses.length > maxAccounts) {
      throw new RpcError(-32602, `more than ${maxAccounts} addresses`)
    }
    const wanted: ReadonlySet<Hex> = new Set(addresses)
    return devnet.hub.on('newFlashblockTransactions', ({ flashblock }) => {
      const changed = changedAccounts(devnet, flashblock, (one) => wanted.has(one))
      for (const { address, nonce, balance, storage } of changed) {
        const slots = storage.map(([slot, value]) => [slot, quantity(BigInt(value))])
        push(
          JSON.stringify({
            address,
            nonce: Number(nonce),
            balance: quantity(balance),
            storage: Object.fromEntries(slots),
          }),
        )
      }
    })
  },
})

function isPending(id: BlockId | undefined): boolean {
  return id !== undefined && 'tag' in id && id.tag === 'pending'
}

/** Logs come with their block, and with their mini-block where the range is `pending`. */
const logs = defineSubscription({
  name: 'logs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet, [, filter], push) => {
    checkTopics(filter)
    const isRealtime = isPending(filter.fromBlock) || isPending(filter.toBlock)
    return devnet.hub.on(isRealtime ? 'pendingLogs' : 'logs', (event) => {
      for (const placed of event.logs) {
        if (matchesLog(filter, placed.log)) push(JSON.stringify(logInShape(placed, devnet)))
      }
    })
  },
})

const newHeads = defineSubscription({
  name: 'newHeads',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('newHeads', ({ block }) => {
      const parent = bytesToHex(block.header.parentHash)
      const miniBlockCount = quantity(devnet.publisher.published.on(parent).length)
      push(JSON.stringify({ ...headerInShape(block, devnet), miniBlockCount }))
    }),
})

/** Transactions of an account that the pool takes. */
const maxPooled = 500

/** Takes a transaction, unless the pool holds too many of its sender. One that has run has a nonce that is too low. */
async function submit(
  { devnet, reader, page }: Pick<Context, 'devnet' | 'reader' | 'page'>,
  bytes: Uint8Array,
) {
  if (devnet.pool.size >= maxPooled) {
    const { sender } = decodeWithoutBlobs(bytes, await nextCommon(reader))
    const { pending, queued } = devnet.pool.contentOf(sender.bytes)
    if (pending.length + queued.length >= maxPooled) throw new RpcError(-32000, 'txpool is full')
  }
  return devnet.submit(bytes, page).catch((error: Error) => {
    const hasRun =
      error.name === 'AlreadyKnownError' &&
      reader.transaction(bytesToHex(keccak256(bytes)))?.block !== undefined
    throw hasRun ? new RpcError(-32000, 'nonce too low') : error
  })
}

const send = defineMethod({
  ...sendRawTransaction,
  handler: async (context, [bytes]) => (await submit(context, bytes)).hash,
})

const sendAndWait = defineMethod({
  ...sendRawTransactionSync,
  handler: (context, [bytes, timeout]) => sendSync(context, timeout, () => submit(context, bytes)),
})

const sendRealtime = defineMethod({
  name: 'realtime_sendRawTransaction',
  sends: true,
  summary: 'On MegaETH sends a signed transaction and returns its receipt; waits up to 10 s.',
  params: v.strictTuple([data]),
  handler: (context, [bytes]) => sendSync(context, undefined, () => submit(context, bytes)),
})

/** Usual and longest wait of `eth_callAfter`, in ms. */
const callWait = { usualMs: 3_000, maxMs: 60_000 } as const

const condition = object({
  account: address,
  nonce: quantity64,
  timeout: field(looseQuantity64),
})

/** Resolves once the nonce of the account has come that far in a mini-block. */
async function untilNonce(
  { devnet, reader }: Pick<Context, 'devnet' | 'reader'>,
  { account, nonce }: { readonly account: Uint8Array; readonly nonce: bigint },
  waitMs: number,
): Promise<void> {
  const hasCome = () => {
    const { state } = devnet.publisher.flashblocks.at(-1)?.view ?? reader.head
    return (state.account(account)?.nonce ?? 0n) >= nonce
  }
  if (hasCome()) return
  const { hub, clock, receiptWaits } = devnet
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (!hasCome()) return
      end()
      resolve()
    }
    const ends = [
      hub.on('newFlashblockTransactions', look),
      hub.on('newHeads', look),
      receiptWaits.onClose((error) => {
        end()
        reject(error)
      }),
    ]
    const timer = clock.schedule(waitMs, () => {
      end()
      reject(new RpcError(-32000, 'Timeout: timeout waiting for nonce condition'))
    })
    function end(): void {
      timer.cancel()
      for (const stop of ends) stop()
    }
  })
}

const latest = { tag: 'latest' } as const

const callAfter = defineMethod({
  name: 'eth_callAfter',
  summary: 'On MegaETH `eth_call` on the newest mini-block, once an account has the given nonce.',
  params: v.strictTuple([
    callRequest,
    condition,
    v.optional(stateOverrides),
    v.optional(blockOverrides),
  ]),
  handler: async (context, [request, { timeout, ...until }, state, block]) => {
    if (timeout !== undefined && timeout > callWait.maxMs) {
      throw invalidArgument(1, `timeout: ${timeout} ms, at most ${callWait.maxMs}`)
    }
    await untilNonce(context, until, Number(timeout ?? callWait.usualMs))
    return call.handle(context, [request, latest, state, block])
  },
})

/** Where a search of logs goes on: a block and the index of a log in it. */
const cursorSchema = v.pipe(
  v.string('expected a string'),
  v.regex(/^0x[0-9a-f]{16}$/i, 'expected 0x and 16 hexadecimal digits'),
  v.transform((text) => ({
    block: BigInt(text.slice(0, 10)),
    index: Number(`0x${text.slice(10)}`),
  })),
)

function cursorAt(block: bigint, index: number): Hex {
  const padded = (value: number | bigint) => value.toString(16).padStart(8, '0')
  return `0x${padded(block)}${padded(index)}`
}

/** The logs of a range that an answer can have, and the block after them where that is not all. */
async function search(
  reader: Reader,
  range: LogRange,
  filter: LogFilter,
): Promise<{ readonly found: readonly FoundLog[]; readonly next: bigint | undefined }> {
  try {
    return { found: await reader.logs(range, filter), next: undefined }
  } catch (error) {
    if (!(error instanceof TooManyLogsError) || error.range === undefined) throw error
    const { from, to } = error.range
    const found = await reader.logs({ from: { number: from }, to: { number: to } }, filter)
    return { found, next: to + 1n }
  }
}

const logsWithCursor = defineMethod({
  name: 'eth_getLogsWithCursor',
  summary: 'On MegaETH logs as `eth_getLogs` finds them, a page at a time.',
  weight: 'long',
  params: v.strictTuple([v.intersect([logFilter, object({ cursor: field(cursorSchema) })])]),
  handler: async ({ devnet, reader }, [{ cursor, ...filter }]) => {
    const asked = logQuery(filter)
    const goesOn = cursor !== undefined && !('blockHash' in asked)
    const range = goesOn ? { ...asked, from: { number: cursor.block } } : asked
    const { found, next } = await search(reader, range, filter)
    const rest = goesOn
      ? found.filter(
          ({ block, logIndex }) => block.number > cursor.block || logIndex >= cursor.index,
        )
      : found
    const most = devnet.settings.network?.maxLogs
    const after = most === undefined ? undefined : rest[most]
    const logs = rest.slice(0, most).map((log) => logInShape({ ...log, removed: false }, devnet))
    if (after !== undefined) return { logs, cursor: cursorAt(after.block.number, after.logIndex) }
    return next === undefined ? { logs } : { logs, cursor: cursorAt(next, 0) }
  },
})

/** Methods that read at a block, by name. */
const reading: readonly Method[] = [call as Method, estimateGas as Method, ...ethStateMethods]

/** The method, which says of a block that is not there that it is out of range. */
function withinRange(method: Method): Method {
  return defineMethod({
    ...method,
    handler: async (context, args) => {
      try {
        return await method.handle(context, args)
      } catch (error) {
        if (!(error instanceof UnknownBlock)) throw error
        throw new RpcError(-32019, 'block is out of range')
      }
    },
  })
}

/** MegaETH. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Storage gas has the multiplier of a fresh bucket, 1: state that grows costs no more.',
      'The limits of a transaction are missing: 200M compute gas, 13,107,200 bytes of data, 500,000 keys, 1,000 new accounts and slots; 20M gas after a read of the block or the oracle.',
      'Inner calls get 63/64 of the gas, not 98/100, and no stipend for storage gas: a contract that emits a log when `transfer` pays it runs out of gas.',
      'A transaction of type 4, and a traced one, pays 39,000 gas more where the floor for its data applies (EIP-7623).',
      'A precompile is cold until it is called; on the chain reads of its balance or code, and delegate calls, find it warm.',
      'The system contracts at 0x6342… are missing.',
      'Mini-blocks have no signature and no roots of transactions and receipts.',
      'Fees for data on L1 and the system transactions of the OP stack are missing.',
      '`safe` and `finalized` follow after two and twenty minutes.',
      'Calls have the gas that the devnet gives them, not 60M of compute gas.',
    ],
    sources: [
      { from: 'megaeth-labs/mega-evm at 30ce038c, Rex5', date: '2026-07-24', sure: 3 },
      { from: 'megaeth-labs/documentation at 305b9d69, Realtime API', date: '2026-11-27', sure: 2 },
      { from: 'blockscout, type of a mini-block', date: '2026-11-27', sure: 1 },
    ],
  },
  rules: (record) =>
    ownRules(record, {
      // Nodes load the account of a call before they look whether it is a precompile, and so find it cold.
      hasColdPrecompiles: true,
      // 21,000, and 39,000 for storage.
      floorBaseGas: 21_000n,
      params: {
        txGas: 60_000,
        txDataZeroGas: 4 + 40,
        txDataNonZeroGas: 16 + 160,
        totalCostFloorPerToken: 10 + 100,
        logTopicGas: 375 + 3_750,
        logDataGas: 8 + 80,
        createDataGas: 200 + 10_000,
        maxInitCodeSize: 548_864,
      },
    }),
  methods: [
    send,
    sendAndWait,
    sendRealtime,
    callAfter,
    logsWithCursor,
    ...reading.map(withinRange),
  ],
  subscriptions: [miniBlocksKind, stateChanges, logs, newHeads],
  start: ({ hub, clock }) => {
    let count = 0
    hub.on('builtFlashblocks', ({ flashblock }) => {
      miniBlocks.set(flashblock, { number: ++count, madeMs: clock.now() })
    })
  },
}
