import { equalBytes } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'

/** Whether an account sent a transaction that ran here, received it, was created or was called in it. */
export function isInvolved(receipt: Receipt, account: Uint8Array): boolean {
  return everyParty(receipt).some((party) => equalBytes(party, account))
}

function everyParty({ transaction, contractAddress, called = [] }: Receipt): readonly Uint8Array[] {
  const { sender, envelope } = transaction
  const named = envelope.to?.bytes ?? contractAddress
  return named === undefined ? [sender.bytes, ...called] : [sender.bytes, named, ...called]
}

/** The first four bytes of all accounts of a block, without repeats; nothing where not all accounts are known. */
export function accountsOf(receipts: readonly Receipt[]): Uint32Array | undefined {
  const accounts = new Set<number>()
  for (const receipt of receipts) {
    if (receipt.called === undefined) return undefined
    for (const party of everyParty(receipt)) accounts.add(shortened(party))
  }
  return Uint32Array.from(accounts)
}

/** The first four bytes of an address, as a number. */
export function shortened(account: Uint8Array): number {
  const [one = 0, two = 0, three = 0, four = 0] = account
  return ((one << 24) | (two << 16) | (three << 8) | four) >>> 0
}
