import { latin1Part, writeLatin1 } from '../../lib/encodings.ts'
import { hashRoom, keccak256, keccak256String, room } from '../../wasm/keccak/keccak256.ts'
import { type Packed, pack, writePacked } from './packed.ts'
import { type Branch, type Extension, type Node, nibbleAt, type Plain } from './trie.ts'

/** The RLP of a trie's value, 1 to 255 bytes. The bytes may be overwritten by the next call. */
export type EncodeValue<Value> = (value: Value) => Uint8Array

/** The hash of the trie without keys: keccak-256 of the RLP of no bytes. */
export const emptyTrieRoot: Packed = pack(keccak256(Uint8Array.of(0x80)))

// Nodes are encoded where they are hashed. The largest is a branch of 532 bytes; a header of up to 3 bytes is written
// before the payload.
const payloadStart = 3
/** Where the node begins that was encoded last. */
let start = 0

/** Branches whose RLP is this long (so that its header has 3 bytes) keep it: to patch is faster than to encode anew. */
const leastKept = 259

/**
 * The root hash of a trie. Hashes the nodes that no root was asked of before and remembers theirs.
 * A root is never shorter than 32 bytes, as the whole path of a key stands in the nodes that its
 * RLP would hold: its name is always a hash.
 */
export function rootHash<Value>(root: Node<Value> | undefined, encode: EncodeValue<Value>): Packed {
  return root === undefined ? emptyTrieRoot : refOf(root, 0, encode)
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
      yield node.kind === 'frozen' ? node.size : 1
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
  if (node.kind === 'frozen') {
    if (!node.isLarge || node.thaw().ref !== undefined) return undefined
    return { node: node.thaw(), depth, next: 0 }
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
    if (node.kind === 'frozen') node = node.thaw()
    const ref = refOf(node, depth, encode)
    if (ref.length === 32) proof.push(encodedNode(node, depth, encode))
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
  if (node.kind === 'branch') node.ref = branchRef(node, depth, encode)
  else if (node.kind === 'leaf') node.ref = leafName(node.key, depth, encode(node.value))
  else if (node.kind === 'frozen') node.ref = node.name() ?? refOf(node.thaw(), depth, encode)
  else node.ref = named(encodeExtension(node, depth, encode))
  return node.ref
}

/** How a parent names the node that was encoded last and ends there. */
function named(end: number): Packed {
  return end - start < 32 ? latin1Part(room, start, end) : hashRoom(start, end)
}

/** The name of a leaf at a depth; `value` is RLP. */
export function leafName(key: Packed, depth: number, value: Uint8Array): Packed {
  return named(encodeLeaf(key, depth, value))
}

/** The name of the node over a branch that stands for the nibbles of `key` from `start` to `end`. */
export function extensionName(key: Packed, start: number, end: number, branch: Packed): Packed {
  return named(encodePath(key, start, end, branch))
}

/** The name of a branch with children of these names. */
export function branchName(children: readonly (Packed | undefined)[]): Packed {
  let at = payloadStart
  for (const child of children) {
    if (child === undefined) room[at++] = 0x80
    else at = writeRef(at, child)
  }
  room[at++] = 0x80
  return named(headed(at))
}

/** A copy of a node's RLP. */
function encodedNode<Value>(
  node: Plain<Value>,
  depth: number,
  encode: EncodeValue<Value>,
): Uint8Array {
  if (node.kind === 'branch' && node.encoded !== undefined) {
    if (isUpToDate(node, node.encoded, depth, encode)) return node.encoded.slice()
  }
  const end =
    node.kind === 'branch'
      ? encodeBranch(node, depth, encode)
      : node.kind === 'leaf'
        ? encodeLeaf(node.key, depth, encode(node.value))
        : encodeExtension(node, depth, encode)
  return room.slice(start, end)
}

function encodeLeaf(key: Packed, depth: number, value: Uint8Array): number {
  const out = room
  let at = writePath(payloadStart, key, depth, 64, 2)
  if (value.length > 55) {
    out[at++] = 0xb8
    out[at++] = value.length
  } else if (value.length > 1 || (value[0] as number) >= 0x80) {
    out[at++] = 0x80 + value.length
  }
  out.set(value, at)
  return headed(at + value.length)
}

function encodeExtension<Value>(
  node: Extension<Value>,
  depth: number,
  encode: EncodeValue<Value>,
): number {
  return encodePath(node.key, depth, node.end, refOf(node.child, node.end, encode))
}

function encodePath(key: Packed, start: number, end: number, child: Packed): number {
  return headed(writeRef(writePath(payloadStart, key, start, end, 0), child))
}

function branchRef<Value>(node: Branch<Value>, depth: number, encode: EncodeValue<Value>): Packed {
  if (node.encoded !== undefined && isUpToDate(node, node.encoded, depth, encode)) {
    return keccak256String(node.encoded)
  }
  const end = encodeBranch(node, depth, encode)
  node.encoded = end - start < leastKept ? undefined : room.slice(start, end)
  node.stale = 0
  return named(end)
}

function encodeBranch<Value>(
  node: Branch<Value>,
  depth: number,
  encode: EncodeValue<Value>,
): number {
  // All hashing below comes first: it uses the same place.
  for (let index = 0; index < 16; index++) {
    const child = node[index]
    if (child !== undefined && child.ref === undefined) refOf(child, depth + 1, encode)
  }
  const out = room
  let at = payloadStart
  for (let index = 0; index < 16; index++) {
    const ref = node[index]?.ref
    if (ref === undefined) out[at++] = 0x80
    else at = writeRef(at, ref)
  }
  // The seventeenth item is the value of a key that ends here: keys of one length never do.
  out[at++] = 0x80
  return headed(at)
}

/** Brings the encoding that a branch has kept up to date; says whether that can be done. */
function isUpToDate<Value>(
  node: Branch<Value>,
  encoded: Uint8Array,
  depth: number,
  encode: EncodeValue<Value>,
): boolean {
  for (let index = 0; node.stale >> index !== 0; index++) {
    const child = node[index]
    if ((node.stale >> index) & 1 && child !== undefined) refOf(child, depth + 1, encode)
  }
  return patch(node, encoded)
}

/** Brings an encoding up to date, if the stale children are hashes that take the place of hashes. */
function patch<Value>(node: Branch<Value>, encoded: Uint8Array): boolean {
  let at = 3
  for (let index = 0; node.stale >> index !== 0; index++) {
    const hashed = encoded[at] === 0x80 + 32
    if ((node.stale >> index) & 1) {
      const ref = node[index]?.ref
      if (!hashed || ref?.length !== 32) return false
      writePacked(encoded, at + 1, ref)
    } else if (!hashed && encoded[at] !== 0x80) {
      return false
    }
    at += hashed ? 33 : 1
  }
  node.stale = 0
  return true
}

/** Writes how a child stands in its parent, and gives where that ends. */
function writeRef(at: number, ref: Packed): number {
  if (ref.length < 32) {
    writeLatin1(ref, room, at)
    return at + ref.length
  }
  room[at] = 0x80 + 32
  writeLatin1(ref, room, at + 1)
  return at + 33
}

/** The nibbles from `start` to `end` in hex-prefix encoding; `flag` is 2 for a leaf and 0 for an extension. */
function writePath(at: number, key: Packed, start: number, end: number, flag: number): number {
  const out = room
  const odd = (end - start) & 1
  const length = 1 + ((end - start) >> 1)
  let position = start
  let next = at
  if (length > 1) out[next++] = 0x80 + length
  out[next++] = ((flag + odd) << 4) + (odd === 0 ? 0 : nibbleAt(key, position++))
  if ((position & 1) === 0) return writePacked(out, next, key.slice(position >> 1, end >> 1))
  for (; position < end; position += 2) {
    out[next++] = (nibbleAt(key, position) << 4) + nibbleAt(key, position + 1)
  }
  return next
}

/** Puts the list header before a payload that ends at `end`. */
function headed(end: number): number {
  const length = end - payloadStart
  if (length <= 55) {
    start = 2
    room[2] = 0xc0 + length
  } else if (length < 256) {
    start = 1
    room[1] = 0xf8
    room[2] = length
  } else {
    start = 0
    room[0] = 0xf9
    room[1] = length >> 8
    room[2] = length & 255
  }
  return end
}
