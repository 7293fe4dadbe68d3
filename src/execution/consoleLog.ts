import { bytesToHex, type Hex } from '../lib/hex.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'

/**
 * The text with the values in the place of what stands for them, such as `%s`, as `console.log` does it
 * everywhere; values for which nothing stands follow. Numbers are texts here, of any size: what would
 * make numbers of JavaScript of them, `%d` and `%i`, leaves them as they are.
 */
export function formatText(text: string, values: readonly string[]): string {
  let used = 0
  const filled = text.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%'
    const value = values[used]
    if (value === undefined) return mark
    used++
    return shown[mark]?.(value) ?? value
  })
  return [filled, ...values.slice(used)].join(' ')
}

const shown: Readonly<Record<string, (value: string) => string>> = {
  '%f': (value) => String(Number.parseFloat(value)),
  '%j': (value) => JSON.stringify(value),
  '%o': quoted,
  '%O': quoted,
  // A style, for pages.
  '%c': () => '',
}

function quoted(value: string): string {
  const json = JSON.stringify(value)
  return value.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

/** What `console.log` of Hardhat's and Foundry's library takes, up to four at a time. */
const argumentTypes = ['uint256', 'string', 'bool', 'address']
const maxArguments = 4

type Types = readonly string[]

/** Made when the first contract prints. */
let typesBySelector: ReadonlyMap<Hex, Types> | undefined

/** The line that a call of the console address prints; bytes that are no call of it are shown as they are. */
export function consoleLine(data: Uint8Array): string {
  typesBySelector ??= allTypes()
  const types = typesBySelector.get(bytesToHex(data.subarray(0, 4)))
  if (types === undefined) return bytesToHex(data)
  const [first, ...others] = types.map((type, index) => valueAt(data.subarray(4), index, type))
  if (first === undefined) return ''
  if (others.length === 0 || types[0] !== 'string') return [first, ...others].join(' ')
  return formatText(first, others)
}

function allTypes(): ReadonlyMap<Hex, Types> {
  const all = new Map<Hex, Types>()
  const add = (name: string, types: Types): void => {
    const signature = `${name}(${types.join(',')})`
    all.set(bytesToHex(keccak256(new TextEncoder().encode(signature)).subarray(0, 4)), types)
  }
  let lists: readonly Types[] = [[]]
  for (let count = 0; count <= maxArguments; count++) {
    for (const types of lists) {
      add('log', types)
      // Hardhat's first versions spelled it so.
      add(
        'log',
        types.map((type) => type.replace('256', '')),
      )
    }
    lists = lists.flatMap((types) => argumentTypes.map((type) => [...types, type]))
  }
  for (const type of ['int256', 'int', 'bytes']) add('log', [type])
  for (const type of ['int256', 'int']) add('log', ['string', type])
  for (const type of ['int256', 'uint256', 'int', 'uint', 'string', 'bool', 'address', 'bytes']) {
    const name = type.replace('256', '')
    add(`log${name[0]?.toUpperCase()}${name.slice(1)}`, [type])
  }
  for (let size = 1; size <= 32; size++) {
    for (const name of ['log', `logBytes${size}`]) add(name, [`bytes${size}`])
  }
  return all
}

/** An argument of the ABI, as people read it. */
function valueAt(encoded: Uint8Array, index: number, type: string): string {
  const word = wordAt(encoded, 32 * index)
  if (type === 'string') return new TextDecoder().decode(dynamicAt(encoded, word))
  if (type === 'bytes') return bytesToHex(dynamicAt(encoded, word))
  if (type === 'bool') return String(toBigInt(word) !== 0n)
  if (type === 'address') return bytesToHex(word.subarray(12))
  if (type.startsWith('bytes')) return bytesToHex(word.subarray(0, Number(type.slice(5))))
  if (type.startsWith('int')) return BigInt.asIntN(256, toBigInt(word)).toString()
  return toBigInt(word).toString()
}

function wordAt(encoded: Uint8Array, at: number): Uint8Array {
  const word = new Uint8Array(32)
  word.set(encoded.subarray(at, at + 32))
  return word
}

/** Returns a dynamic value as far as its bytes are there. */
function dynamicAt(encoded: Uint8Array, offset: Uint8Array): Uint8Array {
  const at = Number(toBigInt(offset))
  const length = Number(toBigInt(wordAt(encoded, at)))
  return encoded.subarray(at + 32, at + 32 + length)
}

function toBigInt(word: Uint8Array): bigint {
  return BigInt(bytesToHex(word))
}
