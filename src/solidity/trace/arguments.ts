import { type Labels, labelOf } from '../../files/declared/labels.ts'
import type { TraceArgument, TraceValue } from '../../types/solidity/callTrace.ts'

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
