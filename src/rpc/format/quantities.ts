import { quantity } from '../../lib/hex.ts'

/** A JSON value with every number in it as a quantity. */
export type Quantities<Value> = Value extends bigint | number
  ? `0x${string}`
  : Value extends object
    ? { readonly [Key in keyof Value]: Quantities<Value[Key]> }
    : Value

/** The value with every number in it, at any depth, as a quantity; what is undefined is left out by JSON. */
export function formatQuantities<Value>(value: Value): Quantities<Value>
export function formatQuantities(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return quantity(value)
  if (Array.isArray(value)) return value.map((item) => formatQuantities(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, formatQuantities(item)]),
  )
}
