import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import {
  BrokenProof,
  emptyRoot,
  type Nodes,
  provenValue,
  type RlpTree,
  readRlp,
} from './merkleProof.ts'

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
