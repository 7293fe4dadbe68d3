import { keccak256Item, keccak256Text } from '../../wasm/keccak/keccak256.ts'
import { bytesItem, hashItem, listItem, type Packed, unpack } from './packed.ts'
import { type Branch, type Extension, type Node, nibbleAt, type Plain, values } from './trie.ts'

/** The RLP of a trie's value, 1 to 255 bytes. */
export type EncodeValue<Value> = (value: Value) => Packed

/** The hash of the trie without keys: keccak-256 of the RLP of no bytes. */
export const emptyTrieRoot: Packed = keccak256Text('\x80')
const emptyItem = hashItem(emptyTrieRoot)

/**
 * The root hash of a trie. Hashes the nodes that no root was asked of before and remembers theirs.
 * A root is never shorter than 32 bytes, as the whole path of a key stands in the nodes that its
 * RLP would hold: its name is always a hash.
 */
export function rootHash<Value>(root: Node<Value> | undefined, encode: EncodeValue<Value>): Packed {
  return root === undefined ? emptyTrieRoot : rootItem(root, encode).slice(1)
}

/** The RLP of the root hash. */
export function rootItem<Value>(root: Node<Value> | undefined, encode: EncodeValue<Value>): Packed {
  return root === undefined ? emptyItem : refOf(root, 0, encode)
}

/**
 * Hashes what no root was asked of before, one node after the other: asking for the root of a large trie for
 * the first time takes long. `inside` does so with the tries in a value. Tells how many nodes or values each step took.
 */
export function* hashNodes<Value>(
  root: Node<Value> | undefined,
  encode: EncodeValue<Value>,
  inside: (value: Value) => Iterable<number>,
): Generator<number> {
  // From the root to where it is, with the child of a branch that comes next: generators inside each other
  // would pass each pause on through all of them.
  const path = root === undefined ? [] : [{ node: root, depth: 0, next: 0 }]
  for (let place = path.at(-1); place !== undefined; place = path.at(-1)) {
    const { node, depth } = place
    if (node.ref === undefined) {
      const below = nextBelow(place)
      if (below !== undefined) {
        path.push(below)
        continue
      }
      if (node.kind === 'leaf') yield* inside(node.value)
      refOf(node, depth, encode)
      yield node.kind === 'lazy' ? node.size : 1
    }
    path.pop()
  }
}

interface Place<Value> {
  readonly node: Node<Value>
  readonly depth: number
  next: number
}

/** The next child of a node that is not hashed. */
function nextBelow<Value>(place: Place<Value>): Place<Value> | undefined {
  const { node, depth } = place
  if (node.kind === 'leaf') return undefined
  if (node.kind === 'lazy') {
    if (!node.isLarge || node.load().ref !== undefined) return undefined
    return { node: node.load(), depth, next: 0 }
  }
  if (node.kind === 'extension') {
    return node.child.ref === undefined ? { node: node.child, depth: node.end, next: 0 } : undefined
  }
  for (; place.next < 16; place.next++) {
    const child = node[place.next]
    if (child !== undefined && child.ref === undefined) {
      return { node: child, depth: depth + 1, next: 0 }
    }
  }
  return undefined
}

/**
 * The RLP of the nodes from the root towards a key, as far as the trie goes its way: proves the
 * value, or that there is none. As in geth, nodes that stand inside their parent are left out.
 */
export function prove<Value>(
  root: Node<Value> | undefined,
  key: Packed,
  encode: EncodeValue<Value>,
): Uint8Array[] {
  const proof: Uint8Array[] = []
  let node = root
  let depth = 0
  while (node !== undefined) {
    if (node.kind === 'lazy') node = node.load()
    const ref = refOf(node, depth, encode)
    if (ref.length === 33) proof.push(unpack(encodeNode(node, depth, encode)))
    if (node.kind === 'leaf') break
    if (node.kind === 'branch') {
      node = node[nibbleAt(key, depth)]
      depth++
    } else {
      for (; depth < node.end; depth++) {
        if (nibbleAt(node.key, depth) !== nibbleAt(key, depth)) return proof
      }
      node = node.child
    }
  }
  return proof
}

function refOf<Value>(node: Node<Value>, depth: number, encode: EncodeValue<Value>): Packed {
  if (node.ref !== undefined) return node.ref
  node.ref =
    node.kind === 'lazy'
      ? (node.name() ?? refOf(node.load(), depth, encode))
      : named(encodeNode(node, depth, encode))
  return node.ref
}

/** The name of a node with this RLP. */
function named(encoded: Packed): Packed {
  return encoded.length < 32 ? encoded : keccak256Item(encoded)
}

/** The name of a leaf at a depth; `value` is RLP. */
export function leafName(key: Packed, depth: number, value: Packed): Packed {
  return named(encodeLeaf(key, depth, value))
}

