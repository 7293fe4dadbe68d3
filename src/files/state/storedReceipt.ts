import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { sentBy } from '../../ethereumjs/transaction/signFeeMarket.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { logsBloom } from '../../execution/rules/receipt.ts'
import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import type { Log, OpStackReceipt, Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { JsonReader } from '../jsonReader.ts'
import type { Section } from '../section.ts'

/** A receipt without what follows from those before it. */
export type StoredReceipt = Omit<Receipt, 'index' | 'cumulativeGasUsed' | 'firstLogIndex'>

/** What is written of a receipt: what follows from its block is left out. */
export function storedReceipt(receipt: Receipt): object {
  const { transaction, index, cumulativeGasUsed, firstLogIndex, logsBloom: _, ...rest } = receipt
  const { logs, output, ...fields } = rest
  return {
    hash: transaction.hash,
    sender: transaction.sender.bytes,
    isImpersonated: transaction.isImpersonated,
    ...fields,
    logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    output: output.length === 0 ? undefined : output,
  }
}

/** Reads what `storedReceipt` wrote. */
export function receiptOf(section: Section, transaction: SignedTransaction): StoredReceipt {
  const logs = section.sections('logs').map(logOf)
  const required = (key: string): bigint =>
    section.number(key) ?? section.refuse(key, 'give a whole number')
  return {
    transaction,
    status: required('status') === 0n ? 0 : 1,
    gasUsed: required('gasUsed'),
    effectiveGasPrice: required('effectiveGasPrice'),
    contractAddress: section.bytes('contractAddress', 20),
    logs,
    logsBloom: logsBloom(logs),
    blobGasUsed: section.number('blobGasUsed'),
    blobGasPrice: section.number('blobGasPrice'),
    stateRoot: section.bytes('stateRoot', 32),
    opStack: opStackReceiptOf(section.section('opStack')),
    output: section.bytes('output') ?? new Uint8Array(),
    failure: section.text('failure'),
    printed: section.pieces('printed'),
    called: section.pieces('called', 20),
  }
}

function opStackReceiptOf(section: Section | undefined): OpStackReceipt | undefined {
  if (section === undefined) return undefined
  const l1 = section.section('l1')
  if (l1 === undefined) return { depositNonce: section.number('depositNonce') }
  const named = l1.keys.map((key) => [key, l1.number(key)] as const)
  // What is read is what `storedReceipt` wrote.
  return { l1: Object.fromEntries(named) as unknown as NonNullable<OpStackReceipt['l1']> }
}

/** An event record in any file. */
export function logOf(log: Section): Log {
  return {
    address: log.bytes('address', 20) ?? log.refuse('address', 'give 20 bytes'),
    topics: log.words('topics').map(hexToBytes),
    data: log.bytes('data') ?? new Uint8Array(),
  }
}

/** The receipts of a block, with what follows from those before each. */
export function inBlock(receipts: readonly StoredReceipt[]): readonly Receipt[] {
  let [cumulativeGasUsed, firstLogIndex] = [0n, 0]
  return receipts.map((receipt, index) => {
    cumulativeGasUsed += receipt.gasUsed
    const placed = { ...receipt, index, cumulativeGasUsed, firstLogIndex }
    firstLogIndex += receipt.logs.length
    return placed
  })
}

/** A transaction of a file that ran for a sender who did not sign it, with the hash by which it was known. */
export function unsignedTransaction(
  envelope: TypedTransaction,
  sender: Uint8Array,
  hash: Uint8Array,
): SignedTransaction {
  const address = new Address(sender)
  return {
    hash: bytesToHex(hash),
    sender: address,
    envelope: sentBy(address, envelope),
    raw: envelope.serialize(),
    isImpersonated: true,
  }
}

/** Reads the transaction with its recorded hash and sender: nothing is recovered, and no signature is needed. */
export function transactionOf(section: Section, envelope: TypedTransaction): SignedTransaction {
  const hash = section.bytes('hash', 32) ?? section.refuse('hash', 'give 32 bytes')
  const sender = section.bytes('sender', 20) ?? section.refuse('sender', 'give 20 bytes')
  if (section.flag('isImpersonated') === true) return unsignedTransaction(envelope, sender, hash)
  const raw = envelope.serialize()
  const nonce = section.section('opStack')?.number('depositNonce')
  const deposit = opStackOf(envelope.common)?.decode(raw, envelope.common, nonce)
  if (deposit !== undefined) return deposit
  return { hash: bytesToHex(hash), sender: new Address(sender), envelope, raw }
}

/** The objects of an array. */
export async function sectionsOf(json: JsonReader): Promise<readonly Section[]> {
  const sections: Section[] = []
  await json.array(async () => sections.push(await json.section()))
  return sections
}
