import { bytesToHex, isHexBytes } from '../../lib/hex.ts'
import type { AbiParameter } from '../../types/solidity/contract.ts'
import { type Decoded, topicOf } from '../../wallet/abi.ts'
import { has } from './requester.ts'
import { addressOf, showAddress } from './values.ts'

/**
 * Expected arguments: all of them in order, or some by name. Each is a value, an asymmetric matcher of
 * the test runner, or a function that returns whether the argument is right.
 */
export type ExpectedArgs = readonly unknown[] | Readonly<Record<string, unknown>>

/** Whether the arguments of a call, an event or an error are the expected ones. */
export function hasArgs({ item, args }: Decoded, expected: ExpectedArgs): boolean {
  return hasFields(expected, args, item.inputs ?? [])
}

/** `Transfer(from: 0x…, to: 0x…, value: 5)` */
export function showDecoded({ name, item, args }: Decoded): string {
  const inputs = item.inputs ?? []
  const shown = args.map((arg, index) => label(inputs[index]?.name, show(arg, inputs[index])))
  return `${name}(${shown.join(', ')})`
}

/** The same for what is expected, by name or signature; without arguments it is just that. */
export function showExpected(signature: string, expected: ExpectedArgs | undefined): string {
  if (expected === undefined) return signature
  const [name] = signature.split('(')
  const entries: readonly (readonly [string | undefined, unknown])[] = isList(expected)
    ? expected.map((value) => [undefined, value] as const)
    : Object.entries(expected)
  return `${name}(${entries.map(([key, value]) => label(key, show(value))).join(', ')})`
}

function hasFields(
  expected: ExpectedArgs,
  actual: readonly unknown[],
  parameters: readonly AbiParameter[],
): boolean {
  if (isList(expected)) {
    return (
      expected.length === actual.length &&
      expected.every((value, index) => isValue(value, actual[index], parameters[index]))
    )
  }
  return Object.entries(expected).every(([name, value]) => {
    const index = parameters.findIndex((parameter) => parameter.name === name)
    return index >= 0 && isValue(value, actual[index], parameters[index])
  })
}

/** Whether one value is the expected one. */
export function isValue(expected: unknown, actual: unknown, parameter?: AbiParameter): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (typeof expected === 'function') return Boolean(expected(actual))
  if (isNumber(actual)) return isNumber(expected) && BigInt(expected) === BigInt(actual)
  if (typeof actual === 'string') return isText(expected, actual, parameter)
  if (typeof actual !== 'object' || actual === null) return expected === actual
  if (typeof expected !== 'object' || expected === null) return false
  // viem returns a tuple as an object when all of its fields have names.
  const values = Object.values(actual)
  const isArray = parameter?.type.endsWith(']') ?? false
  if (isArray && !isList(expected as ExpectedArgs)) return false
  return hasFields(expected as ExpectedArgs, values, partsOf(parameter, values.length))
}

/** The parameters of the items of an array, or of the fields of a tuple. */
function partsOf(parameter: AbiParameter | undefined, length: number): readonly AbiParameter[] {
  const { type = '', components = [] } = parameter ?? {}
  if (!type.endsWith(']')) return components
  const item = { ...parameter, name: undefined, type: type.slice(0, type.lastIndexOf('[')) }
  return Array.from({ length }, () => item)
}

/** Addresses and bytes are equal whatever the case of their digits. */
function isText(expected: unknown, actual: string, parameter: AbiParameter | undefined): boolean {
  const { type = '', indexed = false } = parameter ?? {}
  if (type === 'address') return addressOf(expected) === actual.toLowerCase()
  // For an indexed string or bytes, the log has only the hash.
  if (indexed && expected !== actual && (type === 'string' || type === 'bytes')) {
    const text = textOf(expected)
    return (type === 'string' || isHexBytes(text)) && topicOf(text, type) === actual
  }
  if (type === 'string') return expected === actual
  return textOf(expected).toLowerCase() === actual.toLowerCase()
}

function textOf(value: unknown): string {
  return isBytes(value) ? bytesToHex(value) : String(value)
}

/** A value as messages show it. */
export function show(value: unknown, parameter?: AbiParameter): string {
  if (isAsymmetric(value)) return value.toAsymmetricMatcher?.() ?? String(value)
  if (typeof value === 'string') return showText(value, parameter)
  if (typeof value === 'function') return value.name === '' ? 'a value that fits' : value.name
  if (isBytes(value)) return bytesToHex(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const address = addressOf(value)
  if (address !== undefined && parameter === undefined) return showAddress(address)
  const entries = Object.entries(value)
  const parts = partsOf(parameter, entries.length)
  if (isList(value as ExpectedArgs)) {
    return `[${entries.map(([, item], index) => show(item, parts[index])).join(', ')}]`
  }
  return `{ ${entries.map(([name, field], index) => label(name, show(field, parts[index]))).join(', ')} }`
}

function showText(text: string, parameter: AbiParameter | undefined): string {
  const { type, indexed = false } = parameter ?? {}
  const isHex = type === undefined ? text.startsWith('0x') : type !== 'string' || indexed
  if (!isHex) return JSON.stringify(text)
  const address = addressOf(text)
  return address === undefined ? text : showAddress(address)
}

function label(name: string | undefined, shown: string): string {
  return name === undefined || name === '' ? shown : `${name}: ${shown}`
}

interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
  toAsymmetricMatcher?(): string
}

function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof value === 'object' && value !== null && has(value, 'asymmetricMatch')
}

function isNumber(value: unknown): value is bigint | number {
  return typeof value === 'bigint' || Number.isInteger(value)
}

function isList(value: ExpectedArgs): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Also of another realm. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}
