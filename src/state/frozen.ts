import type { Packed } from './trie/packed.ts'
import {
  type Branch,
  branchOf,
  extension,
  type Frozen,
  leaf,
  newOwner,
  type Owner,
  type Plain,
  values,
} from './trie/trie.ts'
import { branchName, extensionName, leafName } from './trie/trieHash.ts'

/** Keys and values in the order of the keys, each at a place. */
export interface Sorted<Value> {
  /** Of the key, at a position from 0 to 63. */
  nibble(place: number, position: number): number
  key(place: number): Packed
  /** Made when it is asked for. */
  value(place: number): Value
  /** The RLP of the value; valid until the next call. */
  encoded(place: number): Uint8Array
}

/** Values that get nodes all at once. */
const few = 16

/** A part of a trie that has no nodes until somebody asks for them; then, where it is large, only those at its top. */
export class FrozenNode<Value> implements Frozen<Value> {
  readonly kind = 'frozen'
  ref: Packed | undefined = undefined
  readonly #sorted: Sorted<Value>
  readonly #from: number
  readonly #to: number
  readonly #depth: number
  #thawed: Plain<Value> | undefined

  /** Of the keys at these places, at least one, which agree in their first `depth` nibbles. */
  constructor(sorted: Sorted<Value>, from: number, to: number, depth: number) {
    this.#sorted = sorted
    this.#from = from
    this.#to = to
    this.#depth = depth
  }

  get isLarge(): boolean {
    return this.#to - this.#from > few
  }

  thaw(): Plain<Value> {
    this.#thawed ??= this.passing()
    return this.#thawed
  }

  passing(): Plain<Value> {
    if (this.#thawed !== undefined) return this.#thawed
    const whole = { sorted: this.#sorted, owner: newOwner(), isFew: !this.isLarge }
    return nodesOf(whole, this.#from, this.#to, this.#depth)
  }

  name(): Packed | undefined {
    if (this.isLarge) return undefined
    return nameOf(this.#sorted, this.#from, this.#to, this.#depth)
  }

  *values(): Generator<Value> {
    if (this.#thawed !== undefined) yield* values(this.#thawed)
    else for (let place = this.#from; place < this.#to; place++) yield this.#sorted.value(place)
  }
}

interface Whole<Value> {
  readonly sorted: Sorted<Value>
  readonly owner: Owner
  readonly isFew: boolean
}

function nodesOf<Value>(
  whole: Whole<Value>,
  from: number,
  to: number,
  depth: number,
): Plain<Value> {
  const { sorted, owner, isFew } = whole
  if (to - from === 1) return leaf(sorted.key(from), sorted.value(from))
  const end = sharedNibbles(sorted, from, to, depth)
  const branch: Branch<Value> = branchOf(owner)
  for (let start = from; start < to; ) {
    const next = endOfNibble(sorted, start, to, end)
    branch[sorted.nibble(start, end)] = isFew
      ? nodesOf(whole, start, next, end + 1)
      : new FrozenNode(sorted, start, next, end + 1)
    start = next
  }
  return extension(end === depth ? '' : sorted.key(from), depth, end, branch)
}

/** As the nodes of these places would be named, which are not made for it. */
export function nameOf(sorted: Sorted<unknown>, from: number, to: number, depth: number): Packed {
  if (to - from === 1) return leafName(sorted.key(from), depth, sorted.encoded(from))
  const end = sharedNibbles(sorted, from, to, depth)
  const names = new Array<Packed | undefined>(16).fill(undefined)
  for (let start = from; start < to; ) {
    const next = endOfNibble(sorted, start, to, end)
    names[sorted.nibble(start, end)] = nameOf(sorted, start, next, end + 1)
    start = next
  }
  const branch = branchName(names)
  return end === depth ? branch : extensionName(sorted.key(from), depth, end, branch)
}

/** How many nibbles the keys share, `depth` at least. */
function sharedNibbles(sorted: Sorted<unknown>, from: number, to: number, depth: number): number {
  let end = depth
  // All agree where the first and the last do.
  while (sorted.nibble(from, end) === sorted.nibble(to - 1, end)) end++
  return end
}

/** Where those end that have the same nibble as the first one. */
function endOfNibble(sorted: Sorted<unknown>, from: number, to: number, position: number): number {
  const nibble = sorted.nibble(from, position)
  let next = from + 1
  while (next < to && sorted.nibble(next, position) === nibble) next++
  return next
}
