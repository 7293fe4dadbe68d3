import { equalBytes } from '../../lib/hex.ts'
import { readRlp } from '../../lib/rlp.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'

/**
 * Whether an account sent a transaction that ran here, received it, was created or was called in it. Decodes no
 * envelope: that takes longer than all the rest of a search.
 */
export function isInvolved(receipt: Receipt, account: Uint8Array): boolean {
  const { transaction, contractAddress, called = [] } = receipt
  return (
    equalBytes(transaction.sender.bytes, account) ||
    (contractAddress !== undefined && equalBytes(contractAddress, account)) ||
    called.some((party) => equalBytes(party, account)) ||
    isRecipient(transaction, account)
  )
}

/** The place of the recipient among the fields of a transaction, by its type. */
const recipientAt = [3, 4, 5, 5, 5]

function isRecipient(transaction: SignedTransaction, account: Uint8Array): boolean {
  const { raw } = transaction
  const [first = 0] = raw
  const isLegacy = first >= 0xc0
  const at = recipientAt[isLegacy ? 0 : first]
  const fields = at === undefined ? undefined : readRlp(isLegacy ? raw : raw.subarray(1))
  const to = Array.isArray(fields) ? fields[at ?? 0] : transaction.envelope.to?.bytes
  return to instanceof Uint8Array && equalBytes(to, account)
}

function everyParty({ transaction, contractAddress, called = [] }: Receipt): readonly Uint8Array[] {
  const { sender, envelope } = transaction
  const named = envelope.to?.bytes ?? contractAddress
  return named === undefined ? [sender.bytes, ...called] : [sender.bytes, named, ...called]
}

/** The last four bytes of all accounts of a block, without repeats; nothing where not all accounts are known. */
export function accountsOf(receipts: readonly Receipt[]): Uint32Array | undefined {
  const accounts = new Set<number>()
  for (const receipt of receipts) {
    if (receipt.called === undefined) return undefined
    for (const party of everyParty(receipt)) accounts.add(shortened(party))
  }
  return Uint32Array.from(accounts)
}

/** The last four bytes of an address, as a number: precompiles and predeploys differ there alone. */
export function shortened(account: Uint8Array): number {
  const [one = 0, two = 0, three = 0, four = 0] = account.subarray(-4)
  return ((one << 24) | (two << 16) | (three << 8) | four) >>> 0
}
