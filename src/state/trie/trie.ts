import type { Packed } from './packed.ts'

/**
 * A persistent Merkle Patricia trie for keys of 32 bytes. Published nodes never change: a write
 * copies the nodes on its path and shares all others, so a whole trie is a value, named by its root
 * node (`undefined` when empty). The shape depends on the keys alone, never on the order of writes.
 */
export type Node<Value> = Plain<Value> | Lazy<Value>

export type Plain<Value> = Leaf<Value> | Extension<Value> | Branch<Value>

/**
 * Marks the branches that one batch of writes has made: they are not shared yet, so that batch changes
 * them in place. Make a fresh one for each batch and hash nothing before the batch is done.
 */
export type Owner = object

/** A literal would take twice the memory, and there is one in each version of a trie. */
class Batch {}

export function newOwner(): Owner {
  return new Batch()
}

interface Shared {
  /** How it stands in its parent: the RLP of its hash, or its own when that is less than 32 bytes. Computed when asked for. */
  ref: Packed | undefined
}

export interface Leaf<Value> extends Shared {
  readonly kind: 'leaf'
  /** All 64 nibbles; the leaf's own path is what lies below its depth. */
  readonly key: Packed
  readonly value: Value
}

export interface Extension<Value> extends Shared {
  readonly kind: 'extension'
  /** Any key below; the extension's path is its nibbles from this node's depth to `end`. */
  readonly key: Packed
  readonly end: number
  readonly child: Branch<Value>
}

export interface Branch<Value> extends Shared, Children<Value> {
  readonly kind: 'branch'
  readonly owner: Owner
}

/**
 * The children by their nibbles, from 0 to 15. They are entries of the branch itself: an array takes a sixth more
 * memory.
 */
interface Children<Value> {
  [nibble: number]: Node<Value> | undefined
}

/** A part of a trie whose nodes are created on demand. */
export interface Lazy<Value> extends Shared {
  readonly kind: 'lazy'
  /** Returns the same nodes and keeps them, so that comparisons of values find the same objects. */
  load(): Plain<Value>
  /** Returns the nodes without keeping them. */
  peek(): Plain<Value>
  /** Whether its `ref` is that of its nodes, of which many are unloaded again. */
  readonly isLarge: boolean
  /** How many values it has. */
  readonly size: number
  /** Its `ref`, worked out without nodes; nothing when it is large. */
  name(): Packed | undefined
  /** The values in the order of their keys, not kept either. */
  values(): Iterable<Value>
}

const keyNibbles = 64

/** The nibble at a position from 0 to 63. */
export function nibbleAt(key: Packed, position: number): number {
  const byte = key.charCodeAt(position >> 1)
  return (position & 1) === 0 ? byte >> 4 : byte & 15
}

/** The first position from `from` on where the keys differ, 64 when they do not. */
function divergence(left: Packed, right: Packed, from: number): number {
  if (left === right) return keyNibbles
  if ((from & 1) === 1 && nibbleAt(left, from) !== nibbleAt(right, from)) return from
  // Byte by byte: this runs for each node that is written, also before it is compiled well.
  let byte = (from + 1) >> 1
  while (left.charCodeAt(byte) === right.charCodeAt(byte)) byte++
  return nibbleAt(left, 2 * byte) === nibbleAt(right, 2 * byte) ? 2 * byte + 1 : 2 * byte
}

/** The value at a key. */
export function get<Value>(root: Node<Value> | undefined, key: Packed): Value | undefined {
  let node = root
  let depth = 0
  while (node !== undefined) {
    if (node.kind === 'branch') {
      const byte = key.charCodeAt(depth >> 1)
      node = node[(depth & 1) === 0 ? byte >> 4 : byte & 15]
      depth++
    } else if (node.kind === 'leaf') {
      return node.key === key ? node.value : undefined
    } else if (node.kind === 'lazy') {
      node = node.load()
    } else {
      if (divergence(node.key, key, depth) < node.end) return undefined
      depth = node.end
      node = node.child
    }
  }
  return undefined
}

/** The trie with a value put at a key. */
export function put<Value>(
  root: Node<Value> | undefined,
  key: Packed,
  value: Value,
  owner: Owner,
): Node<Value> {
  return root === undefined ? leaf(key, value) : putBelow(root, 0, key, value, owner)
}

/** The trie without a key; the very same node when the key is not there. */
export function remove<Value>(
  root: Node<Value> | undefined,
  key: Packed,
  owner: Owner,
): Node<Value> | undefined {
  return root === undefined ? undefined : removeBelow(root, 0, key, owner)
}

/** The values in the order of their keys. */
export function* values<Value>(root: Node<Value> | undefined): Generator<Value> {
  for (const part of leaves(root)) {
    if (part.kind === 'leaf') yield part.value
    else yield* part.values()
  }
}

/** The leaves in the order of their keys, and the parts that have no nodes yet. */
export function* leaves<Value>(
  root: Node<Value> | undefined,
): Generator<Leaf<Value> | Lazy<Value>, void> {
  const ahead = [root]
  while (ahead.length > 0) {
    const node = ahead.pop()
    if (node === undefined) continue
    if (node.kind === 'leaf' || node.kind === 'lazy') yield node
    else if (node.kind === 'extension') ahead.push(node.child)
    else for (let index = 15; index >= 0; index--) ahead.push(node[index])
  }
}

export function leaf<Value>(key: Packed, value: Value): Leaf<Value> {
  return { kind: 'leaf', ref: undefined, key, value }
}

