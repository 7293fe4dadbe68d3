import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import { encodeRlp, type RlpTree, readRlp } from '../../lib/rlp.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { emptyRoot, type Nodes, nibblesOf, partOf } from './merkleProof.ts'

/**
 * A trie of which some nodes are known: no bytes for the empty one, the hash of a node that is taken
 * from elsewhere, or a node itself, 17 items of a branch or 2 of what is none. Never changed.
 */
export type SparseTrie = RlpTree

/** A node is needed that is not known; `path` are the nibbles that lead to it. */
export class UnknownNode extends Error {
  override readonly name = 'UnknownNode'
  readonly path: readonly number[]

  constructor(path: readonly number[]) {
    super(`the node at ${path.join()} of a trie is not known`)
    this.path = path
  }
}

type Node = readonly RlpTree[]

/** A leaf, or an extension above another node. */
interface Short {
  readonly part: readonly number[]
  readonly isLeaf: boolean
  readonly below: RlpTree
}

export const emptyTrie: SparseTrie = new Uint8Array()

const branchLength = 17

/** The trie with a value at a key. Throws an `UnknownNode` on the key's path. */
export function putSparse(
  trie: SparseTrie,
  key: Uint8Array,
  value: Uint8Array,
  nodes: Nodes,
): SparseTrie {
  return put(trie, nibblesOf(key), 0, { value, nodes })
}

/**
 * The trie without a key; the same one when it is not there. Throws an `UnknownNode` on the key's path
 * or beside it: of a branch that is left with one child that child has to be known.
 */
export function removeSparse(trie: SparseTrie, key: Uint8Array, nodes: Nodes): SparseTrie {
  return remove(trie, nibblesOf(key), 0, nodes)
}

/** The hash of the root, 32 bytes. */
export function sparseRoot(trie: SparseTrie): Uint8Array {
  if (trie instanceof Uint8Array) return trie.length === 0 ? emptyHash : trie
  return keccak256(encoded(trie))
}

/**
 * RLP of the nodes from the root towards a key, at most `maxNibbles` below it, but for those that stand inside
 * their parent. Throws an `UnknownNode` on the key's path.
 */
export function proveSparse(
  trie: SparseTrie,
  key: Uint8Array,
  nodes: Nodes,
  maxNibbles = 64,
): readonly Uint8Array[] {
  const path = nibblesOf(key)
  const proof: Uint8Array[] = []
  let next: RlpTree = trie
  for (let depth = 0; ; ) {
    if (depth > maxNibbles) return proof
    const node = resolve(next, path.slice(0, depth), nodes)
    if (node === undefined) return proof
    const rlp = encoded(node)
    if (depth === 0 || rlp.length >= 32) proof.push(rlp)
    if (node.length === branchLength) {
      next = node[path[depth++] as number] as RlpTree
      continue
    }
    const { part, isLeaf, below } = shortOf(node)
    if (isLeaf || common(part, path, depth) < part.length) return proof
    depth += part.length
    next = below
  }
}

const emptyHash = hexToBytes(emptyRoot)

function put(
  trie: SparseTrie,
  path: readonly number[],
  depth: number,
  given: { readonly value: Uint8Array; readonly nodes: Nodes },
): Node {
  const node = resolve(trie, path.slice(0, depth), given.nodes)
  if (node === undefined) return leaf(path.slice(depth), given.value)
  if (node.length === branchLength) {
    const nibble = path[depth] as number
    return withChild(node, nibble, put(node[nibble] as RlpTree, path, depth + 1, given))
  }
  const { part, isLeaf, below } = shortOf(node)
  const same = common(part, path, depth)
  if (same === part.length) {
    if (isLeaf) return leaf(part, given.value)
    return extension(part, put(below, path, depth + same, given))
  }
  const branch: RlpTree[] = new Array(branchLength).fill(emptyTrie)
  const rest = part.slice(same + 1)
  branch[part[same] as number] = isLeaf ? leaf(rest, below) : lifted(rest, below)
  const own = depth + same
  branch[path[own] as number] = leaf(path.slice(own + 1), given.value)
  return lifted(part.slice(0, same), branch) as Node
}

