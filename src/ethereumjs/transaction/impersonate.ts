import type { TypedTransaction } from '@ethereumjs/tx'
import type { Account, Address } from '@ethereumjs/util'
import { bytesToBigInt, KECCAK256_NULL } from '@ethereumjs/util'
import { bytesToHex } from '../../lib/hex.ts'
import type { MutableState } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'

/**
 * A transaction as if `sender` had signed it. Nobody could have made its signature: r is the
 * sender, which keeps hashes apart, and s is 1.
 */
export function impersonated(envelope: TypedTransaction, sender: Address): SignedTransaction {
  const parity = envelope.type === 0 ? 27n : 0n
  const marked = envelope.addSignature(parity, bytesToBigInt(sender.bytes) || 1n, 1n)
  const sent = sentBy(sender, marked)
  return {
    hash: bytesToHex(marked.hash()),
    sender,
    envelope: sent,
    raw: marked.serialize(),
    isImpersonated: true,
  }
}

/** The transaction with a sender that its signature does not give; it counts as signed. */
export function sentBy(sender: Address, envelope: TypedTransaction): TypedTransaction {
  return Object.create(envelope, {
    getSenderAddress: { value: () => sender },
    isSigned: { value: () => true },
  })
}

/**
 * Lets the next transaction of `sender` run although there is code at its address (EIP-3607): the
 * account that EthereumJS looks at first seems to have none, until it has been looked at.
 */
export function admitContract(state: MutableState, sender: Address): void {
  const read = state.getAccount.bind(state)
  state.getAccount = async (address) => {
    const account = await read(address)
    if (account === undefined || !address.equals(sender)) return account
    state.getAccount = read
    return lookingEmptyOnce(account)
  }
}

function lookingEmptyOnce(account: Account): Account {
  const { codeHash } = account
  Object.defineProperty(account, 'codeHash', {
    configurable: true,
    get: () => {
      Object.defineProperty(account, 'codeHash', { value: codeHash, writable: true })
      return KECCAK256_NULL
    },
  })
  return account
}
