import * as v from 'valibot'
import { equalBytes, hexToBytes } from '../../lib/hex.ts'
import type { AccessListItem, AuthorizationItem, CallRequest } from '../../types/request.ts'
import { address, bytes32, data, parseAddress, parseData, unprefixed } from './data.ts'
import { field, list, object, shortcut } from './object.ts'
import { currentRules, Problem, type RequestHabits, refined } from './parsed.ts'
import {
  emptyableQuantity,
  index,
  paddedQuantity,
  parseQuantity,
  quantity64,
  quantity256,
} from './quantity.ts'

/** One of two schemas, by whether the node has the habit. */
function byHabit<
  const without extends v.GenericSchema,
  const having extends v.GenericSchema<unknown, v.InferOutput<without>>,
>(habit: keyof RequestHabits, without: without, having: having) {
  return v.lazy(() => (currentRules().compatRules[habit] ? having : without))
}

/** EIP-2930. */
function accessListOf(forms: Pick<Forms, 'address' | 'key'>) {
  return list(
    v.pipe(
      object({ address: forms.address, storageKeys: field(list(forms.key)) }),
      v.transform(({ address, storageKeys = [] }): AccessListItem => [address, storageKeys]),
    ),
  )
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

/** How the numbers and bytes of a request are written. */
interface Forms {
  readonly index: Form<number>
  readonly quantity64: Form<bigint>
  readonly quantity256: Form<bigint>
  readonly address: Form<Uint8Array>
  readonly data: Form<Uint8Array>
  /** A storage key. */
  readonly key: Form<Uint8Array>
}

type Form<Value> = v.GenericSchema<unknown, Value>

/** The forms of the specification. */
const strict: Forms = { index, quantity64, quantity256, address, data, key: bytes32 }

/** The forms that Anvil and Hardhat read. */
const loose: Forms = {
  index: v.pipe(emptyableQuantity(64), v.transform(Number)),
  quantity64: emptyableQuantity(64),
  quantity256: emptyableQuantity(256),
  address: unprefixed(address),
  data: unprefixed(data),
  key: unprefixed(bytes32),
}

function membersIn(forms: Forms) {
  return {
    type: field(forms.index),
    from: field(forms.address),
    to: field(forms.address),
    gas: field(forms.quantity64),
    gasPrice: field(forms.quantity256),
    maxFeePerGas: field(forms.quantity256),
    maxPriorityFeePerGas: field(forms.quantity256),
    maxFeePerBlobGas: field(forms.quantity256),
    value: field(forms.quantity256),
    mint: field(forms.quantity256),
    nonce: field(forms.quantity64),
    data: field(forms.data),
    input: field(forms.data),
    chainId: field(forms.quantity256),
    accessList: field(accessListOf(forms)),
    authorizationList: field(authorizationList),
    blobVersionedHashes: field(list(bytes32)),
  }
}

const members = membersIn(strict)

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
const looseRequest = v.pipe(object(membersIn(loose)), withOneInput)

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
