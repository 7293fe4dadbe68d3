import * as v from 'valibot'
import { standardSync } from '../../../devnet/options/chainStates.ts'
import { ReceiptTimeout, type WaitOptions } from '../../../devnet/status/receiptWaits.ts'
import { type Conditional, checkConditional } from '../../../devnet/submit/conditional.ts'
import {
  bytesWithBlobs,
  completeBlobs,
  fillTransaction as fill,
  nextCommon,
  resend as replace,
} from '../../../devnet/submit/sendTransaction.ts'
import type { TraceHooks } from '../../../execution/trace/tracer.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import type { SyncSend } from '../../../types/network.ts'
import type { CallRequest } from '../../../types/request.ts'
import type { Receipt, SignedTransaction } from '../../../types/transaction.ts'
import { receiptInShape } from '../../format/shape.ts'
import { formatBlobs, formatFilled, formatFilledAsSent } from '../../format/transaction.ts'
import { type Context, defineMethod, type Method } from '../../method.ts'
import { invalidArgument, invalidParams, RpcError } from '../../rpcError.ts'
import { addressKey, bytes32, data, hash32 } from '../../schema/data.ts'
import { entries, field, object } from '../../schema/object.ts'
import { refined } from '../../schema/parsed.ts'
import { looseQuantity64, quantity64, quantity256 } from '../../schema/quantity.ts'
import { transactionRequest } from '../../schema/transactionRequest.ts'
import { watchAgain } from '../../trace/tracing.ts'

const slots = v.pipe(
  entries(hash32, bytes32),
  v.transform((values) => values.map(([slot, value]) => [hexToBytes(slot), value] as const)),
)

const storage = v.lazy((input) => (typeof input === 'string' ? bytes32 : slots))

const knownAccounts = v.pipe(
  entries(addressKey, storage),
  v.transform((accounts) =>
    accounts.map(([address, storage]) => ({ address: hexToBytes(address), storage })),
  ),
)

/** The conditions of `eth_sendRawTransactionConditional`. */
const conditional = v.pipe(
  object({
    blockNumberMin: field(looseQuantity64),
    blockNumberMax: field(looseQuantity64),
    timestampMin: field(looseQuantity64),
    timestampMax: field(looseQuantity64),
    knownAccounts: field(knownAccounts),
  }),
  refined((conditions): Conditional => conditions),
)

/**
 * Sends a transaction and answers with its receipt, pre-confirmed or sealed (EIP-7966). `timeout`
 * is in ms; none, or 0 as in geth, is the network's default. Throws what `send` and `ReceiptWaits.wait` do, and refuses
 * a time as the network's nodes do.
 */
export async function sendSync(
  { devnet }: Pick<Context, 'devnet'>,
  timeout: GivenWait | undefined,
  send: () => Promise<SignedTransaction>,
  enough: WaitOptions = {},
) {
  const sync = devnet.settings.network?.sync ?? standardSync
  // Before it is sent: a refused time leaves nothing behind.
  const waitMs = waitOf(timeout, sync)
  const transaction = await send()
  const { receipt, block } = await devnet.receiptWaits
    .wait(transaction, waitMs, enough)
    .catch((error) => refuseLate(error, sync))
  return receiptInShape(receipt, block, devnet)
}

/** Throws what the nodes of the network say of a transaction that is in no block in time. */
function refuseLate(error: unknown, { code, data, message }: SyncSend): never {
  const isPlain = message === undefined && data === 'hash'
  if (isPlain || !(error instanceof ReceiptTimeout)) throw error
  const { data: hash, timeoutMs } = error
  const words = message
    ?.replace('{hash}', hash)
    .replace('{ms}', String(timeoutMs))
    .replace('{s}', String(timeoutMs / 1000))
  const given = { hash, object: { hash }, none: undefined }[data]
  throw new RpcError(code ?? error.code, words ?? error.message, given)
}

/** How long to wait, in ms, and whether it was written as a hex quantity. */
export interface GivenWait {
  readonly ms: bigint
  readonly isHex: boolean
}

