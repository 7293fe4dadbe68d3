import type { Abi as ViemAbi } from 'viem'
import {
  decodeAbiParameters,
  decodeErrorResult,
  decodeEventLog,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  formatAbiItem,
  keccak256,
  parseAbi as parseSignatures,
  stringToBytes,
  toEventSelector,
  toFunctionSelector,
  decodeFunctionData as viemDecodeFunctionData,
  decodeFunctionResult as viemDecodeFunctionResult,
} from 'viem/utils'
import type { Hex } from '../lib/hex.ts'
import type { Abi, AbiItem } from '../types/solidity/contract.ts'

// What the rest of the project needs of viem's ABI coder. It is bundled and takes a while to load:
// the core imports this file by `await import` where it needs it.

/** Something that an ABI does not allow: an unknown name, arguments of other types, data of something else. */
export class AbiError extends Error {
  override readonly name = 'AbiError'
}

/** What a call, an event or an error says. */
export interface Decoded {
  readonly name: string
  readonly item: AbiItem
  /** One for each input, in their order. */
  readonly args: readonly unknown[]
}

/** A log as far as decoding needs it. */
export interface EncodedLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** The ABI of signatures as people write them: `function transfer(address to, uint256 value) returns (bool)`. */
export function parseAbi(signatures: readonly string[]): Abi {
  return inOurWords(() => parseSignatures(signatures as readonly string[] as never) as Abi)
}

/** Init code with the encoded arguments of the constructor after it. */
export function encodeDeploy(abi: Abi, bytecode: Hex, args: readonly unknown[] = []): Hex {
  return inOurWords(() => encodeDeployData({ abi: abi as ViemAbi, bytecode, args } as never))
}

/**
 * Data of a call. The function is a name, or its signature such as `mint(address,uint256)` where a
 * contract has several of that name that the arguments do not distinguish.
 */
export function encodeFunction(abi: Abi, functionName: string, args: readonly unknown[] = []): Hex {
  return inOurWords(() => encodeFunctionData({ abi: chosen(abi, functionName), args } as never))
}

/** What a function returned: nothing, one value, or an array of several. */
export function decodeFunctionResult(abi: Abi, functionName: string, data: Hex): unknown {
  return inOurWords(() =>
    viemDecodeFunctionResult({ abi: chosen(abi, functionName), data } as never),
  )
}

/** Values encoded one after another, as constructors and `abi.encode` take them. */
export function encodeParameters(types: AbiItem['inputs'], values: readonly unknown[]): Hex {
  return inOurWords(() => encodeAbiParameters((types ?? []) as never, values as never))
}

/** Values that were encoded one after another. Throws an `AbiError`. */
export function decodeParameters(types: AbiItem['inputs'], data: Hex): readonly unknown[] {
  if (types === undefined || types.length === 0) return []
  return inOurWords(() => decodeAbiParameters(types as never, data) as readonly unknown[])
}

/** Which function is called with what; none when the ABI has none that such data are for. */
export function decodeFunction(abi: Abi, data: Hex): Decoded | undefined {
  return decodeBy(
    abi.filter((item) => item.type === 'function' && data.startsWith(selectorOf(item))),
    (item) => viemDecodeFunctionData({ abi: [item] as ViemAbi, data }).args,
  )
}

/** Which error revert data are, of the ABI or of Solidity's own two; none when it is another. */
export function decodeError(abi: Abi, data: Hex): Decoded | undefined {
  return decodeBy(
    [...abi, ...solidityErrors].filter(
      (item) => item.type === 'error' && data.startsWith(selectorOf(item)),
    ),
    (item) => decodeErrorResult({ abi: [item] as ViemAbi, data }).args,
  )
}

/** Which event a log is; none when the ABI has no such event, or one with other indexed parameters. */
export function decodeEvent(abi: Abi, { topics, data }: EncodedLog): Decoded | undefined {
  return decodeBy(
    abi.filter((item) => item.type === 'event' && isOfEvent(topics, item)),
    (item) => {
      const log = { topics: topics as [Hex, ...Hex[]], data }
      const args: unknown = decodeEventLog({ abi: [item] as ViemAbi, ...log }).args
      // viem gives an object where all are named.
      const named = args as Readonly<Record<string, unknown>>
      return Array.isArray(args) ? args : item.inputs?.map(({ name = '' }) => named[name])
    },
  )
}

/** The first item that the data are of: a selector says it, but others may have the same. */
function decodeBy(
  items: Abi,
  decode: (item: AbiItem) => readonly unknown[] | undefined,
): Decoded | undefined {
  for (const item of items) {
    try {
      return { name: item.name ?? '', item, args: decode(item) ?? [] }
    } catch {
      // They are of another one.
    }
  }
  return undefined
}

/** `transfer(address,uint256)`: what a selector is the hash of. */
export function signatureOf(item: AbiItem): string {
  return formatAbiItem(item as never)
}

/** The first four bytes of the data of a function or an error; the first topic of an event. */
export function selectorOf(item: AbiItem): Hex {
  return item.type === 'event'
    ? toEventSelector(item as never)
    : toFunctionSelector(signatureOf(item))
}

/** What stands as a topic for an indexed string, or for bytes in hex. */
export function topicOf(value: string, type: 'string' | 'bytes'): Hex {
  return keccak256(type === 'string' ? stringToBytes(value) : (value as Hex))
}

/** What `require` with a text and what the compiler's own checks revert with. */
const solidityErrors: Abi = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
]

/** An event is known by its first topic and by how many topics it has: ERC-20 and ERC-721 share `Transfer`. */
function isOfEvent(topics: readonly Hex[], item: AbiItem): boolean {
  const indexed = item.inputs?.filter((input) => input.indexed).length ?? 0
  return topics[0] === selectorOf(item) && topics.length === indexed + 1
}

/** The functions of that name, or the one of that signature. */
function chosen(abi: Abi, functionName: string): ViemAbi {
  const functions = abi.filter((item) => item.type === 'function')
  const found = functions.filter(
    (item) => item.name === functionName || signatureOf(item) === functionName,
  )
  if (found.length === 0) {
    const names = functions.map(signatureOf).join(', ')
    throw new AbiError(`there is no function ${functionName}; there are: ${names || 'none'}`)
  }
  return found as ViemAbi
}

/** viem's errors end with links to its pages and its version. */
function inOurWords<Value>(use: () => Value): Value {
  try {
    return use()
  } catch (cause) {
    const { shortMessage, message } = cause as Error & { readonly shortMessage?: string }
    throw new AbiError(shortMessage ?? message, { cause })
  }
}
