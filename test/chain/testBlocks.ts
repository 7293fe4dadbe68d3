import { createBlock } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { createFeeMarket1559Tx, createLegacyTx } from '@ethereumjs/tx'
import { createZeroAddress } from '@ethereumjs/util'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { emptyBloom, joinBlooms, logsBloom } from '../../src/execution/rules/receipt.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import type { Log, Receipt, SignedTransaction } from '../../src/types/transaction.ts'
import type { SealedBlock } from '../../src/types/view.ts'

const protocol = createProtocol({ chainId: 31337, hardfork: 'osaka', transactionGasCap: false })

/** The rules of the chains made here. */
export const testCommon = protocol.commonAt(0n, 0n)

/**
 * A transaction that no other nonce has the hash of: legacy for an even nonce, typed for an odd one.
 * Its signature is well-formed and by nobody.
 */
export function testTransaction(nonce: number): SignedTransaction {
  const fields = { nonce, gasLimit: 21_000n, to: createZeroAddress(), value: 10n ** 18n }
  const signature = { r: 1n << 250n, s: 1n << 250n }
  const envelope =
    nonce % 2 === 0
      ? createLegacyTx(
          { ...fields, ...signature, gasPrice: 10n ** 9n, v: 62709n },
          { common: testCommon },
        )
      : createFeeMarket1559Tx(
          { ...fields, ...signature, maxFeePerGas: 10n ** 9n, v: 1n },
          { common: testCommon },
        )
  const hash = bytesToHex(envelope.hash())
  return { hash, sender: createZeroAddress(), envelope, raw: envelope.serialize() }
}

export interface TestContent {
  readonly transactions?: readonly SignedTransaction[] | undefined
  /** By transaction. */
  readonly logs?: readonly (readonly Log[])[] | undefined
  /** Makes a block differ from others with the same parent and transactions. */
  readonly salt?: number | undefined
}

export function testGenesis(common: Common = testCommon): SealedBlock {
  return sealed({ number: 0n, gasLimit: 30_000_000n }, {}, common)
}

/** A block on a parent, put together by hand: nothing in it was executed. */
export function testBlock(
  parent: SealedBlock,
  content: TestContent = {},
  common: Common = testCommon,
): SealedBlock {
  const extraData = new Uint8Array(4)
  new DataView(extraData.buffer).setUint32(0, content.salt ?? 0)
  const number = parent.number + 1n
  const parentHash = parent.block.hash()
  return sealed(
    { number, parentHash, timestamp: number, gasLimit: 30_000_000n, extraData },
    content,
    common,
  )
}

/** A chain of blocks above a parent, oldest first. */
export function testBlocks(parent: SealedBlock, count: number): SealedBlock[] {
  const blocks = [parent]
  while (blocks.length <= count) blocks.push(testBlock(blocks.at(-1) ?? parent))
  return blocks.slice(1)
}

function sealed(
  header: {
    readonly number: bigint
    readonly gasLimit: bigint
    readonly parentHash?: Uint8Array
    readonly timestamp?: bigint
    readonly extraData?: Uint8Array
  },
  { transactions = [], logs = [] }: TestContent,
  common: Common,
): SealedBlock {
  const receipts = receiptsOf(transactions, logs)
  const bloom = joinBlooms(emptyBloom, receipts)
  const block = createBlock(
    {
      header: { ...header, logsBloom: bloom },
      transactions: transactions.map(({ envelope }) => envelope),
    },
    { common },
  )
  return {
    kind: 'sealed',
    hash: bytesToHex(block.hash()),
    number: header.number,
    block,
    header: block.header,
    transactions,
    receipts,
    state: emptyState(),
    size: block.serialize().length,
  }
}

function receiptsOf(
  transactions: readonly SignedTransaction[],
  logs: readonly (readonly Log[])[],
): readonly Receipt[] {
  let firstLogIndex = 0
  return transactions.map((transaction, index) => {
    const own = logs[index] ?? []
    const receipt: Receipt = {
      transaction,
      index,
      status: 1,
      gasUsed: 21_000n,
      cumulativeGasUsed: 21_000n * BigInt(index + 1),
      effectiveGasPrice: 10n ** 9n,
      logs: own,
      firstLogIndex,
      logsBloom: logsBloom(own),
      output: new Uint8Array(),
    }
    firstLogIndex += own.length
    return receipt
  })
}