function remove(
  trie: SparseTrie,
  path: readonly number[],
  depth: number,
  nodes: Nodes,
): SparseTrie {
  const node = resolve(trie, path.slice(0, depth), nodes)
  if (node === undefined) return trie
  if (node.length === branchLength) {
    const nibble = path[depth] as number
    const child = node[nibble] as RlpTree
    const rest = remove(child, path, depth + 1, nodes)
    if (rest === child) return trie
    const changed = withChild(node, nibble, rest)
    const [only, second] = childrenOf(changed)
    if (only === undefined || second !== undefined) return changed
    return merged([only], changed[only] as RlpTree, [...path.slice(0, depth), only], nodes)
  }
  const { part, isLeaf, below } = shortOf(node)
  if (common(part, path, depth) < part.length) return trie
  if (isLeaf) return emptyTrie
  const rest = remove(below, path, depth + part.length, nodes)
  if (rest === below) return trie
  return merged(part, rest, path.slice(0, depth + part.length), nodes)
}

/** Returns the node at `path`, moved up by a number of nibbles. */
function merged(
  before: readonly number[],
  trie: SparseTrie,
  path: readonly number[],
  nodes: Nodes,
): Node {
  const node = resolve(trie, path, nodes)
  if (node === undefined || node.length === branchLength) return extension(before, trie)
  const { part, isLeaf, below } = shortOf(node)
  return isLeaf ? leaf([...before, ...part], below) : extension([...before, ...part], below)
}

function resolve(trie: SparseTrie, path: readonly number[], nodes: Nodes): Node | undefined {
  if (!(trie instanceof Uint8Array)) return trie
  if (trie.length === 0) return undefined
  const hash = bytesToHex(trie)
  if (hash === emptyRoot) return undefined
  const rlp = nodes(hash)
  if (rlp === undefined) throw new UnknownNode(path)
  return readRlp(rlp) as Node
}

function withChild(branch: Node, nibble: number, child: RlpTree): Node {
  const changed = branch.slice()
  changed[nibble] = child
  return changed
}

function childrenOf(branch: Node): readonly number[] {
  return branch.flatMap((child, nibble) => (child.length === 0 ? [] : [nibble]))
}

/** How many nibbles of a part stand in a path from `depth` on. */
function common(part: readonly number[], path: readonly number[], depth: number): number {
  const differs = part.findIndex((nibble, index) => nibble !== path[depth + index])
  return differs === -1 ? part.length : differs
}

function shortOf([encodedPart, below]: Node): Short {
  return { ...partOf(encodedPart), below: below as RlpTree }
}

function leaf(part: readonly number[], value: RlpTree): Node {
  return [hexPrefix(part, 2), value]
}

function extension(part: readonly number[], below: RlpTree): Node {
  return [hexPrefix(part, 0), below]
}

/** What is below, under the nibbles if there are any. */
function lifted(part: readonly number[], below: RlpTree): RlpTree {
  return part.length === 0 ? below : extension(part, below)
}

/** Nibbles in the encoding of leaves, with the flag 2, and of extensions, with 0. */
function hexPrefix(part: readonly number[], flag: number): Uint8Array {
  const odd = part.length & 1
  const all = odd ? [flag + 1, ...part] : [flag, 0, ...part]
  return Uint8Array.from({ length: all.length / 2 }, (_, index) => {
    return ((all[2 * index] as number) << 4) | (all[2 * index + 1] as number)
  })
}

const encodings = new WeakMap<Node, Uint8Array>()

function encoded(node: Node): Uint8Array {
  const known = encodings.get(node)
  if (known !== undefined) return known
  const rlp = encodeRlp(node.map((child) => (child instanceof Uint8Array ? child : named(child))))
  encodings.set(node, rlp)
  return rlp
}

/** A child as its parent has it: itself when it is short, else its hash. */
function named(child: Node): RlpTree {
  const rlp = encoded(child)
  return rlp.length < 32 ? child : keccak256(rlp)
}
