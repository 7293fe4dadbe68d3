import { RLP } from '@ethereumjs/rlp'
import type { TypedTransaction } from '@ethereumjs/tx'
import { Address, bigIntToUnpaddedBytes } from '@ethereumjs/util'
import { keccak256 } from '../../evm/crypto.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Message } from '../message.ts'

type RlpItem = Uint8Array | RlpItem[]

/** What stands for a signature that nobody has made: v, r and s are zero. */
const noSignature: readonly RlpItem[] = [new Uint8Array(), new Uint8Array(), new Uint8Array()]

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
    hash: bytesToHex(keccak256(raw)),
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
  const { nonce, gas, to, value, data, gasPrice } = message
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = message
  const fields = {
    type,
    nonce,
    gasLimit: gas,
    to: to && new Address(to),
    value,
    data,
    v: 0n,
    r: 0n,
    s: 0n,
  }
  if (type === 0) return { ...fields, gasPrice }
  return {
    ...fields,
    chainId,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    ...(type === blobType && {
      maxFeePerBlobGas: message.maxFeePerBlobGas,
      blobVersionedHashes: message.blobVersionedHashes?.map(bytesToHex),
    }),
    ...(type === setCodeType && { authorizationList: message.authorizationList }),
  }
}

/** EIP-155, EIP-1559, EIP-4844, EIP-7702. */
function encode(message: Message, type: number, chainId: bigint): Uint8Array {
  const { nonce, gas, to = new Uint8Array(), value, data, gasPrice } = message
  const target = [number(gas), to, number(value), data]
  if (type === 0) {
    return RLP.encode([number(nonce), number(gasPrice), ...target, ...noSignature])
  }
  const payload = RLP.encode([
    number(chainId),
    number(nonce),
    number(message.maxPriorityFeePerGas),
    number(message.maxFeePerGas),
    ...target,
    message.accessList.map(([address, storageKeys]) => [address, [...storageKeys]]),
    ...typeItems(message, type),
    ...noSignature,
  ])
  const encoded = new Uint8Array(1 + payload.length)
  encoded[0] = type
  encoded.set(payload, 1)
  return encoded
}

function typeItems(message: Message, type: number): RlpItem[] {
  const { maxFeePerBlobGas, blobVersionedHashes = [], authorizationList = [] } = message
  if (type === blobType) return [number(maxFeePerBlobGas), [...blobVersionedHashes]]
  if (type === setCodeType) return [authorizationList.map((authorization) => [...authorization])]
  return []
}

function number(value: bigint): Uint8Array {
  return bigIntToUnpaddedBytes(value)
}