/** The second parameter of synchronous sends. */
export const wait = v.lazy((input) =>
  v.pipe(
    looseQuantity64,
    v.transform((ms): GivenWait => ({ ms, isHex: typeof input === 'string' })),
  ),
)

/** Returns how long to wait in ms, of a time as clients of the network write it. */
function waitOf(given: GivenWait | undefined, { timeout, defaultMs, maxMs, over }: SyncSend) {
  if (given === undefined) return defaultMs
  if (timeout === 'none') throw invalidParams('too many arguments, want at most 1')
  if (timeout === 'hex' && !given.isHex) {
    throw invalidArgument(
      1,
      'json: cannot unmarshal non-string into Go value of type hexutil.Uint64',
    )
  }
  if (timeout === 'number' && given.isHex) {
    throw invalidArgument(1, 'the timeout is a JSON number of milliseconds here, not a hex string')
  }
  if (given.ms === 0n) return defaultMs
  if (given.ms <= maxMs) return Number(given.ms)
  if (over === 'refuse') throw waitTooLong(given.ms, maxMs)
  return over === 'cut' ? maxMs : defaultMs
}

/** Makes the error of Base's nodes for a wait that is too long. */
export function waitTooLong(ms: bigint, maxMs: number): RpcError {
  return invalidParams(`time out too long, timeout: ${ms} ms, max: ${maxMs} ms`)
}

/** Spec: execution-apis `eth_sendRawTransaction`. */
export const sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  sends: true,
  summary: 'Adds a signed transaction to the pool; it is pre-confirmed in the next flashblock.',
  params: v.strictTuple([data]),
  handler: async (context, [bytes]) =>
    hashOf(context, await context.devnet.submit(bytes, context.page)),
})

/**
 * The hash of a transaction that was sent. With `throwOnFailure` one that is sealed and has failed
 * is an error, as at Hardhat's node.
 */
function hashOf(context: Context, { hash }: SignedTransaction): Hex | Promise<never> {
  const { devnet } = context
  if (!devnet.settings.throwOnFailure) return hash
  const { block, receipt } = devnet.reader.transaction(hash) ?? {}
  return block?.kind === 'sealed' && receipt?.status === 0 ? refuse(context, receipt) : hash
}

async function refuse({ devnet, profile }: Context, receipt: Receipt): Promise<never> {
  const { hash } = receipt.transaction
  // Names of sources are for who develops.
  const runAgain =
    profile === 'devnet' ? (hooks: TraceHooks) => watchAgain(devnet, hash, hooks) : undefined
  throw (
    (await devnet.hooks.failureOf?.(receipt, runAgain)) ??
    new RpcError(-32000, `the transaction ${hash} has failed`, bytesToHex(receipt.output))
  )
}

/** Spec: EIP-7966. */
export const sendRawTransactionSync = defineMethod({
  name: 'eth_sendRawTransactionSync',
  sends: true,
  summary:
    'Adds a signed transaction to the pool and returns its receipt once it is pre-confirmed; waits 6 s or the given ms.',
  params: v.strictTuple([data, v.optional(wait)]),
  handler: (context, [bytes, timeout]) =>
    sendSync(context, timeout, () => context.devnet.submit(bytes, context.page)),
})

/** Sends as bundlers do on rollups: the conditions are checked once, before the transaction is accepted. */
export const sendRawTransactionConditional = defineMethod({
  name: 'eth_sendRawTransactionConditional',
  sends: true,
  summary:
    'Adds a signed transaction to the pool if block number, time and storage at `latest` meet its conditions.',
  params: v.strictTuple([data, conditional]),
  handler: async ({ devnet, reader, page }, [bytes, conditions]) => {
    checkConditional(conditions, reader.head)
    return (await devnet.submit(bytes, page)).hash
  },
})

