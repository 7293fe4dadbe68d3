import { bytesToHex, type Hex, hexToBytes } from '../../../lib/hex.ts'
import { encodeRlp, type RlpItem } from '../../../lib/rlp.ts'
import {
  BrokenProof,
  type Nodes,
  provenAccount,
  provenSlot,
} from '../../../state/trie/merkleProof.ts'
import type { JsonObject } from '../../../types/values.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import { hexOf, packHex } from '../blockFacts.ts'
import { ConflictingFact, NoProofs, UpstreamError } from '../forkErrors.ts'
import type { ForkBlock } from '../remoteFacts.ts'
import type { RemoteStore } from '../remoteStore.ts'
import { type AskingManner, StateReader } from '../upstream/stateReader.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { ProofReader } from './proofReader.ts'

/** The fields of a header in their order; what is a number has no zeros in front. */
const fields = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
] as const

/** The fields that hardforks have added, each after the earlier ones. */
const addedFields = [
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
  ['blockAccessListHash', 'bytes'],
  ['slotNumber', 'number'],
] as const

/** The hash of a block's header as Ethereum has it; nothing when it lacks what such a header has. */
export function headerHash(block: JsonObject): Hex | undefined {
  const added = addedFields.filter(([name]) => (block[name] ?? null) !== null)
  const items: RlpItem[] = []
  for (const [name, kind] of [...fields, ...added]) {
    const value = block[name]
    if (typeof value !== 'string' || !/^0x[0-9a-f]*$/i.test(value)) return undefined
    if (kind === 'bytes' && value.length % 2 !== 0) return undefined
    items.push(kind === 'number' ? BigInt(value === '0x' ? 0 : value) : hexToBytes(value))
  }
  return bytesToHex(keccak256(encodeRlp(items)))
}

/** Whether all values of a fork are proven, and if not, why. */
export interface Verification {
  readonly verified: boolean
  readonly whyNot?: string | undefined
}

interface Given {
  /** The upstream; none when the fork is offline. */
  readonly upstream: Upstream | undefined
  readonly manner: AskingManner
  /** What the cassette gave, which is named so. */
  readonly store: RemoteStore
  readonly file: string | undefined
}

/** An account that can be asked for anywhere. */
const anyAddress: Hex = `0x${'00'.repeat(20)}`

/**
 * Finds out whether a fork can be verified: its header hashes to its pin, and what a cassette gives is
 * proven there, or the upstream gives proofs. Throws a `NoProofs` when they are required and not to be
 * had, a `ConflictingFact` when a cassette's proofs prove something else than it says.
 */
export async function findVerification(
  mode: 'off' | 'auto' | 'required',
  block: ForkBlock,
  given: Given,
): Promise<Verification> {
  if (mode === 'off') return { verified: false }
  const whyNot = await reasonAgainst(block, given)
  if (whyNot === undefined) return { verified: true }
  if (mode === 'auto') return { verified: false, whyNot }
  throw new NoProofs(given.upstream?.name ?? given.file ?? 'the fork', whyNot)
}

async function reasonAgainst(block: ForkBlock, given: Given): Promise<string | undefined> {
  const { upstream, manner, store, file } = given
  if (headerHash(block.raw) !== block.hash) {
    return `the header of block ${block.number} does not hash to ${block.hash} in a way that is known`
  }
  const { accounts, slots } = store.size
  if (accounts + slots > 0) {
    if (store.node(packHex(block.stateRoot)) === undefined) {
      return `${file} was recorded without proofs, so record it again with --fork-refresh`
    }
    requireProven(block, store, file ?? '')
    return undefined
  }
  if (upstream === undefined) return `${file} has no proofs`
  return probe(upstream, block, manner)
}

/** Asks for one proof, beside something that tells whether the block was named in the right way. */
async function probe(
  upstream: Upstream,
  block: ForkBlock,
  manner: AskingManner,
): Promise<string | undefined> {
  const reader = new StateReader(upstream, block, manner)
  const proofs = new ProofReader(upstream, block, reader)
  const failed = await reader.at(async (parameter) => {
    const proof = proofs.readAt(parameter, { accounts: [anyAddress] }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await upstream.request('eth_getBalance', [anyAddress, parameter])
    return proof
  })
  if (failed instanceof UpstreamError) return failed.message
  if (failed !== undefined) throw failed
  return undefined
}

/** All that a cassette says of the state has to follow from its proofs. Throws a `ConflictingFact`. */
function requireProven({ stateRoot }: ForkBlock, store: RemoteStore, file: string): void {
  const nodes: Nodes = (hash) => store.node(packHex(hash))
  for (const address of store.addresses()) {
    const hex = hexOf(address)
    const proven = proving(`account ${hex}`, file, () => provenAccount(stateRoot, hex, nodes))
    const account = store.account(address)
    if (account !== undefined) {
      const { nonce, balance, codeHash } = account
      const isSame = nonce === proven.nonce && balance === proven.balance
      if (!isSame || hexOf(codeHash) !== proven.codeHash) {
        const said = `nonce ${nonce}, balance ${balance}, code ${hexOf(codeHash)}`
        const is = `nonce ${proven.nonce}, balance ${proven.balance}, code ${proven.codeHash}, which is proven`
        throw new ConflictingFact(`account ${hex}`, said, is, `${file}: `)
      }
      store.addAccount(address, { ...account, storageRoot: packHex(proven.storageRoot) })
    }
    for (const [slot, value] of store.slots(address)) {
      const key = `slot ${hexOf(slot)} of ${hex}`
      const found = proving(key, file, () =>
        provenSlot(proven.storageRoot, BigInt(hexOf(slot)), nodes),
      )
      const said = value === '' ? 0n : BigInt(hexOf(value))
      if (found !== said) {
        throw new ConflictingFact(key, String(said), `${found}, which is proven`, `${file}: `)
      }
    }
  }
}

function proving<Value>(key: string, file: string, prove: () => Value): Value {
  try {
    return prove()
  } catch (error) {
    if (!(error instanceof BrokenProof)) throw error
    throw new ConflictingFact(key, 'one that is said', 'none that is proven', `${file}: `)
  }
}
