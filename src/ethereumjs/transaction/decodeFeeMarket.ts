import type { Common } from '@ethereumjs/common'
import { FeeMarket1559Tx } from '@ethereumjs/tx'
import { Address, SECP256K1_ORDER_DIV_2 } from '@ethereumjs/util'
import { bytesToBigInt, bytesToHex } from '../../lib/hex.ts'
import { remembered } from '../../lib/memo.ts'
import { RlpReader } from '../../lib/rlp.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { addressOf, recoverKey } from '../crypto.ts'
import { SharedCommon } from '../protocol/sharedCommon.ts'

const type = 2

/** Bytes that the numbers may have, which is enough for all that is usual. */
const quantityBytes = 6
const feeBytes = 16

/** What a transaction is checked against. */
const rulesOf = remembered((common: SharedCommon) => ({
  isKnown: common.isActivatedEIP(1559),
  chainId: common.chainId(),
  // Under EIP-8037 the cap is on a part of the gas that only execution knows.
  gasCap:
    common.isActivatedEIP(7825) && !common.isActivatedEIP(8037)
      ? common.param('maxTransactionGasLimit')
      : undefined,
  maxInitCode: common.isActivatedEIP(3860) ? common.param('maxInitCodeSize') : undefined,
}))

/** The signature of the transaction that is being decoded. */
const signature = new Uint8Array(64)
const r = signature.subarray(0, 32)
const s = signature.subarray(32)

/**
 * Decodes a signed transaction as most are, and recovers its sender: one with fees of EIP-1559 and without
 * an access list. EthereumJS looks at each field several times and encodes it twice more, which
 * takes as long as the recovery. `undefined` for anything else, and for all that it may refuse.
 */
export function decodeFeeMarket(bytes: Uint8Array, common: Common): SignedTransaction | undefined {
  if (bytes[0] !== type || !(common instanceof SharedCommon)) return undefined
  // What is given may be a part of more.
  const raw = bytes.slice()
  const fields = readFields(raw)
  if (fields === undefined || !isAllowed(fields, common)) return undefined
  const publicKey = signerOf(raw, fields)
  if (publicKey === undefined) return undefined
  return signedBy({ publicKey, address: addressOf(publicKey) }, { raw, fields, common })
}

/** The parts of a transaction put together; its signer is the key's, and is not recovered. */
export function signedBy(
  { publicKey, address }: { readonly publicKey: Uint8Array; readonly address: Uint8Array },
  parts: {
    readonly raw: Uint8Array
    readonly fields: FeeMarketFields & ParitySignature
    readonly common: Common
  },
): SignedTransaction {
  const { raw, fields, common } = parts
  const hash = keccak256(raw)
  const envelope = Object.freeze(new Envelope(fields, common, { hash, senderPubKey: publicKey }))
  return {
    hash: bytesToHex(hash),
    sender: new Address(address),
    envelope: envelope as unknown as FeeMarket1559Tx,
    raw,
  }
}

/** What is signed of a transaction without an access list; prices in wei per gas. */
export interface FeeMarketFields {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gasLimit: bigint
  /** 20 bytes; none creates a contract. */
  readonly to: Uint8Array | undefined
  readonly value: bigint
  readonly data: Uint8Array
}

/** A signature as it stands in a typed transaction. */
export interface ParitySignature {
  readonly parity: bigint
  readonly r: bigint
  readonly s: bigint
}

interface Fields extends FeeMarketFields, ParitySignature {
  /** Where those that are signed start and end in its bytes. */
  readonly start: number
  readonly end: number
}

/** Reads the fields in the order of EIP-1559. */
function readFields(raw: Uint8Array): Fields | undefined {
  const reader = new RlpReader(raw, 1)
  const start = reader.position
  const chainId = reader.number(quantityBytes)
  const nonce = reader.number(quantityBytes)
  const maxPriorityFeePerGas = reader.number(feeBytes)
  const maxFeePerGas = reader.number(feeBytes)
  const gasLimit = reader.number(quantityBytes)
  const to = reader.bytes()
  const value = reader.number(32)
  const data = reader.bytes()
  reader.emptyList()
  const end = reader.position
  const parity = reader.number(1)
  reader.word(r)
  reader.word(s)
  if (reader.isLost || !reader.isAtEnd) return undefined
  return {
    start,
    end,
    chainId,
    nonce,
    maxPriorityFeePerGas,
    maxFeePerGas,
    gasLimit,
    to: to.length === 0 ? undefined : to,
    value,
    data,
    parity,
    r: bytesToBigInt(r),
    s: bytesToBigInt(s),
  }
}

