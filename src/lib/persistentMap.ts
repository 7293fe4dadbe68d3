/** One entry, or a chain of entries whose keys have the same hash. */
interface Leaf<Value> {
  readonly kind: 'leaf'
  readonly hash: number
  readonly key: string
  readonly value: Value
  readonly next: Leaf<Value> | undefined
}

/** Up to 32 children, one for each value of five bits of the hash; the bitmap says which are there. */
interface Branch<Value> {
  readonly kind: 'branch'
  readonly bitmap: number
  readonly children: readonly Node<Value>[]
}

type Node<Value> = Leaf<Value> | Branch<Value>

const bitsPerLevel = 5

/**
 * A map from strings that never changes: `set` and `delete` give a new one which shares all but
 * the path to the entry (a hash array mapped trie, so a path has about log32 of the size nodes).
 * A copy is therefore a pointer. Iteration goes by the hashes of the keys.
 */
export class PersistentMap<Value> implements Iterable<readonly [key: string, value: Value]> {
  readonly size: number
  readonly #root: Node<Value> | undefined

  private constructor(root: Node<Value> | undefined, size: number) {
    this.#root = root
    this.size = size
  }

  static empty<Value>(): PersistentMap<Value> {
    return new PersistentMap<Value>(undefined, 0)
  }

  static of<Value>(entries: Iterable<readonly [key: string, value: Value]>): PersistentMap<Value> {
    let map = PersistentMap.empty<Value>()
    for (const [key, value] of entries) map = map.set(key, value)
    return map
  }

