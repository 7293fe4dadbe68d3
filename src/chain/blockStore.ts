import { type Blockchain, createBlockchain } from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import type { SealedBlock } from '../types/view.ts'
import { type DatabaseContent, MemoryDatabase } from './memoryDatabase.ts'

/** The blocks of a chain in `@ethereumjs/blockchain`, and the database that it writes them to. */
export interface BlockStore {
  readonly blockchain: Blockchain
  readonly database: MemoryDatabase
}

/** A store over what a database held at some moment; over nothing it begins with genesis. */
export async function openStore(
  genesis: SealedBlock,
  common: Common,
  content?: DatabaseContent,
): Promise<BlockStore> {
  const database = new MemoryDatabase(content)
  const blockchain = await createBlockchain({
    db: database,
    common,
    genesisBlock: genesis.block,
    // Our own builder made the blocks: checking them again would cost more than storing them.
    validateBlocks: false,
    validateConsensus: false,
  })
  return { blockchain, database }
}

export async function putOnTop({ blockchain }: BlockStore, { block }: SealedBlock): Promise<void> {
  await blockchain.putBlock(block)
  // The next block can be put only if EthereumJS reads this one back: better to fail now.
  await blockchain.getCanonicalHeadHeader()
}

/** Removes a block and all above it; its parent is the head again. */
export async function removeFrom({ blockchain }: BlockStore, lowest: SealedBlock): Promise<void> {
  await blockchain.delBlock(lowest.header.hash())
  // That moved the heads in memory only; this writes them down.
  await blockchain.resetCanonicalHead(lowest.number - 1n)
}
