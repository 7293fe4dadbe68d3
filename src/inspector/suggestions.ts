import type { Row } from './ring.ts'
import { short } from './units.ts'
import type { Block, Hex } from './wire.ts'

/** A place that a search may mean. */
export interface Suggestion {
  readonly kind: 'account' | 'contract' | 'function' | 'transaction' | 'block' | 'screen'
  readonly name: string
  readonly detail: string
  readonly path: string
}

/** What the page knows, in which a search looks. */
export interface Known {
  readonly labels: Readonly<Record<string, string>>
  /** Names of contracts by address. */
  readonly contracts: ReadonlyMap<string, string>
  /** `Token.mint` by the hash of a transaction that calls it. */
  readonly calls: ReadonlyMap<Hex, string>
  readonly blocks: readonly Block[]
  /** Newest first. */
  readonly rows: Iterable<Pick<Row, 'hash' | 'from' | 'to' | 'place' | 'contractAddress'>>
  readonly screens: readonly (readonly [path: string, name: string])[]
}

export const tags = ['latest', 'pending', 'earliest', 'safe', 'finalized'] as const

const maxSuggestions = 12

/** Fewer characters of a hash would find nearly all. */
const minHashLength = 4

/** Returns what the text may mean, the closest first: names that begin with it, then those that have it. */
export function suggestionsFor(text: string, known: Known): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const named = [...accounts(known), ...functions(known), ...screensOf(known)].filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  )
  const startsFirst = (one: Suggestion): number =>
    one.name.toLowerCase().startsWith(wanted) ? 0 : 1
  named.sort((one, other) => startsFirst(one) - startsFirst(other))
  const found = [...blocksFor(wanted, known), ...named, ...hashesFor(wanted, known)]
  const byPath = new Map(found.map((one) => [one.path, one]))
  return [...byPath.values()].slice(0, maxSuggestions)
}

function accounts({ labels, contracts }: Known): Suggestion[] {
  const labelled = Object.entries(labels).map(([address, name]) => ({
    kind: 'account' as const,
    name,
    detail: short(address),
    path: `/account/${address}`,
  }))
  const named = [...contracts].map(([address, name]) => ({
    kind: 'contract' as const,
    name,
    detail: short(address),
    path: `/contract/${address}`,
  }))
  return [...labelled, ...named]
}

function functions({ calls }: Known): Suggestion[] {
  const counts = new Map<string, number>()
  for (const name of calls.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({
    kind: 'function',
    name,
    detail: `${count} ${count === 1 ? 'transaction' : 'transactions'}`,
    path: `/transactions/${name}`,
  }))
}

function screensOf({ screens }: Known): Suggestion[] {
  return screens.map(([path, name]) => ({ kind: 'screen', name, detail: 'screen', path }))
}

function blocksFor(wanted: string, { blocks }: Known): Suggestion[] {
  const head = blocks.at(-1)
  const block = (name: string, id: string): Suggestion => ({
    kind: 'block',
    name,
    detail: 'block',
    path: `/block/${id}`,
  })
  const found = tags.filter((tag) => tag.startsWith(wanted)).map((tag) => block(tag, tag))
  const [, digits] = /^#?(\d+)$/.exec(wanted) ?? []
  if (digits !== undefined && head !== undefined && BigInt(digits) <= BigInt(head.number) + 1n)
    found.unshift(block(`#${BigInt(digits)}`, String(BigInt(digits))))
  return found
}

/** Hashes and addresses that begin with the text, or end with it, also as `0x1234…abcd`. */
function hashesFor(wanted: string, known: Known): Suggestion[] {
  const [start = '', end = ''] = wanted.split(/…|\.{2,3}/)
  const digits = start.startsWith('0x') ? start.slice(2) : start
  if (!/^[\da-f]*$/.test(digits + end) || digits.length + end.length < minHashLength) return []
  const matches = (hex: string): boolean =>
    wanted.length > start.length
      ? hex.startsWith(`0x${digits}`) && hex.endsWith(end)
      : hex.startsWith(`0x${digits}`) || (!start.startsWith('0x') && hex.endsWith(digits))
  const addresses = new Set<string>(
    [...Object.keys(known.labels), ...known.contracts.keys()].filter(matches),
  )
  const found: Suggestion[] = []
  for (const { hash } of known.blocks) {
    if (matches(hash))
      found.push({ kind: 'block', name: short(hash), detail: 'block', path: `/block/${hash}` })
  }
  for (const { hash, from, to, place, contractAddress } of known.rows) {
    if (found.length + addresses.size >= maxSuggestions) break
    if (matches(hash))
      found.push({ kind: 'transaction', name: short(hash), detail: place, path: `/tx/${hash}` })
    for (const address of [from, to, contractAddress]) {
      if (address && matches(address)) addresses.add(address)
    }
  }
  const accountsFound = [...addresses].map((address) => ({
    kind: 'account' as const,
    name: known.labels[address] ?? short(address),
    detail: short(address),
    path: `/account/${address}`,
  }))
  return [...accountsFound, ...found]
}