  get(key: string): Value | undefined {
    return find(this.#root, hashOf(key), key)?.value
  }

  has(key: string): boolean {
    return find(this.#root, hashOf(key), key) !== undefined
  }

  set(key: string, value: Value): PersistentMap<Value> {
    const entry = { hash: hashOf(key), key, position: 0 }
    const entries = [entry]
    const batch = { entries, make: () => value, added: 0 }
    const root = insert(this.#root, batch, 0, 0)
    return new PersistentMap(root, this.size + batch.added)
  }

  /**
   * Sets many keys, and copies what their paths have in common once. `make` gives the value of a key
   * by its position among them and the value that it had before.
   */
  setAll(
    keys: readonly string[],
    make: (position: number, before: Value | undefined) => Value,
  ): PersistentMap<Value> {
    const entries = keys.map((key, position) => ({ hash: hashOf(key), key, position }))
    // Those with a path in common stand together then.
    if (entries.length > 1) entries.sort((left, right) => left.hash - right.hash)
    const batch = { entries, make, added: 0 }
    const root = entries.length === 0 ? this.#root : insertAll(this.#root, batch, 0)
    return new PersistentMap(root, this.size + batch.added)
  }

  /** The map itself when it does not have the key. */
  delete(key: string): PersistentMap<Value> {
    const hash = hashOf(key)
    if (this.#root === undefined || find(this.#root, hash, key) === undefined) return this
    return new PersistentMap(remove(this.#root, hash, key, 0), this.size - 1)
  }

  *[Symbol.iterator](): Generator<readonly [key: string, value: Value], void> {
    if (this.#root !== undefined) yield* entries(this.#root)
  }
}

/** The number of last characters of a longer key that count: numbers and hashes differ there. */
const maxCharacters = 8

/** FNV-1a, 32 bits: spreads short keys such as numbers as well as long ones. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = Math.max(0, key.length - maxCharacters); index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** The bit of a hash in the bitmap of a branch that is `shift` bits of the hash, from its first on, below the root. */
function bitOf(hash: number, shift: number): number {
  return 1 << ((hash << shift) >>> 27)
}

/** Where the child of a bit stands among the children: the number of bits set below it. */
function position(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1)
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function find<Value>(
  root: Node<Value> | undefined,
  hash: number,
  key: string,
): Leaf<Value> | undefined {
  let node = root
  for (let shift = 0; node?.kind === 'branch'; shift += bitsPerLevel) {
    const bit = bitOf(hash, shift)
    node = node.bitmap & bit ? node.children[position(node.bitmap, bit)] : undefined
  }
  return node?.hash === hash ? found(node, key) : undefined
}

/** Finds the leaf of a key in a chain of leaves. */
function found<Value>(first: Leaf<Value> | undefined, key: string): Leaf<Value> | undefined {
  let leaf = first
  while (leaf !== undefined && leaf.key !== key) leaf = leaf.next
  return leaf
}

interface Entry {
  readonly hash: number
  readonly key: string
  /** Among the keys as they were given. */
  readonly position: number
}

/** What is being set. */
interface Batch<Value> {
  /** The entries by their hashes, ascending. */
  readonly entries: readonly Entry[]
  readonly make: (position: number, before: Value | undefined) => Value
  /** How many keys were not there before. */
  added: number
}

/** The node with the entries from `from` to `to`, of which there is at least one. */
function insertAll<Value>(
  node: Node<Value> | undefined,
  batch: Batch<Value>,
  shift: number,
  from = 0,
  to = batch.entries.length,
): Node<Value> {
  const { entries } = batch
  if (from + 1 === to) return insert(node, batch, shift, from)
  // No bit of their hashes is left.
  if (shift >= 32) {
    let all = node
    for (let at = from; at < to; at++) all = insert(all, batch, shift, at)
    return all as Node<Value>
  }
  let { bitmap, children } = node?.kind === 'branch' ? node : branchOf(node, shift)
  for (let start = from, end = from; start < to; start = end) {
    const bit = bitOf((entries[start] as Entry).hash, shift)
    while (end < to && bitOf((entries[end] as Entry).hash, shift) === bit) end++
    const place = position(bitmap, bit)
    const child = bitmap & bit ? children[place] : undefined
    const changed = insertAll(child, batch, shift + bitsPerLevel, start, end)
    children = placed(children, place, changed, child === undefined)
    bitmap |= bit
  }
  return { kind: 'branch', bitmap, children }
}

/** The node with the entry at a place of the batch. */
function insert<Value>(
  node: Node<Value> | undefined,
  batch: Batch<Value>,
  shift: number,
  at: number,
): Node<Value> {
  const { hash, key, position: which } = batch.entries[at] as Entry
  if (node === undefined || (node.kind === 'leaf' && node.hash === hash)) {
    const before = found(node, key)
    if (before === undefined) batch.added++
    const value = batch.make(which, before?.value)
    return { kind: 'leaf', hash, key, value, next: before ? without(node, key) : node }
  }
  if (node.kind === 'leaf') return insert(branchOf(node, shift), batch, shift, at)
  const bit = bitOf(hash, shift)
  const place = position(node.bitmap, bit)
  const child = node.bitmap & bit ? node.children[place] : undefined
  const changed = insert(child, batch, shift + bitsPerLevel, at)
  const children = placed(node.children, place, changed, child === undefined)
  return { kind: 'branch', bitmap: node.bitmap | bit, children }
}

/** Children with another one at a place: instead of the one there, or, if it is new, before it. */
function placed<Value>(
  children: readonly Node<Value>[],
  place: number,
  child: Node<Value>,
  isNew: boolean,
): readonly Node<Value>[] {
  if (!isNew) {
    const copy = children.slice()
    copy[place] = child
    return copy
  }
  // One that has grown keeps room for half as many again.
  const made = new Array<Node<Value>>(children.length + 1)
  for (let at = 0; at < place; at++) made[at] = children[at] as Node<Value>
  made[place] = child
  for (let at = place; at < children.length; at++) made[at + 1] = children[at] as Node<Value>
  return made
}

/** A branch with that alone in it. */
function branchOf<Value>(leaf: Leaf<Value> | undefined, shift: number): Branch<Value> {
  const children = leaf === undefined ? [] : [leaf]
  return { kind: 'branch', bitmap: leaf === undefined ? 0 : bitOf(leaf.hash, shift), children }
}

/** The node without a key that is in it. A branch left with a single leaf becomes that leaf. */
function remove<Value>(
  node: Node<Value>,
  hash: number,
  key: string,
  shift: number,
): Node<Value> | undefined {
  if (node.kind === 'leaf') return without(node, key)
  const bit = bitOf(hash, shift)
  const at = position(node.bitmap, bit)
  const child = remove(node.children[at] as Node<Value>, hash, key, shift + bitsPerLevel)
  const children = node.children.slice()
  if (child === undefined) children.splice(at, 1)
  else children[at] = child
  const [only, second] = children
  if (only === undefined || (second === undefined && only.kind === 'leaf')) return only
  return { kind: 'branch', bitmap: child ? node.bitmap : node.bitmap & ~bit, children }
}

/** A chain of leaves without the one of the key. */
function without<Value>(leaf: Leaf<Value> | undefined, key: string): Leaf<Value> | undefined {
  if (leaf === undefined || leaf.key === key) return leaf?.next
  return { ...leaf, next: without(leaf.next, key) }
}

function* entries<Value>(node: Node<Value>): Generator<readonly [key: string, value: Value], void> {
  if (node.kind === 'branch') {
    for (const child of node.children) yield* entries(child)
    return
  }
  for (let leaf: Leaf<Value> | undefined = node; leaf; leaf = leaf.next) {
    yield [leaf.key, leaf.value]
  }
}
