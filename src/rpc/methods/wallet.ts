import * as v from 'valibot'
import type { CallBatch } from '../../devnet/submit/callBatches.ts'
import { ExecutionFailed, ExecutionReverted } from '../../execution/executionErrors.ts'
import { bytesToHex, type Hex, hexToBytes, quantity } from '../../lib/hex.ts'
import { cutText } from '../../lib/text.ts'
import type { CallRequest } from '../../types/request.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { clientOf } from '../connection.ts'
import { formatReceipt } from '../format/receipt.ts'
import { type Context, defineMethod, type Method } from '../method.ts'
import { invalidParams, RpcError } from '../rpcError.ts'
import { address, data } from '../schema/data.ts'
import { field, list, object } from '../schema/object.ts'
import { quantity64, quantity256 } from '../schema/quantity.ts'

/** The version of EIP-5792's requests and answers. */
const batchVersion = '2.0.0'

/** EIP-5792's errors. */
const refusals = {
  unsupportedCapability: { code: 5700, words: 'unsupported capability' },
  unsupportedChain: { code: 5710, words: 'unsupported chain id' },
  duplicateId: { code: 5720, words: 'duplicate id' },
  unknownId: { code: 5730, words: 'unknown id of calls' },
  atomicityNotSupported: { code: 5760, words: 'atomicity is not supported' },
} as const

function refusal(kind: keyof typeof refusals, detail: string): RpcError {
  const { code, words } = refusals[kind]
  return new RpcError(code, `${words}: ${cutText(detail)}`)
}

/** EIP-5792's: not all are in blocks yet; all are; none is or will be; all have failed; some have. */
const status = { pending: 100, confirmed: 200, dropped: 400, reverted: 500, partial: 600 } as const

/** Spec: EIP-5792. */
const getCallsStatus = defineMethod({
  name: 'wallet_getCallsStatus',
  summary: 'Status of calls sent by `wallet_sendCalls`, with their receipts.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet, reader }, [id]) => {
    const batch = devnet.callBatches.find(id)
    if (batch === undefined) throw refusal('unknownId', `"${id}"`)
    const receipts = batch.hashes.flatMap((hash) => receiptOf(reader, hash) ?? [])
    return {
      version: batchVersion,
      id,
      chainId: quantity(devnet.protocol.chainId),
      status: statusOf(batch, receipts, devnet),
      atomic: false,
      receipts,
    }
  },
})

type BatchReceipt = NonNullable<ReturnType<typeof receiptOf>>

function statusOf(
  { hashes, unsent }: CallBatch,
  receipts: readonly BatchReceipt[],
  { statuses }: Context['devnet'],
): number {
  const gone = hashes.filter((hash) => {
    const { status } = statuses.find(hash)
    return status === 'dropped' || status === 'unknown'
  }).length
  if (receipts.length + gone < hashes.length || hashes.length === 0) return status.pending
  const succeeded = receipts.filter((receipt) => receipt.status === '0x1').length
  if (receipts.length === 0) return status.dropped
  if (succeeded === 0) return status.reverted
  return succeeded === hashes.length + unsent ? status.confirmed : status.partial
}

/** What EIP-5792 asks for of a receipt, as soon as the transaction is pre-confirmed. */
function receiptOf(reader: Context['reader'], hash: CallBatch['hashes'][number]) {
  const located = reader.transaction(hash)
  if (located?.block === undefined) return undefined
  const formatted = formatReceipt(located.receipt, located.block)
  return {
    logs: formatted.logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status: quantity(located.receipt.status),
    blockHash: formatted.blockHash,
    blockNumber: formatted.blockNumber,
    gasUsed: formatted.gasUsed,
    transactionHash: hash,
  }
}

/** Spec: EIP-5792. */
const getCapabilities = defineMethod({
  name: 'wallet_getCapabilities',
  summary: 'Capabilities of `wallet_sendCalls`: calls run in sequence, not atomically.',
  params: v.strictTuple([field(address), field(list(quantity64))]),
  handler: ({ devnet }, [, chainIds]) => {
    const { chainId } = devnet.protocol
    if (chainIds !== undefined && !chainIds.includes(chainId)) return {}
    return { [quantity(chainId)]: { atomic: { status: 'unsupported' } } }
  },
})

const capabilities = field(
  v.record(v.string(), object({ optional: field(v.boolean('expected a boolean')) })),
)

const call = object({
  to: field(address),
  data: field(data),
  value: field(quantity256),
  capabilities,
})

