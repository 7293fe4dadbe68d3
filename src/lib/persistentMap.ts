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
    const hash = hashOf(key)
    const leaf: Leaf<Value> = { kind: 'leaf', hash, key, value, next: undefined }
    if (this.#root === undefined) return new PersistentMap(leaf, 1)
    const size = find(this.#root, hash, key) === undefined ? this.size + 1 : this.size
    return new PersistentMap(insert(this.#root, leaf, 0), size)
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

/** FNV-1a, 32 bits: spreads short keys such as numbers as well as long ones. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** The bit of a hash in the bitmap of a branch that is `shift` bits of the hash below the root. */
function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & 31)
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
  let leaf = node
  while (leaf !== undefined && leaf.key !== key) leaf = leaf.next
  return leaf
}

function insert<Value>(node: Node<Value>, leaf: Leaf<Value>, shift: number): Node<Value> {
  if (node.kind === 'leaf') {
    if (node.hash === leaf.hash) return { ...leaf, next: without(node, leaf.key) }
    return insert(branchOf(node, shift), leaf, shift)
  }
  const bit = bitOf(leaf.hash, shift)
  const at = position(node.bitmap, bit)
  const child = node.bitmap & bit ? node.children[at] : undefined
  const children = node.children.slice()
  if (child === undefined) children.splice(at, 0, leaf)
  else children[at] = insert(child, leaf, shift + bitsPerLevel)
  return { kind: 'branch', bitmap: node.bitmap | bit, children }
}

function branchOf<Value>(leaf: Leaf<Value>, shift: number): Branch<Value> {
  return { kind: 'branch', bitmap: bitOf(leaf.hash, shift), children: [leaf] }
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
