import type { BlockHeader } from '@ethereumjs/block'
import type { ExecResult } from '@ethereumjs/evm'
import type { TypedTransaction } from '@ethereumjs/tx'
import { newBytes } from '../../lib/hex.ts'
import { Memo, remembered } from '../../lib/memo.ts'
import { encodeRlp, type RlpItem, viewRlp } from '../../lib/rlp.ts'
import { type Packed, pack, unpack } from '../../state/trie/packed.ts'
import type { Accesses, GasByKind } from '../../types/execution.ts'
import type { Log, OpStackReceipt, Receipt, SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** 2048 bits. */
const bloomBytes = 256

/** The bloom of no logs. */
export const emptyBloom = new Uint8Array(bloomBytes)

/** The bloom filter over addresses and topics of logs (yellow paper, 4.4.3). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  return logs.length === 0 ? emptyBloom : withLogs(newBytes(bloomBytes), logs)
}

/** What has a bloom of its logs. */
interface Bloomed {
  readonly logs: readonly Log[]
  readonly logsBloom: Uint8Array
}

/** The bloom of what is in `bloom` and in receipts: one of theirs, or a new one. None of them may be changed. */
export function joinBlooms(bloom: Uint8Array, receipts: readonly Bloomed[]): Uint8Array {
  let joined = bloom
  let isNew = false
  for (const { logs, logsBloom } of receipts) {
    if (logs.length === 0) continue
    if (joined === emptyBloom) {
      joined = logsBloom
      continue
    }
    if (!isNew) {
      const copy = newBytes(bloomBytes)
      copy.set(joined)
      joined = copy
      isNew = true
    }
    withLogs(joined, logs)
  }
  return joined
}

function withLogs(bloom: Uint8Array, logs: readonly Log[]): Uint8Array {
  for (const { address, topics } of logs) {
    add(bloom, address)
    for (const topic of topics) add(bloom, topic)
  }
  return bloom
}

function add(bloom: Uint8Array, item: Uint8Array): void {
  const bits = bitsOf(item)
  for (let index = 0; index < bits.length; index++) {
    const bit = bits[index] as number
    const byte = bloomBytes - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] as number) | (1 << (bit & 7))
  }
}

/** The same addresses and topics come again and again. */
const known = new Memo<readonly number[]>(10_000)

/** Three bits: the lowest 11 of each of the first three pairs of bytes of the hash. They often are the same bytes. */
const bitsOf = remembered((item: Uint8Array) => known.get(pack(item), bitsOfPacked))

function bitsOfPacked(item: Packed): readonly number[] {
  const hash = keccak256(unpack(item))
  return [0, 2, 4].map(
    (pair) => (((hash[pair] as number) << 8) | (hash[pair + 1] as number)) & 2047,
  )
}

/** Where in its block a transaction ran. */
export interface Place {
  readonly header: BlockHeader
  readonly index: number
  /** Gas that the transactions before it used. */
  readonly gasUsedBefore: bigint
  /** Logs of the transactions before it. */
  readonly firstLogIndex: number
  readonly called?: Receipt['called']
}

/** What came of a transaction that ran. */
export interface TransactionRun {
  readonly execResult: Pick<ExecResult, 'exceptionError' | 'logs' | 'returnValue'>
  /** After refunds. */
  readonly gasUsed: bigint
  readonly blobGasUsed?: bigint | undefined
  readonly blobGasPrice?: bigint | undefined
  /** State root after the transaction, only before Byzantium. */
  readonly stateRoot?: Uint8Array | undefined
  /** Only on chains of the OP stack. */
  readonly opStack?: OpStackReceipt | undefined
  /** What the ledger of its block gets, where it has one. */
  readonly entry?: { readonly gas: GasByKind; readonly accesses: Accesses } | undefined
  /** The transaction with what it got by running; none: it is as it was sent. */
  readonly transaction?: SignedTransaction | undefined
}

/** The version of a deposit's receipt with a nonce (Canyon, OP stack). */
const depositReceiptVersion = 1n

/** The receipt of a transaction that ran. */
export function createReceipt(sent: SignedTransaction, run: TransactionRun, place: Place): Receipt {
  const { execResult, gasUsed, blobGasUsed, blobGasPrice, stateRoot, opStack } = run
  const { transaction = sent } = run
  const { envelope, sender } = transaction
  const { exceptionError, returnValue } = execResult
  const failure = exceptionError?.error
  const logs = (execResult.logs ?? []).map(
    ([address, topics, data]): Log => ({ address, topics, data }),
  )
  return {
    transaction,
    index: place.index,
    status: failure === undefined ? 1 : 0,
    gasUsed,
    cumulativeGasUsed: place.gasUsedBefore + gasUsed,
    effectiveGasPrice: effectiveGasPrice(envelope, place.header.baseFeePerGas ?? 0n),
    contractAddress:
      envelope.to === undefined ? createAddress(sender.bytes, envelope.nonce) : undefined,
    logs,
    firstLogIndex: place.firstLogIndex,
    logsBloom: logsBloom(logs),
    blobGasUsed,
    blobGasPrice,
    stateRoot,
    opStack,
    output: returnValue,
    failure,
    called: place.called,
  }
}

/** What a unit of gas costs the sender in a block with this base fee, in wei (EIP-1559). */
export function effectiveGasPrice(envelope: TypedTransaction, baseFee: bigint): bigint {
  if (!('maxFeePerGas' in envelope)) return envelope.gasPrice
  const uncapped = baseFee + envelope.maxPriorityFeePerGas
  if (uncapped > envelope.maxFeePerGas) return envelope.maxFeePerGas
  return uncapped
}

/** What the fee recipient got of each unit of gas, in wei; of a deposit nothing, as it pays for none. */
export function tipOf(
  { effectiveGasPrice, opStack }: Pick<Receipt, 'effectiveGasPrice' | 'opStack'>,
  baseFee: bigint,
): bigint {
  return opStack?.depositNonce === undefined ? effectiveGasPrice - baseFee : 0n
}

/** The 20-byte address of a contract that a transaction creates. */
export function createAddress(sender: Uint8Array, nonce: bigint): Uint8Array {
  return keccak256(encodeRlp([sender, nonce])).subarray(12)
}

/** The receipt as it is hashed into the receipts root: RLP with the type before it (EIP-658, EIP-2718). */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  return viewReceipt(receipt).slice()
}

/** The same as `encodeReceipt`; the result is valid until the next encoding. */
export function viewReceipt(receipt: Receipt): Uint8Array {
  const { type } = receipt.transaction.envelope
  const fields: RlpItem[] = [
    receipt.stateRoot ?? BigInt(receipt.status),
    receipt.cumulativeGasUsed,
    receipt.logsBloom,
    receipt.logs.map(({ address, topics, data }) => [address, topics, data]),
  ]
  const depositNonce = receipt.opStack?.depositNonce
  if (depositNonce !== undefined) fields.push(depositNonce, depositReceiptVersion)
  return viewRlp(fields, type === 0 ? undefined : type)
}
