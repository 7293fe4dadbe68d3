import { Block, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { beforeAll, describe, expect, test } from 'vitest'
import { executeBlock } from '../../src/block/executeBlock.ts'
import { EvmPool } from '../../src/ethereumjs/machine.ts'
import { type Protocol, protocolOf } from '../../src/ethereumjs/protocol/protocol.ts'
import { transactionsRoot } from '../../src/execution/rules/body.ts'
import { InvalidBlock } from '../../src/execution/rules/invalidBlock.ts'
import { decodeBlock, splitBlocks } from '../../src/files/chainFile.ts'
import { parseGenesis } from '../../src/files/genesis/genesisFile.ts'
import { genesisBlock } from '../../src/files/genesis/genesisWriter.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { type RefereeChain, refereeChain } from '../files/refereeChain.ts'

let referee: RefereeChain
let protocol: Protocol
let machines: EvmPool
/** The referee's chain as we run it. */
const chain: SealedBlock[] = []

beforeAll(async () => {
  referee = await refereeChain()
  const genesis = parseGenesis(referee.genesis)
  protocol = protocolOf(genesis.rules, { transactionGasCap: true })
  machines = new EvmPool(emptyState(), { realMs: () => 0, yield: async () => {} })
  chain.push(genesisBlock(genesis, protocol))
  for (const encoded of splitBlocks(referee.file)) {
    const block = decodeBlock(encoded, protocol)
    chain.push(await run(chain.at(-1) as SealedBlock, block))
  }
})

function run(parent: SealedBlock, block: Block): Promise<SealedBlock> {
  const { number, timestamp } = block.header
  const common = protocol.commonAt(number, timestamp)
  const blockHashes = (wanted: bigint) => chain[Number(wanted)]?.header.hash()
  return executeBlock({ machines, common, blockHashes }, parent, block)
}

const blockAt = (number: number) => chain[number] as SealedBlock

test('a chain of EthereumJS runs to the same head, through every fork', () => {
  expect(chain.map(({ hash }) => hash)).toEqual(
    referee.blocks.map((block) => bytesToHex(block.hash())),
  )
  expect(bytesToHex(blockAt(24).state.root())).toBe(bytesToHex(blockAt(24).header.stateRoot))
})

test('a block comes out with what it did', () => {
  for (const [number, { block, size, receipts, transactions, kind }] of chain.entries()) {
    expect(kind).toBe('sealed')
    expect(size).toBe(referee.blocks[number]?.serialize().length)
    expect(receipts.map(({ transaction }) => transaction)).toEqual(transactions)
    expect(transactions.map(({ envelope }) => envelope)).toEqual(block.transactions)
    expect(receipts.at(-1)?.cumulativeGasUsed ?? 0n).toBe(block.header.gasUsed)
  }
})

test('receipts from before Byzantium carry the state root after each transaction', () => {
  expect(blockAt(4).receipts.every(({ stateRoot }) => stateRoot?.length === 32)).toBe(true)
  expect(blockAt(5).receipts.every(({ stateRoot }) => stateRoot === undefined)).toBe(true)
})

describe('what does not fit is named', () => {
  /** The block with its header changed, on its own parent. */
  const changed = (number: number, fields: HeaderData, transactions?: TypedTransaction[]) => {
    const { block, header } = blockAt(number)
    const altered = createBlockHeader({ ...header, ...fields } as HeaderData, {
      common: header.common,
      skipConsensusFormatValidation: true,
    })
    return new Block(
      altered,
      transactions ?? block.transactions,
      block.uncleHeaders,
      block.withdrawals,
    )
  }
  const outcomeOf = (block: Block) => run(blockAt(Number(block.header.number) - 1), block)
  const other = new Uint8Array(32).fill(7)

  test.each<[number, string, HeaderData, string]>([
    [9, 'gas used', { gasUsed: 21_001n }, 'it has 21001, but must have '],
    [23, 'blob gas used', { blobGasUsed: 131_072n }, 'it has 131072, but must have 1179648'],
    [9, 'logs bloom', { logsBloom: new Uint8Array(256).fill(1) }, 'it has 0x0101'],
    [3, 'receipts root', { receiptTrie: other }, `it has 0x${'07'.repeat(32)}, but must have 0x`],
    [9, 'receipts root', { receiptTrie: other }, `it has 0x${'07'.repeat(32)}, but must have 0x`],
    [19, 'requests hash', { requestsHash: other }, `it has 0x${'07'.repeat(32)}, but must have 0x`],
    [19, 'state root', { stateRoot: other }, `it has 0x${'07'.repeat(32)}, but must have 0x`],
    [9, 'state root', { coinbase: `0x${'99'.repeat(20)}` }, ''],
    [9, 'transactions root', { transactionsTrie: other }, `it has 0x${'07'.repeat(32)}`],
    [4, 'uncles hash', { uncleHash: other }, `it has 0x${'07'.repeat(32)}, but must have 0x`],
    [16, 'withdrawals root', { withdrawalsRoot: other }, `it has 0x${'07'.repeat(32)}`],
    [20, 'base fee', { baseFeePerGas: 5n }, 'it has 5, but must have '],
    [24, 'excess blob gas', { excessBlobGas: 5n }, 'it has 5, but must have 2302497'],
    [4, 'difficulty', { difficulty: 5n }, 'it has 5, but must have 131072'],
    [24, 'timestamp', { timestamp: 0n }, 'it has 0, but must have more than 1276'],
  ])('block %i: %s', async (number, what, fields, problem) => {
    const outcome = outcomeOf(changed(number, fields))
    await expect(outcome).rejects.toThrow(InvalidBlock)
    await expect(outcome).rejects.toThrow(`block ${number} is invalid: ${what}: ${problem}`)
    await expect(outcome).rejects.toMatchObject({ number: BigInt(number), what })
  })

  test('a block on another parent', async () => {
    await expect(run(blockAt(6), blockAt(8).block)).rejects.toThrow(
      'block 8 is invalid: number: it has 8, but must have 7',
    )
  })

  test('a transaction that cannot run', async () => {
    const again = [...blockAt(19).transactions, ...blockAt(18).transactions.slice(0, 1)]
    const block = changed(
      19,
      { transactionsTrie: transactionsRoot(again) },
      again.map(({ envelope }) => envelope),
    )
    await expect(outcomeOf(block)).rejects.toThrow(
      /^block 19 is invalid: transaction 11: nonce too low: address 0x/,
    )
  })

  test('a transaction that is not signed', async () => {
    const [first, ...others] = blockAt(19).block.transactions as [
      TypedTransaction,
      ...TypedTransaction[],
    ]
    const unsigned = Object.create(first, { isSigned: { value: () => false } })
    await expect(outcomeOf(changed(19, {}, [unsigned, ...others]))).rejects.toThrow(
      'block 19 is invalid: transaction 0: invalid sender',
    )
  })

  test('more gas than the block has left', async () => {
    const [parent, block] = [blockAt(23), blockAt(24)]
    const { common } = parent.header
    // On a parent with as small a limit, the header is fine.
    const small = { ...parent.header, gasLimit: block.header.gasUsed, gasUsed: 0n }
    const header = createBlockHeader(small, { common })
    const tight = changed(24, {
      gasLimit: header.gasLimit,
      parentHash: header.hash(),
      baseFeePerGas: header.calcNextBaseFee(),
    })
    await expect(run({ ...parent, header }, tight)).rejects.toThrow(
      /^block 24 is invalid: transaction \d+: gas limit 200000 exceeds the gas left in the block \d+$/,
    )
  })
})