/** Spec: execution-apis `eth_sendTransaction`. */
const sendTransaction = defineMethod({
  name: 'eth_sendTransaction',
  sends: true,
  summary: 'Fills, signs and submits a transaction of a devnet account.',
  signs: true,
  params: v.strictTuple([transactionRequest]),
  handler: async (context, [request]) => hashOf(context, await context.devnet.send(request)),
})

/** Anvil's `eth_sendTransactionSync`, with the timeout of EIP-7966. */
const sendTransactionSync = defineMethod({
  name: 'eth_sendTransactionSync',
  sends: true,
  summary: 'As `eth_sendTransaction`, and returns the receipt once it is pre-confirmed.',
  signs: true,
  params: v.strictTuple([transactionRequest, v.optional(wait)]),
  handler: (context, [request, timeout]) =>
    sendSync(context, timeout, () => context.devnet.send(request)),
})

/** Anvil's; viem's test action of this name. */
const sendUnsignedTransaction = defineMethod({
  name: 'eth_sendUnsignedTransaction',
  sends: true,
  summary: 'Fills and submits a transaction from any address, without key or impersonation.',
  signs: true,
  params: v.strictTuple([transactionRequest]),
  handler: async ({ devnet }, [request]) => {
    const { from } = request
    if (from === undefined) throw invalidArgument(0, 'from: missing value for required field')
    return (await devnet.send(request, { address: from })).hash
  },
})

/** Answers as geth does. */
const resend = defineMethod({
  name: 'eth_resend',
  sends: true,
  summary: 'Replaces the gas price and gas limit of a pooled transaction.',
  signs: true,
  params: v.strictTuple([transactionRequest, v.optional(quantity256), v.optional(quantity64)]),
  handler: async ({ devnet }, [request, gasPrice, gas]) =>
    (await replace(devnet, request, { gasPrice, gas })).hash,
})

/** Spec: execution-apis `eth_fillTransaction`; `raw` is geth's. */
const fillTransaction = defineMethod({
  name: 'eth_fillTransaction',
  summary: 'Fills in the nonce, gas, fees, chain id and type of a transaction.',
  params: v.strictTuple([transactionRequest]),
  handler: async ({ devnet, reader }, [given]) => {
    const request = await completeBlobs(given, () => nextCommon(reader))
    const { machines, suggestedTip: tip } = devnet
    const { gasPrice, compatRules } = devnet.settings
    const { filledBaseFees: baseFees, filled } = compatRules
    const isWhole = filled === 'whole'
    const from = request.from ?? devnet.keyring.defaultSender
    const createsNothing = compatRules.emptyCreations === 'taken'
    const deps = {
      reader,
      machines,
      tip,
      gasPrice,
      baseFees,
      createsNothing,
      hasUnlimitedFunds: isWhole,
    }
    const wanted = isWhole ? withOneKindOfFees(request) : request
    const envelope = await fill(deps, { ...wanted, from })
    const answer = isWhole ? formatFilledAsSent(envelope, from) : formatFilled(envelope)
    const { sidecar } = request
    if (sidecar === undefined) return answer
    const raw = bytesWithBlobs(hexToBytes(answer.raw), sidecar, envelope.common)
    return { raw: bytesToHex(raw), tx: { ...answer.tx, ...formatBlobs(sidecar) } }
  },
})

/**
 * Chooses fees as Anvil does: a gas price makes a transaction of type 0, whatever else it offers; without one it is of
 * no old type.
 */
function withOneKindOfFees(request: CallRequest): CallRequest {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, type, ...rest } = request
  if (gasPrice !== undefined) return { ...rest, gasPrice }
  const isOld = type === 0 || type === 1
  return { ...rest, maxFeePerGas, maxPriorityFeePerGas, type: isOld ? undefined : type }
}

export const ethSendMethods: readonly Method[] = [
  fillTransaction,
  resend,
  sendRawTransaction,
  sendRawTransactionConditional,
  sendRawTransactionSync,
  sendTransaction,
  sendTransactionSync,
  sendUnsignedTransaction,
]