/** The node over `child` that stands for the nibbles of `key` from `start` to `end`: `child` itself when there are none. */
export function extension<Value>(
  key: Packed,
  start: number,
  end: number,
  child: Branch<Value>,
): Extension<Value> | Branch<Value> {
  return start === end ? child : { kind: 'extension', ref: undefined, key, end, child }
}

const noChildren: Children<never> = {}

/** Each child is named, so that the engine reserves the right amount of room. */
function branch<Value>(children: Children<Value>, owner: Owner): Branch<Value> {
  return {
    kind: 'branch',
    ref: undefined,
    owner,
    0: children[0],
    1: children[1],
    2: children[2],
    3: children[3],
    4: children[4],
    5: children[5],
    6: children[6],
    7: children[7],
    8: children[8],
    9: children[9],
    10: children[10],
    11: children[11],
    12: children[12],
    13: children[13],
    14: children[14],
    15: children[15],
  }
}

/** A branch without children, which are to be put into it. */
export function branchOf<Value>(owner: Owner): Branch<Value> {
  return branch<Value>(noChildren, owner)
}

/** A branch with two children, whose keys differ at `position`. */
function splitAt<Value>(
  position: number,
  old: Node<Value>,
  oldKey: Packed,
  added: Leaf<Value>,
  owner: Owner,
): Branch<Value> {
  const split = branchOf<Value>(owner)
  split[nibbleAt(oldKey, position)] = old
  split[nibbleAt(added.key, position)] = added
  return split
}

/** The branch with one child set or taken away, in place when this batch has made the branch. */
function withChild<Value>(
  node: Branch<Value>,
  index: number,
  child: Node<Value> | undefined,
  owner: Owner,
): Branch<Value> {
  const own = node.owner === owner ? node : successor(node, owner)
  own[index] = child
  own.ref = undefined
  return own
}

/** A copy. The old version is left without its name: of each block some ten nodes are old, and few are asked for it again. */
function successor<Value>(node: Branch<Value>, owner: Owner): Branch<Value> {
  node.ref = undefined
  return branch(node, owner)
}

function putBelow<Value>(
  node: Node<Value>,
  depth: number,
  key: Packed,
  value: Value,
  owner: Owner,
): Node<Value> {
  if (node.kind === 'branch') {
    const index = nibbleAt(key, depth)
    const child = node[index]
    const changed =
      child === undefined ? leaf(key, value) : putBelow(child, depth + 1, key, value, owner)
    return withChild(node, index, changed, owner)
  }
  if (node.kind === 'lazy') return putBelow(node.load(), depth, key, value, owner)
  const differs = divergence(node.key, key, depth)
  if (node.kind === 'leaf') {
    if (differs === keyNibbles) {
      node.ref = undefined
      return leaf(key, value)
    }
    // The old leaf moves down, and its RLP depends on its depth: it is created again.
    const sunk = leaf(node.key, node.value)
    const split = splitAt(differs, sunk, node.key, leaf(key, value), owner)
    return extension(key, depth, differs, split)
  }
  if (differs >= node.end) {
    // A write below a branch gives a branch again.
    const child = putBelow(node.child, node.end, key, value, owner) as Branch<Value>
    return extension(node.key, depth, node.end, child)
  }
  const below = extension(node.key, differs + 1, node.end, node.child)
  const split = splitAt(differs, below, node.key, leaf(key, value), owner)
  return extension(key, depth, differs, split)
}

function removeBelow<Value>(
  node: Node<Value>,
  depth: number,
  key: Packed,
  owner: Owner,
): Node<Value> | undefined {
  if (node.kind === 'leaf') return node.key === key ? undefined : node
  if (node.kind === 'lazy') {
    const loaded = node.load()
    const rest = removeBelow(loaded, depth, key, owner)
    return rest === loaded ? node : rest
  }
  if (node.kind === 'extension') {
    if (divergence(node.key, key, depth) < node.end) return node
    const rest = removeBelow(node.child, node.end, key, owner)
    // A branch has two keys at least, so something is left of it.
    return rest === undefined || rest === node.child ? node : lift(rest, depth, node.end)
  }
  const index = nibbleAt(key, depth)
  const child = node[index]
  if (child === undefined) return node
  const rest = removeBelow(child, depth + 1, key, owner)
  if (rest === child) return node
  if (rest === undefined) {
    const last = onlyOther(node, index)
    if (last !== undefined) return lift(last, depth, depth + 1)
  }
  return withChild(node, index, rest, owner)
}

/** The one child beside that at `index`, when there is exactly one. */
function onlyOther<Value>(node: Branch<Value>, index: number): Node<Value> | undefined {
  let found: Node<Value> | undefined
  for (let other = 0; other < 16; other++) {
    const child = node[other]
    if (other === index || child === undefined) continue
    if (found !== undefined) return undefined
    found = child
  }
  return found
}

/** A node that stood at depth `from`, to stand at `to` above it, with the path between the two. */
function lift<Value>(node: Node<Value>, to: number, from: number): Node<Value> {
  if (node.kind === 'leaf') return leaf(node.key, node.value)
  if (node.kind === 'lazy') return lift(node.load(), to, from)
  if (node.kind === 'extension') return extension(node.key, to, node.end, node.child)
  return extension(anyKey(node), to, from, node)
}

function anyKey<Value>(root: Branch<Value>): Packed {
  let node: Node<Value> | undefined = root
  while (node?.kind === 'branch') {
    let first = 0
    while (node[first] === undefined) first++
    const child: Node<Value> | undefined = node[first]
    node = child?.kind === 'lazy' ? child.load() : child
  }
  return (node as Leaf<Value> | Extension<Value>).key
}