/** Whether EthereumJS takes what is to be signed; numbers are of no more than the bytes above. */
function isSignable(fields: FeeMarketFields, common: SharedCommon): boolean {
  const { isKnown, chainId, gasCap, maxInitCode } = rulesOf(common)
  const { to, data } = fields
  return (
    isKnown &&
    fields.chainId === chainId &&
    (to === undefined
      ? maxInitCode === undefined || data.length <= maxInitCode
      : to.length === 20) &&
    (gasCap === undefined || fields.gasLimit <= gasCap) &&
    fields.maxPriorityFeePerGas <= fields.maxFeePerGas
  )
}

/** The same check for fields that were not read from bytes. */
export function isUsual(fields: FeeMarketFields, common: Common): common is SharedCommon {
  return (
    common instanceof SharedCommon &&
    isSignable(fields, common) &&
    isBelow(fields.nonce, quantityBytes) &&
    isBelow(fields.gasLimit, quantityBytes) &&
    isBelow(fields.maxFeePerGas, feeBytes) &&
    isBelow(fields.value, 32)
  )
}

function isBelow(number: bigint, bytes: number): boolean {
  return number >> BigInt(8 * bytes) === 0n
}

function isAllowed(fields: Fields, common: SharedCommon): boolean {
  return (
    isSignable(fields, common) &&
    fields.parity <= 1n &&
    fields.r > 0n &&
    fields.s > 0n &&
    // EIP-2.
    fields.s <= SECP256K1_ORDER_DIV_2
  )
}

/** The key whose signature it is. */
function signerOf(raw: Uint8Array, { start, end, parity }: Fields): Uint8Array | undefined {
  try {
    return recoverKey(keccak256(signedPart(raw, start, end)), signature, Number(parity))
  } catch {
    return undefined
  }
}

/** The bytes that are signed: the type and a list of the fields between `start` and `end`. */
function signedPart(raw: Uint8Array, start: number, end: number): Uint8Array {
  const part = raw.slice(0, end)
  // The header of the shorter list is never longer.
  let at = start
  const length = end - start
  if (length <= 55) {
    part[--at] = 0xc0 + length
  } else {
    for (let rest = length; rest > 0; rest >>>= 8) part[--at] = rest & 255
    const lengthBytes = start - at
    part[--at] = 0xf7 + lengthBytes
  }
  part[--at] = type
  return part.subarray(at)
}

/** An object as those of EthereumJS, made without looking at each field again. */
class Envelope {
  readonly type = type
  readonly cache: FeeMarket1559Tx['cache']
  readonly activeCapabilities = [1559, 2718, 2930]
  readonly common: Common
  readonly txOptions: { readonly common: Common }
  readonly to: Address | undefined
  readonly nonce: bigint
  readonly gasLimit: bigint
  readonly value: bigint
  readonly data: Uint8Array
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
  readonly chainId: bigint
  readonly accessList = []
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint

  constructor(
    fields: FeeMarketFields & ParitySignature,
    common: Common,
    cache: FeeMarket1559Tx['cache'],
  ) {
    this.cache = cache
    this.common = common
    this.txOptions = { common }
    this.to = fields.to && new Address(fields.to)
    this.nonce = fields.nonce
    this.gasLimit = fields.gasLimit
    this.value = fields.value
    this.data = fields.data
    this.v = fields.parity
    this.r = fields.r
    this.s = fields.s
    this.chainId = fields.chainId
    this.maxFeePerGas = fields.maxFeePerGas
    this.maxPriorityFeePerGas = fields.maxPriorityFeePerGas
  }
}
// One of them is an instance of the class of EthereumJS, with its methods.
Object.setPrototypeOf(Envelope.prototype, FeeMarket1559Tx.prototype)
Reflect.deleteProperty(Envelope.prototype, 'constructor')
