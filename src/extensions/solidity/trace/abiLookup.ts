import { type Labels, labelOf } from '../../../files/declared/declaredFixture.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import { remembered } from '../../../lib/memo.ts'
import type { TraceArgument, TraceValue } from '../../../types/solidity/callTrace.ts'
import type { Abi, AbiItem } from '../../../types/solidity/contract.ts'
import { plainSignature } from '../../../wallet/selector.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'

/** The items of an ABI by what data begin with. */
interface AbiLookup {
  /** Functions by selectors with `0x`. */
  readonly functions: ReadonlyMap<string, AbiItem>
  readonly errors: ReadonlyMap<string, AbiItem>
  /** Events by first topics; several where other parameters are indexed, as in ERC-20 and ERC-721. */
  readonly events: ReadonlyMap<string, readonly AbiItem[]>
}

/** A contract's selectors are hashed once. */
export const abiLookup = remembered((abi: Abi): AbiLookup => {
  const functions = new Map<string, AbiItem>()
  const errors = new Map<string, AbiItem>()
  const events = new Map<string, AbiItem[]>()
  for (const item of abi) {
    const hash = hashOf(item)
    if (item.type === 'function') functions.set(hash.slice(0, 10), item)
    else if (item.type === 'error') errors.set(hash.slice(0, 10), item)
    else if (item.type === 'event') events.set(hash, [...(events.get(hash) ?? []), item])
  }
  return { functions, errors, events }
})

function hashOf(item: AbiItem): Hex {
  return bytesToHex(keccak256(new TextEncoder().encode(plainSignature(item))))
}

/** `to: bob, amount: 5` */
export function argumentsOf(args: readonly TraceArgument[], labels: Labels): string {
  const words = args.map(({ name, type, value }) => {
    const shown = valueInWords(value, type, labels)
    return name === '' ? shown : `${name}: ${shown}`
  })
  return words.join(', ')
}

function valueInWords(value: TraceValue, type: string, labels: Labels): string {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    // Fields of tuples come without their types.
    const isText = type === 'string' || (type === 'tuple' && !/^(-?\d+|0x[0-9a-f]*)$/i.test(value))
    if (isText) return JSON.stringify(value)
    return /^0x[0-9a-f]{40}$/i.test(value) ? addressInWords(value, labels) : value
  }
  if (Array.isArray(value)) {
    const items: readonly TraceValue[] = value
    const itemType = type.replace(/\[\d*\]$/, '')
    return `[${items.map((item) => valueInWords(item, itemType, labels)).join(', ')}]`
  }
  const fields = Object.entries(value as Readonly<Record<string, TraceValue>>)
  return `{ ${fields.map(([name, field]) => `${name}: ${valueInWords(field, 'tuple', labels)}`).join(', ')} }`
}

/** `bob: [0x7099…]`, as Foundry writes it. */
function addressInWords(address: string, labels: Labels): string {
  const label = labelOf(labels, address)
  return label === address ? address : `${label}: [${address}]`
}

/** Values of the ABI with the names and types of their parameters, as JSON has them. */
export function formatArguments(
  parameters: AbiItem['inputs'] = [],
  values: readonly unknown[],
): TraceArgument[] {
  return parameters.map(({ name = '', type }, at) => ({ name, type, value: plain(values[at]) }))
}

function plain(value: unknown): TraceArgument['value'] {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))
  }
  return String(value)
}

/** What of a contract runs when it has no such function. */
export function withoutFunction(hasData: boolean, abi: Abi): 'receive' | 'fallback' {
  return !hasData && abi.some(({ type }) => type === 'receive') ? 'receive' : 'fallback'
}
