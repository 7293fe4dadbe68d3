import { createBlockFromRLP } from '@ethereumjs/block'
import type { EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { hexToBytes, MapDB, ValueEncoding } from '@ethereumjs/util'
import { createVM, runBlock } from '@ethereumjs/vm'
import { keccak256 } from 'viem'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import type { Hex } from '../../src/lib/hex.ts'
import type { HardforkName } from '../../src/types/options/options.ts'

export interface Witness {
  readonly state: readonly Hex[]
  readonly codes: readonly Hex[]
  readonly keys: readonly Hex[]
  readonly headers: readonly Hex[]
}

const emptyRoot = '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** Nodes and codes by their hashes: EthereumJS puts a prefix of its own before some. */
class WitnessDb extends MapDB<string, Uint8Array> {
  override async get(key: string) {
    const hash = key.slice(-64)
    const found = await super.get(hash)
    // EthereumJS takes a node that is missing for one that is not there.
    if (found === undefined && hash !== emptyRoot) throw new Error(`the witness lacks ${hash}`)
    return found
  }

  override put(key: string, value: Uint8Array) {
    return super.put(key.slice(-64), value)
  }

  override shallowCopy() {
    return this
  }
}

/**
 * Runs a block by EthereumJS with nothing but its witness, on tries of the witness's nodes alone, and compares
 * all that its header claims. Rejects when a node or a code is missing, or the block does not hold.
 */
export async function runStateless(
  encoded: Hex,
  witness: Witness,
  { chainId, hardfork }: { readonly chainId: number; readonly hardfork: HardforkName },
): Promise<void> {
  const common = createProtocol({ chainId, hardfork, transactionGasCap: true }).separateCommon(
    0n,
    0n,
  )
  const headers = witness.headers.map((header) => RLP.decode(hexToBytes(header)) as Uint8Array[])
  const root = headers.at(-1)?.[3] as Uint8Array
  const db = new WitnessDb()
  for (const bytes of [...witness.state, ...witness.codes]) {
    await db.put(keccak256(bytes).slice(2), hexToBytes(bytes))
  }
  const trie = await createMPT({ useKeyHashing: true, db, valueEncoding: ValueEncoding.Bytes })
  const stateManager = new MerkleStateManager({ common, trie })
  const hashes = new Map(
    headers.map((header, index) => [
      BigInt(`0x${Buffer.from(header[8] as Uint8Array).toString('hex') || '0'}`),
      keccak256(witness.headers[index] as Hex, 'bytes'),
    ]),
  )
  const blockchain: EVMMockBlockchainInterface = {
    getBlock: async (number) => {
      const hash = hashes.get(BigInt(Number(number)))
      if (hash === undefined) throw new Error(`the witness has no header of block ${number}`)
      return { hash: () => hash }
    },
    putBlock: async () => {},
    shallowCopy: () => blockchain,
  }
  const vm = await createVM({ common, stateManager, blockchain })
  const block = createBlockFromRLP(hexToBytes(encoded), { common })
  await runBlock(vm, { block, root, skipHeaderValidation: true })
}
