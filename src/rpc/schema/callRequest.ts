import * as v from 'valibot'
import { equalBytes, hexToBytes } from '../../lib/hex.ts'
import type { AccessListItem, AuthorizationItem, CallRequest } from '../../types/request.ts'
import { address, bytes32, data, parseAddress, parseData } from './data.ts'
import { field, list, object, shortcut } from './object.ts'
import { currentRules, digitsOf, Problem, type RequestHabits, refined } from './parsed.ts'
import {
  index,
  paddedQuantity,
  parseQuantity,
  quantity64,
  quantity256,
  wholeNumber,
} from './quantity.ts'

/** One of two schemas, by whether the node has the habit. */
function byHabit<
  const without extends v.GenericSchema,
  const having extends v.GenericSchema<unknown, v.InferOutput<without>>,
>(habit: keyof RequestHabits, without: without, having: having) {
  return v.lazy(() => (currentRules().compatRules[habit] ? having : without))
}

const decimal = /^[0-9]{1,78}$/

/**
 * A number of at most `bits` bits as Anvil and Hardhat read it: JSON number, decimal, hex with leading
 * zeros, or nothing, which is 0.
 */
function emptyableQuantity(bits: number) {
  return v.pipe(
    v.union([v.string(), v.number()], 'expected a hex string or a number'),
    refined((value): bigint | Problem => {
      const parsed = typeof value === 'number' ? wholeNumber(value) : numberOf(value)
      if (parsed instanceof Problem || parsed >> BigInt(bits) === 0n) return parsed
      return new Problem(`number > ${bits} bits`)
    }),
  )
}

/** The type of a transaction, read as other numbers are. */
const looseIndex = v.pipe(
  emptyableQuantity(64),
  v.transform((value) => Number(value)),
)

/** What the schema reads, with or without `0x`. */
function unprefixed<const schema extends v.GenericSchema<string, unknown>>(schema: schema) {
  return v.pipe(
    v.string('expected a string'),
    v.transform((text) => (/^0x/i.test(text) ? text : `0x${text}`)),
    schema,
  )
}

/** Digits after leading zeros that no number of 256 bits exceeds. */
const maxDigits = 64

function numberOf(text: string): bigint | Problem {
  if (text === '') return 0n
  if (decimal.test(text)) return BigInt(text)
  const digits = digitsOf(text)
  if (digits instanceof Problem) return digits
  const significant = digits.replace(/^0+/, '')
  if (significant.length > maxDigits) return new Problem('number > 256 bits')
  return BigInt(`0x0${significant}`)
}

/** EIP-2930. */
const accessList = list(
  v.pipe(
    object({ address, storageKeys: field(list(bytes32)) }),
    v.transform((item) => itemOf(item)),
  ),
)

/** The same as Anvil and Hardhat read it: `0x` may be left out. */
const looseAccessList = list(
  v.pipe(
    object({ address: unprefixed(address), storageKeys: field(list(unprefixed(bytes32))) }),
    v.transform((item) => itemOf(item)),
  ),
)

function itemOf(item: {
  readonly address: Uint8Array
  readonly storageKeys?: readonly Uint8Array[] | undefined
}): AccessListItem {
  return [item.address, item.storageKeys ?? []]
}

