import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { type RlpTree, readRlp } from '../../lib/rlp.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** Nodes of tries by their hash. */
export type Nodes = (hash: Hex) => Uint8Array | undefined

/** The root of the trie without keys. */
export const emptyRoot = bytesToHex(keccak256(Uint8Array.of(0x80)))

/** A proof lacks a node, or has what cannot be one. */
export class BrokenProof extends Error {
  override readonly name = 'BrokenProof'
}

/**
 * The value that a trie holds for a key which is hashed, `undefined` when it is proven that there is none.
 * Throws a `BrokenProof`.
 */
function provenValue(root: Hex, key: Uint8Array, nodes: Nodes): Uint8Array | undefined {
  if (root === emptyRoot) return undefined
  const path = nibblesOf(keccak256(key))
  let node = nodeOf(root, nodes)
  for (let depth = 0; ; ) {
    if (node.length === 17) {
      const child: RlpTree = node[path[depth++] as number] as RlpTree
      if (isEmpty(child)) return undefined
      node = childOf(child, nodes)
      continue
    }
    const { part, isLeaf } = partOf(node[0])
    const isOnPath = part.every((nibble, index) => path[depth + index] === nibble)
    if (!isOnPath) return undefined
    depth += part.length
    if (!isLeaf) {
      node = childOf(node[1] as RlpTree, nodes)
      continue
    }
    const value = node[1]
    if (depth !== path.length || !(value instanceof Uint8Array)) throw new BrokenProof('no leaf')
    return value
  }
}

function nodeOf(hash: Hex, nodes: Nodes): readonly RlpTree[] {
  const rlp = nodes(hash)
  if (rlp === undefined) throw new BrokenProof(`the node ${hash} is not there`)
  if (bytesToHex(keccak256(rlp)) !== hash) throw new BrokenProof(`${hash} is another node`)
  return listOf(rlp)
}

/** A child stands in its parent when it is short, else its hash does. */
function childOf(child: RlpTree, nodes: Nodes): readonly RlpTree[] {
  if (!(child instanceof Uint8Array)) return requireNode(child)
  if (child.length !== 32) throw new BrokenProof('a child that is neither node nor hash')
  return nodeOf(bytesToHex(child), nodes)
}

function listOf(rlp: Uint8Array): readonly RlpTree[] {
  let tree: RlpTree
  try {
    tree = readRlp(rlp)
  } catch {
    throw new BrokenProof('a node that is no RLP')
  }
  if (tree instanceof Uint8Array) throw new BrokenProof('a node that is no list')
  return requireNode(tree)
}

function requireNode(tree: readonly RlpTree[]): readonly RlpTree[] {
  if (tree.length === 17 || tree.length === 2) return tree
  throw new BrokenProof(`a node of ${tree.length} items`)
}

/** The part of a path that a leaf or an extension has, and which of them it is. */
export function partOf(encoded: RlpTree | undefined): {
  readonly part: readonly number[]
  readonly isLeaf: boolean
} {
  if (!(encoded instanceof Uint8Array) || encoded.length === 0) {
    throw new BrokenProof('a node without a path')
  }
  const [flag = 0, ...rest] = nibblesOf(encoded)
  return { part: flag & 1 ? rest : rest.slice(1), isLeaf: flag >= 2 }
}

/** Half bytes, the upper one first. */
export function nibblesOf(bytes: Uint8Array): readonly number[] {
  return Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15])
}

function isEmpty(tree: RlpTree): boolean {
  return tree instanceof Uint8Array && tree.length === 0
}

/** An account as a state root has it. */
export interface ProvenAccount {
  readonly nonce: bigint
  /** Wei. */
  readonly balance: bigint
  readonly storageRoot: Hex
  readonly codeHash: Hex
  readonly absent: boolean
}

const absentAccount: ProvenAccount = {
  nonce: 0n,
  balance: 0n,
  storageRoot: emptyRoot,
  codeHash: bytesToHex(keccak256(new Uint8Array())),
  absent: true,
}

/** The account at an address under a state root. Throws a `BrokenProof`. */
export function provenAccount(stateRoot: Hex, address: Hex, nodes: Nodes): ProvenAccount {
  const value = provenValue(stateRoot, hexToBytes(address), nodes)
  if (value === undefined) return absentAccount
  const fields = fieldsOf(value)
  const [nonce, balance, storageRoot, codeHash] = fields
  if (fields.length !== 4 || nonce === undefined || balance === undefined) {
    throw new BrokenProof('a leaf that is no account')
  }
  return {
    nonce: bytesToBigInt(nonce),
    balance: bytesToBigInt(balance),
    storageRoot: bytesToHex(storageRoot ?? new Uint8Array()),
    codeHash: bytesToHex(codeHash ?? new Uint8Array()),
    absent: false,
  }
}

/** The value of a slot under the root of an account's storage. Throws a `BrokenProof`. */
export function provenSlot(storageRoot: Hex, slot: bigint, nodes: Nodes): bigint {
  const value = provenValue(storageRoot, numberToBytes(slot, 32), nodes)
  if (value === undefined) return 0n
  const number = rlpOf(value)
  if (!(number instanceof Uint8Array)) throw new BrokenProof('a leaf that is no value of a slot')
  return bytesToBigInt(number)
}

function fieldsOf(value: Uint8Array): readonly Uint8Array[] {
  const tree = rlpOf(value)
  const fields = tree instanceof Uint8Array ? [] : tree
  return fields.filter((field) => field instanceof Uint8Array)
}

function rlpOf(value: Uint8Array): RlpTree {
  try {
    return readRlp(value)
  } catch {
    throw new BrokenProof('a leaf that is no RLP')
  }
}
