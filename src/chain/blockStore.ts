import type { Block, BlockBytes, BlockHeader } from '@ethereumjs/block'
import {
  type Blockchain,
  createBlockchain,
  DBOp,
  DBSaveLookups,
  DBSetBlockOrHeader,
  DBSetTD,
} from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import { equalBytes } from '../lib/hex.ts'
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
  rememberLastHeader(blockchain)
  return { blockchain, database }
}

/** EthereumJS decodes the header of the head three times to put a block on it, which was most of what that costs. */
function rememberLastHeader({ dbManager }: Blockchain): void {
  const decode = dbManager.getHeader.bind(dbManager)
  let last: { readonly hash: Uint8Array; readonly header: BlockHeader } | undefined
  dbManager.getHeader = async (hash, number) => {
    if (last !== undefined && equalBytes(last.hash, hash)) return last.header
    const header = await decode(hash, number)
    last = { hash, header }
    return header
  }
}

export async function putOnTop({ blockchain }: BlockStore, block: SealedBlock): Promise<void> {
  await blockchain.putBlock(encodedOnce(blockchain, block))
  // The next block can be put only if EthereumJS reads this one back: better to fail now.
  await blockchain.getCanonicalHeadHeader()
}

/**
 * The block with the encodings of its typed transactions at hand. Encoding them anew was most of
 * what storing a block costs: 1.4 of 1.8 ms with 200 transactions.
 */
function encodedOnce(
  { common }: Pick<Blockchain, 'common'>,
  { block, transactions }: SealedBlock,
): Block {
  const raw = (): BlockBytes => {
    const [header, uncles] = [block.header.raw(), block.uncleHeaders.map((uncle) => uncle.raw())]
    const envelopes = transactions.map(({ envelope, raw: encoding }) =>
      envelope.type === 0 ? envelope.raw() : encoding,
    )
    const withdrawals = block.withdrawals?.map((withdrawal) => withdrawal.raw())
    const bytes = [header, envelopes, uncles, ...(withdrawals ? [withdrawals] : [])]
    return bytes as BlockBytes
  }
  // Its own rules may be of another chain id: EthereumJS would refuse it, users may change it.
  return Object.create(block, { raw: { value: raw }, common: { value: common } })
}

/** Makes a block the head whose parent is not there. */
export async function putApart({ blockchain }: BlockStore, block: SealedBlock): Promise<void> {
  const { header, number } = block
  const hash = header.hash()
  await blockchain.dbManager.batch([
    DBSetTD(header.difficulty, number, hash),
    ...DBSetBlockOrHeader(encodedOnce(blockchain, block)),
    ...DBSaveLookups(hash, number),
  ])
  moveHeads(blockchain, hash)
  await blockchain.resetCanonicalHead(number)
}

/** Removes a block and all above it; its parent is the head again. */
export async function removeFrom({ blockchain }: BlockStore, lowest: SealedBlock): Promise<void> {
  await blockchain.delBlock(lowest.header.hash())
  // That moved the heads in memory only; this writes them down.
  await blockchain.resetCanonicalHead(lowest.number - 1n)
}

/** Makes an earlier block the head again where the one after it is not there, which EthereumJS would remove. */
export async function returnTo({ blockchain }: BlockStore, head: bigint): Promise<void> {
  moveHeads(blockchain, await blockchain.dbManager.numberToHash(head))
  await blockchain.resetCanonicalHead(head)
}

/** What EthereumJS keeps of a block, by its own numbers, which it does not export. */
const targets = {
  hashToNumber: 3,
  numberToHash: 4,
  totalDifficulty: 5,
  body: 6,
  header: 7,
} as const

/** Forgets blocks that others stand on. */
export async function forget(
  { blockchain }: BlockStore,
  blocks: readonly SealedBlock[],
): Promise<void> {
  const operations = blocks.flatMap(({ number: blockNumber, header }) => {
    const blockHash = header.hash()
    const key = { blockNumber, blockHash }
    return [
      DBOp.del(targets.hashToNumber, { blockHash }),
      DBOp.del(targets.numberToHash, { blockNumber }),
      DBOp.del(targets.totalDifficulty, key),
      DBOp.del(targets.body, key),
      DBOp.del(targets.header, key),
    ]
  })
  if (operations.length > 0) await blockchain.dbManager.batch(operations)
}

/** In memory; EthereumJS itself moves its heads only to blocks whose parents it has. */
function moveHeads(blockchain: Blockchain, hash: Uint8Array | undefined): void {
  Object.assign(blockchain, { _headHeaderHash: hash, _headBlockHash: hash })
}