/** Returns the bytes without leading zeros; 0 is no bytes. */
function bigEndian(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

const padded64 = paddedQuantity(64)
const padded256 = paddedQuantity(256)

/**
 * EIP-7702: signed permissions to set an account's code. Numbers may have leading zeros in every `compat`, as
 * signers give `r` and `s` with 32 bytes.
 */
const authorizationList = list(
  v.pipe(
    object({
      chainId: padded256,
      address,
      nonce: padded64,
      yParity: padded64,
      r: padded256,
      s: padded256,
    }),
    v.transform(
      (signed): AuthorizationItem => [
        bigEndian(signed.chainId),
        signed.address,
        bigEndian(signed.nonce),
        bigEndian(signed.yParity),
        bigEndian(signed.r),
        bigEndian(signed.s),
      ],
    ),
  ),
)

const members = {
  type: field(index),
  from: field(address),
  to: field(address),
  gas: field(quantity64),
  gasPrice: field(quantity256),
  maxFeePerGas: field(quantity256),
  maxPriorityFeePerGas: field(quantity256),
  maxFeePerBlobGas: field(quantity256),
  value: field(quantity256),
  mint: field(quantity256),
  nonce: field(quantity64),
  data: field(data),
  input: field(data),
  chainId: field(quantity256),
  accessList: field(accessList),
  authorizationList: field(authorizationList),
  blobVersionedHashes: field(list(bytes32)),
}

const looseMembers = {
  ...members,
  type: field(looseIndex),
  from: field(unprefixed(address)),
  to: field(unprefixed(address)),
  gas: field(emptyableQuantity(64)),
  gasPrice: field(emptyableQuantity(256)),
  maxFeePerGas: field(emptyableQuantity(256)),
  maxPriorityFeePerGas: field(emptyableQuantity(256)),
  maxFeePerBlobGas: field(emptyableQuantity(256)),
  value: field(emptyableQuantity(256)),
  mint: field(emptyableQuantity(256)),
  nonce: field(emptyableQuantity(64)),
  data: field(unprefixed(data)),
  input: field(unprefixed(data)),
  chainId: field(emptyableQuantity(256)),
  accessList: field(looseAccessList),
}

const withOneInput = refined(
  (request: v.InferOutput<typeof strictRequest>): CallRequest | Problem => {
    const { data: older, input } = request
    if (older !== undefined && input !== undefined && !equalBytes(older, input)) {
      return new Problem(
        'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
      )
    }
    return requestOf(request, input ?? older)
  },
)

const strictRequest = object(members)
const looseRequest = v.pipe(object(looseMembers), withOneInput)

/**
 * A call or a transaction to be completed and signed: execution-apis `GenericTransaction`.
 * Clients send the input as `data`, as `input` or, equal, as both. What numbers and bytes may look
 * like depends on how the parameters are read.
 */
export const callRequest = shortcut(
  plainCall,
  byHabit(
    'looseRequests',
    v.pipe(strictRequest, withOneInput),
    byHabit('gasPriceFirst', looseRequest, v.pipe(looseRequest, v.transform(withOneKindOfFees))),
  ),
)

/** Keeps only the gas price of a request that offers other fees too. */
function withOneKindOfFees(request: CallRequest): CallRequest {
  if (request.gasPrice === undefined) return request
  return { ...request, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }
}

const plain: readonly string[] = ['from', 'to', 'gas', 'value', 'data', 'input']
const unusual = new Set(Object.keys(members).filter((name) => !plain.includes(name)))

/** A call as most are: an account calls another one, with its input once, and maybe gas and wei. */
function plainCall(input: unknown): CallRequest | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const call = input as Readonly<Record<string, unknown>>
  for (const name in call) if (unusual.has(name) && call[name] !== undefined) return undefined
  if (call.data !== undefined && call.input !== undefined) return undefined
  const from = partOf(call.from, parseAddress)
  const to = partOf(call.to, parseAddress)
  const gas = partOf(call.gas, parseGas)
  const value = partOf(call.value, parseWei)
  const bytes = partOf(call.data ?? call.input, parseData)
  const isPlain =
    !(from instanceof Problem) &&
    !(to instanceof Problem) &&
    !(gas instanceof Problem) &&
    !(value instanceof Problem) &&
    !(bytes instanceof Problem)
  return isPlain ? requestOf({ from, to, gas, value }, bytes) : undefined
}

/** Returns requests of one shape, with named members, which is several times faster than spreading the rest. */
function requestOf(request: Omit<CallRequest, 'data'>, bytes: Uint8Array | undefined): CallRequest {
  return {
    type: request.type,
    from: request.from,
    to: request.to,
    gas: request.gas,
    gasPrice: request.gasPrice,
    maxFeePerGas: request.maxFeePerGas,
    maxPriorityFeePerGas: request.maxPriorityFeePerGas,
    maxFeePerBlobGas: request.maxFeePerBlobGas,
    value: request.value,
    mint: request.mint,
    nonce: request.nonce,
    data: bytes,
    chainId: request.chainId,
    accessList: request.accessList,
    authorizationList: request.authorizationList,
    blobVersionedHashes: request.blobVersionedHashes,
  }
}

const parseGas = (text: string) => parseQuantity(text, 64)

const parseWei = (text: string) => parseQuantity(text, 256)

const notAString = new Problem('expected a string')

function partOf<Output>(
  part: unknown,
  parse: (text: string) => Output | Problem,
): Output | Problem | undefined {
  if (part === undefined) return undefined
  return typeof part === 'string' ? parse(part) : notAString
}
