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

  get(key: string): Value | undefined {
    return find(this.#root, key)?.value
  }

  has(key: string): boolean {
    return find(this.#root, key) !== undefined
  }

  set(key: string, value: Value): PersistentMap<Value> {
    const leaf: Leaf<Value> = { kind: 'leaf', hash: hashOf(key), key, value, next: undefined }
    const root = this.#root === undefined ? leaf : insert(this.#root, leaf, 0)
    return new PersistentMap(root, this.has(key) ? this.size : this.size + 1)
  }

  /** The map itself when it does not have the key. */
  delete(key: string): PersistentMap<Value> {
    if (this.#root === undefined || !this.has(key)) return this
    return new PersistentMap(remove(this.#root, hashOf(key), key, 0), this.size - 1)
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

function find<Value>(root: Node<Value> | undefined, key: string): Leaf<Value> | undefined {
  const hash = hashOf(key)
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
  const child = node.children[at]
  if (child === undefined || !(node.bitmap & bit)) {
    const children = [...node.children.slice(0, at), leaf, ...node.children.slice(at)]
    return { kind: 'branch', bitmap: node.bitmap | bit, children }
  }
  const children = node.children.slice()
  children[at] = insert(child, leaf, shift + bitsPerLevel)
  return { kind: 'branch', bitmap: node.bitmap, children }
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
  children.splice(at, 1, ...(child === undefined ? [] : [child]))
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
