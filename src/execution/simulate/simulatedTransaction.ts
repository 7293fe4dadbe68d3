import type { TypedTransaction } from '@ethereumjs/tx'
import { Address } from '@ethereumjs/util'
import { bytesToHex } from '../../lib/hex.ts'
import { encodeRlp, type RlpItem } from '../../lib/rlp.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256Hex } from '../../wasm/keccak/keccak256.ts'
import type { Message } from '../message.ts'

const nothing = new Uint8Array()

const setCodeType = 4
const blobType = 3
const feeMarketType = 2

/**
 * The transaction that a simulated message would be: of the newest type whose fields it has, or
 * a legacy one when it offers a gas price. Unsigned, and hashed and encoded as such.
 */
export function simulatedTransaction(
  message: Message,
  { chainId, isLegacy }: { chainId: bigint; isLegacy: boolean },
): SignedTransaction {
  const type = isLegacy ? 0 : typeOf(message)
  const raw = encode(message, type, chainId)
  return {
    hash: keccak256Hex(raw),
    sender: new Address(message.from),
    // EthereumJS refuses to make such an object: unsigned, its nonce or gas beyond limits. Its fields are all that is read.
    envelope: envelopeOf(message, type, chainId) as unknown as TypedTransaction,
    raw,
  }
}

function typeOf({ authorizationList, blobVersionedHashes }: Message): number {
  if (authorizationList !== undefined) return setCodeType
  return blobVersionedHashes === undefined ? feeMarketType : blobType
}

function envelopeOf(message: Message, type: number, chainId: bigint) {
  const { nonce, gas: gasLimit, to: target, value, data, gasPrice } = message
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = message
  const to = target && new Address(target)
  const [v, r, s] = [0n, 0n, 0n]
  if (type === 0) return { type, nonce, gasLimit, to, value, data, gasPrice, v, r, s }
  const envelope = {
    type,
    chainId,
    nonce,
    gasLimit,
    to,
    value,
    data,
    accessList,
    maxFeePerGas,
    maxPriorityFeePerGas,
    v,
    r,
    s,
  }
  const { maxFeePerBlobGas, blobVersionedHashes, authorizationList } = message
  if (type === setCodeType) return { ...envelope, authorizationList }
  if (type !== blobType) return envelope
  return {
    ...envelope,
    maxFeePerBlobGas,
    blobVersionedHashes: blobVersionedHashes?.map(bytesToHex),
  }
}

/** Encodes EIP-155, EIP-1559, EIP-4844 or EIP-7702. Zeros stand for v, r and s, as there is no signature. */
function encode(message: Message, type: number, chainId: bigint): Uint8Array {
  const { nonce, gas, to = nothing, value, data, gasPrice } = message
  if (type === 0) return encodeRlp([nonce, gasPrice, gas, to, value, data, 0n, 0n, 0n])
  const { maxPriorityFeePerGas: tip, maxFeePerGas: cap, accessList } = message
  if (type === feeMarketType) {
    const fields = [chainId, nonce, tip, cap, gas, to, value, data, accessList, 0n, 0n, 0n]
    return encodeRlp(fields, type)
  }
  const fields = [chainId, nonce, tip, cap, gas, to, value, data, accessList]
  return encodeRlp([...fields, ...typeItems(message, type), 0n, 0n, 0n], type)
}

function typeItems(message: Message, type: number): readonly RlpItem[] {
  const { maxFeePerBlobGas, blobVersionedHashes = [], authorizationList = [] } = message
  return type === blobType ? [maxFeePerBlobGas, blobVersionedHashes] : [authorizationList]
}
