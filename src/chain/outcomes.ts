import { logsBloom } from '../execution/rules/receipt.ts'
import { inBlock } from '../files/state/storedReceipt.ts'
import { bytesToBigInt, hexToBytes } from '../lib/hex.ts'
import { type RlpItem, type RlpTree, readRlp, viewRlp } from '../lib/rlp.ts'
import type { Log, OpStackReceipt, Receipt, SignedTransaction } from '../types/transaction.ts'
import { bytesOf, type Stored, stored } from './memoryDatabase.ts'

/** What of a transaction its envelope does not say, and what came of it, but what follows from others. */
export interface Outcome {
  /** 20 bytes: kept, as to recover it takes long. */
  readonly sender: Uint8Array
  /** The hash of an unsigned transaction (its sender is impersonated), which its encoding does not determine. */
  readonly hash: Uint8Array | undefined
  readonly sidecar: Uint8Array | undefined
  readonly receipt: Omit<Receipt, 'transaction' | 'index' | 'cumulativeGasUsed' | 'firstLogIndex'>
}

/** What is beside the transactions of a block: senders, sidecars and receipts. RLP of a list of lists. */
export function encodeOutcomes(receipts: readonly Receipt[]): Stored {
  return stored(viewRlp(receipts.map(itemsOf)))
}

/** Reads what `encodeOutcomes` wrote. */
export function decodeOutcomes(encoded: Stored): readonly Outcome[] {
  return (readRlp(bytesOf(encoded)) as readonly (readonly RlpTree[])[]).map(outcomeOf)
}

/** The receipts of outcomes, which follow each other. */
export function receiptsOf(
  outcomes: readonly Outcome[],
  transactions: readonly SignedTransaction[],
): readonly Receipt[] {
  return inBlock(
    outcomes.map(({ receipt }, index) => {
      return { transaction: transactions[index] as SignedTransaction, ...receipt }
    }),
  )
}

/** Sender, status, gas, price, logs and output. */
const usualLength = 6

function itemsOf(receipt: Receipt): RlpItem {
  const { status, gasUsed, effectiveGasPrice, logs, output } = receipt
  const usual = [
    receipt.transaction.sender.bytes,
    BigInt(status),
    gasUsed,
    effectiveGasPrice,
    logs.length === 0 ? logs : logs.map(({ address, topics, data }) => [address, topics, data]),
    output,
  ] as RlpItem[]
  return isUsual(receipt) ? usual : usual.concat(rareItemsOf(receipt))
}

/** Whether there is nothing else to be said: most are such, and what is not written takes no time. */
function isUsual(receipt: Receipt): boolean {
  const { sidecar, isImpersonated } = receipt.transaction
  return (
    !isImpersonated &&
    sidecar === undefined &&
    receipt.contractAddress === undefined &&
    receipt.failure === undefined &&
    receipt.printed === undefined &&
    receipt.called?.length === 0 &&
    receipt.blobGasUsed === undefined &&
    receipt.blobGasPrice === undefined &&
    receipt.stateRoot === undefined &&
    receipt.opStack === undefined
  )
}

function rareItemsOf(receipt: Receipt): RlpItem[] {
  const { hash, sidecar, isImpersonated } = receipt.transaction
  const { failure } = receipt
  return [
    optional(isImpersonated && hexToBytes(hash)),
    optional(sidecar),
    optional(receipt.contractAddress),
    optional(failure === undefined ? undefined : new TextEncoder().encode(failure)),
    optional(receipt.printed),
    optional(receipt.blobGasUsed),
    optional(receipt.blobGasPrice),
    optional(receipt.stateRoot),
    optional(receipt.opStack && opStackItems(receipt.opStack)),
    optional(receipt.called),
  ]
}

/** A list of it, or of nothing. */
function optional(item: RlpItem | undefined): RlpItem {
  return item === undefined ? [] : [item]
}

/** What a row without rare items has in their place: no account was called, the rest is absent. */
const noRareItems: readonly RlpTree[] = [...new Array(9).fill([]), [[]]]

function outcomeOf(items: readonly RlpTree[]): Outcome {
  let at = 0
  const all = items.length === usualLength ? [...items, ...noRareItems] : items
  const next = () => all[at++] as RlpTree
  const bytes = () => next() as Uint8Array
  const number = () => bytesToBigInt(bytes())
  const maybe = (): Uint8Array | undefined => (next() as Uint8Array[])[0]
  const maybeNumber = () => {
    const found = maybe()
    return found && bytesToBigInt(found)
  }
  const [sender, status] = [bytes(), number() === 0n ? 0 : 1] as const
  const [gasUsed, effectiveGasPrice] = [number(), number()]
  const logs = (next() as unknown as [Uint8Array, Uint8Array[], Uint8Array][]).map(logOf)
  const [output, hash, sidecar, contractAddress, failure] = [
    bytes(),
    maybe(),
    maybe(),
    maybe(),
    maybe(),
  ]
  const printed = maybe() as readonly Uint8Array[] | undefined
  const [blobGasUsed, blobGasPrice, stateRoot] = [maybeNumber(), maybeNumber(), maybe()]
  const opStack = maybe() as readonly Uint8Array[][] | undefined
  const called = maybe() as readonly Uint8Array[] | undefined
  return {
    sender,
    hash,
    sidecar,
    receipt: {
      status,
      gasUsed,
      effectiveGasPrice,
      ...(contractAddress && { contractAddress }),
      logs,
      logsBloom: logsBloom(logs),
      ...(blobGasUsed !== undefined && { blobGasUsed }),
      ...(blobGasPrice !== undefined && { blobGasPrice }),
      ...(stateRoot && { stateRoot }),
      ...(opStack && { opStack: opStackOfItems(opStack) }),
      output,
      ...(failure && { failure: new TextDecoder().decode(failure) }),
      ...(printed && { printed }),
      ...(called && { called }),
    },
  }
}

function logOf([address, topics, data]: readonly [Uint8Array, Uint8Array[], Uint8Array]): Log {
  return { address, topics, data }
}

/** The members of a receipt of an OP-stack chain, except a deposit's nonce. */
const l1Members = [
  'gasPrice',
  'gasUsed',
  'fee',
  'feeScalar',
  'baseFeeScalar',
  'blobBaseFee',
  'blobBaseFeeScalar',
  'operatorFeeScalar',
  'operatorFeeConstant',
  'daFootprintGasScalar',
] as const

function opStackItems({ depositNonce, l1 }: OpStackReceipt): RlpItem[] {
  return [optional(depositNonce), ...(l1 ? l1Members.map((name) => optional(l1[name])) : [])]
}

function opStackOfItems([nonce, ...members]: readonly Uint8Array[][]): OpStackReceipt {
  const number = (item: readonly Uint8Array[] = []) => item[0] && bytesToBigInt(item[0])
  const depositNonce = number(nonce)
  if (depositNonce !== undefined) return { depositNonce }
  const named = l1Members.map((name, index) => [name, number(members[index])] as const)
  const known = named.filter(([, value]) => value !== undefined)
  return { l1: Object.fromEntries(known) as unknown as NonNullable<OpStackReceipt['l1']> }
}