const batch = object({
  version: v.string('expected a string'),
  id: field(
    v.pipe(v.string('expected a string'), v.maxLength(4096, 'longer than 4096 characters')),
  ),
  from: field(address),
  chainId: quantity64,
  atomicRequired: field(v.boolean('expected a boolean')),
  calls: list(call),
  capabilities,
})

type Batch = v.InferOutput<typeof batch>

/** Spec: EIP-5792. */
const sendCalls = defineMethod({
  name: 'wallet_sendCalls',
  summary: 'Sends calls in sequence, each as a transaction; returns one id.',
  signs: true,
  params: v.strictTuple([batch]),
  handler: async ({ devnet, reader, connection, page }, [request]) => {
    check(request, devnet.protocol.chainId)
    const { callBatches } = devnet
    const { id, calls } = request
    if (id !== undefined) {
      if (callBatches.find(id) !== undefined) throw refusal('duplicateId', `"${id}" is taken`)
      callBatches.set(id, { hashes: [], unsent: calls.length })
    }
    const from = request.from ?? firstAccount(devnet)
    const hashes: Hex[] = []
    try {
      for (const { to, data, value } of calls) {
        const sent = { from, to, data, value }
        const { hash } = await (hashes.length === 0
          ? devnet.send(sent)
          : sendAfterOthers({ devnet, reader }, sent, calls.length))
        hashes.push(hash)
        const client = clientOf(connection, page)
        devnet.statuses.sent(hash, { method: 'wallet_sendCalls', client })
      }
    } catch (error) {
      // Sent calls stay sent: the status reports that the rest was not.
      if (hashes.length === 0) {
        if (id !== undefined) callBatches.delete(id)
        throw error
      }
    }
    const named = id ?? idOf(hashes)
    callBatches.set(named, { hashes, unsent: calls.length - hashes.length })
    return { id: named }
  },
})

function check({ version, chainId, atomicRequired, calls, ...request }: Batch, own: bigint): void {
  if (version !== batchVersion) {
    throw invalidParams(`version "${cutText(version)}" is not served: ask for "${batchVersion}"`)
  }
  if (chainId !== own) {
    throw refusal('unsupportedChain', `${quantity(chainId)}: this is chain ${quantity(own)}`)
  }
  if (calls.length === 0) throw invalidParams('there are no calls to send')
  if (atomicRequired === true) {
    throw refusal(
      'atomicityNotSupported',
      'calls are transactions of their own: leave out atomicRequired',
    )
  }
  for (const { capabilities = {} } of [request, ...calls]) {
    for (const [name, { optional }] of Object.entries(capabilities)) {
      if (optional !== true) throw refusal('unsupportedCapability', `"${name}" is not optional`)
    }
  }
}

/** Equal for equal transactions, so that it is equal in equal runs. */
function idOf(hashes: readonly Hex[]): Hex {
  return bytesToHex(keccak256(hexToBytes(hashes.map((hash) => hash.slice(2)).join(''))))
}

function firstAccount({ keyring }: Context['devnet']): Uint8Array {
  const [first] = keyring.unlocked()
  if (first === undefined) throw new RpcError(-32000, 'no account is unlocked: name one in from')
  return hexToBytes(first)
}

/** What fails, maybe only as the calls before it are in no block yet, gets its share of a block's gas. */
async function sendAfterOthers(
  { devnet, reader }: Pick<Context, 'devnet' | 'reader'>,
  request: CallRequest,
  callCount: number,
): Promise<SignedTransaction> {
  try {
    return await devnet.send(request)
  } catch (error) {
    if (!(error instanceof ExecutionReverted || error instanceof ExecutionFailed)) throw error
    const { header } = await reader.context({ tag: 'pending' })
    return devnet.send({ ...request, gas: header.gasLimit / BigInt(callCount) })
  }
}

/** EIP-3326's code for a chain that the wallet does not have. */
const unrecognizedChain = 4902

/** Spec: EIP-3326. */
const switchEthereumChain = defineMethod({
  name: 'wallet_switchEthereumChain',
  summary: "Returns `null` for the devnet's chain id; any other is an error.",
  params: v.strictTuple([object({ chainId: quantity64 })]),
  handler: ({ devnet }, [{ chainId }]) => {
    if (chainId === devnet.protocol.chainId) return null
    throw new RpcError(
      unrecognizedChain,
      `Unrecognized chain ID ${quantity(chainId)}: this is chain ${quantity(devnet.protocol.chainId)}`,
    )
  },
})

/** Methods that wallets have. */
export const walletMethods: readonly Method[] = [
  switchEthereumChain,
  sendCalls,
  getCallsStatus,
  getCapabilities,
]
