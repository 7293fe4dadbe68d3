import type { Packed } from './trie/packed.ts'
import {
  type Branch,
  branchOf,
  extension,
  type Lazy,
  leaf,
  leaves,
  type Node,
  newOwner,
  type Owner,
  type Plain,
  values,
} from './trie/trie.ts'
import { branchName, type EncodeValue, extensionName, leafName } from './trie/trieHash.ts'

/** Keys and values in the order of the keys, each at a place. */
export interface Sorted<Value> {
  /** Returns a nibble of the key, at a position from 0 to 63. */
  nibble(place: number, position: number): number
  key(place: number): Packed
  /** Made when it is asked for. */
  value(place: number): Value
  /** Returns whether there are enough of these places to name them by their nodes, in turns. */
  isLarge(from: number, to: number): boolean
  /** How the node of these places is named, which agree in their first `depth` nibbles; no node is made for it. */
  name(from: number, to: number, depth: number): Packed
  /** The name of the node that begins at a place, where that is known already. */
  known(from: number, depth: number): Packed | undefined
}

/** Values from one place to another. */
export interface Run<Value> {
  readonly sorted: Sorted<Value>
  readonly from: number
  readonly to: number
}

/** Values that get nodes all at once. */
export const few = 16

/** A part of a trie whose nodes are loaded lazily; in a large part, only the top ones. */
export class LazyNode<Value> implements Lazy<Value> {
  readonly kind = 'lazy'
  ref: Packed | undefined
  readonly #sorted: Sorted<Value>
  readonly #from: number
  readonly #to: number
  readonly #depth: number
  #loaded: Plain<Value> | undefined

  /** Creates a node of the keys at these places, at least one, which agree in their first `depth` nibbles. */
  constructor(sorted: Sorted<Value>, from: number, to: number, depth: number) {
    this.#sorted = sorted
    this.#from = from
    this.#to = to
    this.#depth = depth
    this.ref = sorted.known(from, depth)
  }

  get isLarge(): boolean {
    return this.#sorted.isLarge(this.#from, this.#to)
  }

  get size(): number {
    return this.#to - this.#from
  }

  load(): Plain<Value> {
    this.#loaded ??= this.peek()
    return this.#loaded
  }

  peek(): Plain<Value> {
    if (this.#loaded !== undefined) return this.#loaded
    const whole = { sorted: this.#sorted, owner: newOwner(), isFew: this.size <= few }
    return nodesOf(whole, this.#from, this.#to, this.#depth)
  }

  name(): Packed | undefined {
    if (this.isLarge) return undefined
    return this.#sorted.name(this.#from, this.#to, this.#depth)
  }

  /** The places of the values, until nodes are read. */
  get run(): Run<Value> | undefined {
    if (this.#loaded !== undefined) return undefined
    return { sorted: this.#sorted, from: this.#from, to: this.#to }
  }

  *values(): Generator<Value> {
    if (this.#loaded !== undefined) yield* values(this.#loaded)
    else for (let place = this.#from; place < this.#to; place++) yield this.#sorted.value(place)
  }
}

/** The same as `values`, with runs of values that were not read. */
export function* valuesAndRuns<Value>(
  root: Node<Value> | undefined,
): Generator<Value | Run<Value>, void> {
  for (const part of leaves(root)) {
    if (part.kind === 'leaf') yield part.value
    else if (part instanceof LazyNode && part.run !== undefined) yield part.run
    else yield* valuesAndRuns(part.load())
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
      : new LazyNode(sorted, start, next, end + 1)
    start = next
  }
  return extension(end === depth ? '' : sorted.key(from), depth, end, branch)
}

/** Returns the hash of the node of some places, without making nodes. */
export function nameOf<Value>(
  sorted: Sorted<Value>,
  encode: EncodeValue<Value>,
  { from, to, depth }: { readonly from: number; readonly to: number; readonly depth: number },
): Packed {
  if (to - from === 1) return leafName(sorted.key(from), depth, encode(sorted.value(from)))
  const end = sharedNibbles(sorted, from, to, depth)
  const names = new Array<Packed | undefined>(16).fill(undefined)
  for (let start = from; start < to; ) {
    const next = endOfNibble(sorted, start, to, end)
    const child = { from: start, to: next, depth: end + 1 }
    names[sorted.nibble(start, end)] = nameOf(sorted, encode, child)
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
  // By halves: there may be a million, and to look at one takes a while.
  let [same, other] = [from, to]
  while (other - same > 1) {
    const middle = (same + other) >>> 1
    if (sorted.nibble(middle, position) === nibble) same = middle
    else other = middle
  }
  return other
}