/** The name of the node over a branch that stands for the nibbles of `key` from `start` to `end`. */
export function extensionName(key: Packed, start: number, end: number, branch: Packed): Packed {
  return named(encodeExtension(key, start, end, branch))
}

/** The name of a branch with children of these names. */
export function branchName(children: readonly (Packed | undefined)[]): Packed {
  let items = ''
  for (const child of children) items += child ?? '\x80'
  return named(listItem(items + noValue))
}

function encodeNode<Value>(node: Plain<Value>, depth: number, encode: EncodeValue<Value>): Packed {
  if (node.kind === 'branch') return encodeBranch(node, depth, encode)
  if (node.kind === 'leaf') return encodeLeaf(node.key, depth, encode(node.value))
  return encodeExtension(node.key, depth, node.end, refOf(node.child, node.end, encode))
}

function encodeLeaf(key: Packed, depth: number, value: Packed): Packed {
  return listItem(bytesItem(pathOf(key, depth, 64, 2)) + bytesItem(value))
}

function encodeExtension(key: Packed, start: number, end: number, child: Packed): Packed {
  return listItem(bytesItem(pathOf(key, start, end, 0)) + child)
}

/** The value of a key that ends at a branch: keys of one length never do. */
const noValue = '\x80'

function encodeBranch<Value>(
  node: Branch<Value>,
  depth: number,
  encode: EncodeValue<Value>,
): Packed {
  let items = ''
  for (let index = 0; index < 16; index++) {
    const child = node[index]
    items += child === undefined ? '\x80' : (child.ref ?? refOf(child, depth + 1, encode))
  }
  return listItem(items + noValue)
}

/** The nibbles from `start` to `end` in hex-prefix encoding; `flag` is 2 for a leaf and 0 for an extension. */
function pathOf(key: Packed, start: number, end: number, flag: number): Packed {
  const isOdd = ((end - start) & 1) === 1
  const first = (flag << 4) + (isOdd ? 16 + nibbleAt(key, start) : 0)
  let path = String.fromCharCode(first)
  const from = isOdd ? start + 1 : start
  if ((from & 1) === 0) return path + key.slice(from >> 1, end >> 1)
  for (let at = from; at < end; at += 2) {
    path += String.fromCharCode((nibbleAt(key, at) << 4) + nibbleAt(key, at + 1))
  }
  return path
}

/** What a key holds in two versions of a trie; nothing where the key is missing. */
export interface Change<Value> {
  readonly before: Value | undefined
  readonly after: Value | undefined
}

/**
 * The values that differ between two versions of a trie, each once, in no order. Parts that the two share
 * are passed over, so this costs what was written between them, not what is there.
 * `keyOf` returns a unique key of the value.
 */
export function* trieChanges<Value>(
  before: Node<Value> | undefined,
  after: Node<Value> | undefined,
  keyOf: (value: Value) => string,
): Generator<Change<Value>> {
  const ahead = [{ before, after, depth: 0 }]
  for (let pair = ahead.pop(); pair !== undefined; pair = ahead.pop()) {
    if (pair.before === pair.after) continue
    const { depth } = pair
    const [old, now] = [plain(pair.before), plain(pair.after)]
    if (old?.kind === 'branch' && now?.kind === 'branch') {
      for (let index = 0; index < 16; index++) {
        const [before, after] = [old[index], now[index]]
        if (before !== after) ahead.push({ before, after, depth: depth + 1 })
      }
    } else if (old?.kind === 'extension' && now?.kind === 'extension' && isAlong(old, now, depth)) {
      ahead.push({ before: old.child, after: now.child, depth: old.end })
    } else yield* listChanges(old, now, keyOf)
  }
}

function plain<Value>(node: Node<Value> | undefined): Plain<Value> | undefined {
  return node?.kind === 'lazy' ? node.load() : node
}

/** Whether both extensions, at the same depth, lead to the same place. */
function isAlong<Value>(left: Extension<Value>, right: Extension<Value>, depth: number): boolean {
  if (left.end !== right.end) return false
  for (let at = depth; at < left.end; at++) {
    if (nibbleAt(left.key, at) !== nibbleAt(right.key, at)) return false
  }
  return true
}

/** The same for parts of different shape: there is little below them, so all of it is listed. */
function* listChanges<Value>(
  before: Node<Value> | undefined,
  after: Node<Value> | undefined,
  keyOf: (value: Value) => string,
): Generator<Change<Value>> {
  const now = new Map<string, Value>()
  for (const value of values(after)) now.set(keyOf(value), value)
  for (const old of values(before)) {
    const key = keyOf(old)
    const value = now.get(key)
    now.delete(key)
    if (value !== old) yield { before: old, after: value }
  }
  for (const value of now.values()) yield { before: undefined, after: value }
}
