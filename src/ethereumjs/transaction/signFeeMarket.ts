import type { Common } from '@ethereumjs/common'
import type { TypedTransaction } from '@ethereumjs/tx'
import { type Account, type Address, KECCAK256_NULL } from '@ethereumjs/util'
import { bytesToBigInt, bytesToHex } from '../../lib/hex.ts'
import { encodeItems, encodeRlp, viewRlp } from '../../lib/rlp.ts'
import type { MutableState } from '../../types/state.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addressOfKey, publicKeyOf, signHash } from '../crypto.ts'
import { type FeeMarketFields, isUsual, signedBy } from './decodeFeeMarket.ts'

const type = 2

const noBytes = new Uint8Array()
const noAccessList: readonly never[] = []

/**
 * Signs what most requests are completed to: a transaction with fees of EIP-1559 and without an access list.
 * The same with EthereumJS's objects takes twice as long as to sign. `undefined` for all that EthereumJS may
 * refuse, so that it says why.
 */
export function signFeeMarket(
  fields: FeeMarketFields,
  privateKey: Uint8Array,
  common: Common,
): SignedTransaction | undefined {
  if (!isUsual(fields, common)) return undefined
  const unsigned = encodeItems([
    fields.chainId,
    fields.nonce,
    fields.maxPriorityFeePerGas,
    fields.maxFeePerGas,
    fields.gasLimit,
    fields.to ?? noBytes,
    fields.value,
    fields.data,
    noAccessList,
  ])
  const { bytes, recovery } = signHash(keccak256(viewRlp([unsigned], type)), privateKey)
  const parity = BigInt(recovery)
  const [rBytes, sBytes] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const signer = { publicKey: publicKeyOf(privateKey), address: addressOfKey(privateKey) }
  // Named one by one, as all such objects that a transaction passes: to spread them takes many times as long.
  const signed = {
    chainId: fields.chainId,
    nonce: fields.nonce,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
    maxFeePerGas: fields.maxFeePerGas,
    gasLimit: fields.gasLimit,
    to: fields.to,
    value: fields.value,
    data: fields.data,
    parity,
    r: bytesToBigInt(rBytes),
    s: bytesToBigInt(sBytes),
  }
  const raw = encodeRlp([unsigned, parity, trimmed(rBytes), trimmed(sBytes)], type)
  return signedBy(signer, { raw, fields: signed, common })
}

/** The bytes of a number without zeros in front. */
function trimmed(number: Uint8Array): Uint8Array {
  let start = 0
  while (number[start] === 0) start++
  return start === 0 ? number : number.subarray(start)
}

/**
 * Returns a transaction as if `sender` had signed it. No key can have made its signature: r is the sender, which keeps
 * hashes apart, and s is 1.
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
