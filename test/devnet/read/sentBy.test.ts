import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { sentInBlock, sentOnChain } from '../../../src/devnet/read/reader.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import type { StateTree } from '../../../src/types/state.ts'
import type { SealedBlock } from '../../../src/types/view.ts'
import { decoded, headerOf, receiptOf, sealedBlock } from '../../rpc/format/views.ts'

const key = `0x${'11'.repeat(32)}` as const

async function transferWith(nonce: number) {
  const raw = await privateKeyToAccount(key).signTransaction({
    type: 'eip1559',
    chainId: 31337,
    nonce,
    gas: 21_000n,
    to: `0x${'22'.repeat(20)}`,
  })
  return decoded(raw)
}

/** Blocks with so many transactions each; the looks at their states are counted. */
async function chainOf(counts: readonly number[]) {
  const looks = { count: 0 }
  let nonce = 0
  const blocks: SealedBlock[] = []
  for (const [number, count] of counts.entries()) {
    const transactions = []
    for (let index = 0; index < count; index++) transactions.push(await transferWith(nonce++))
    const receipts = transactions.map((transaction, index) => receiptOf(transaction, { index }))
    const after = BigInt(nonce)
    const account = () => {
      looks.count++
      return { nonce: after }
    }
    const header = headerOf({ number: BigInt(number) })
    const state = { account } as unknown as StateTree
    blocks.push({ ...sealedBlock(transactions, receipts, header), state })
  }
  const chain = {
    head: blocks.at(-1),
    oldestState: 0n,
    blockByNumber: (number: bigint) => blocks[Number(number)],
    stateAt: (number: bigint) => blocks[Number(number)]?.state,
  } as Chain
  return { chain, blocks, looks }
}

test('a transaction is found in its block by sender and nonce', async () => {
  const { blocks } = await chainOf([0, 3])
  const block = blocks[1] as SealedBlock
  const sender = block.transactions[0]?.sender.bytes as Uint8Array
  const found = sentInBlock(block, sender, 2n)
  expect(found).toMatchObject({ transaction: block.transactions[2], receipt: { index: 2 }, block })
  expect(sentInBlock(block, sender, 3n)).toBeUndefined()
  expect(sentInBlock(block, numberToBytes(7, 20), 2n)).toBeUndefined()
})

test('its block is found by reading few states, wherever it is', async () => {
  const { chain, blocks, looks } = await chainOf([0, 1, 0, 2, 0, 0, 1, 3, 0])
  const sender = blocks[1]?.transactions[0]?.sender.bytes as Uint8Array
  for (const block of blocks) {
    for (const transaction of block.transactions) {
      looks.count = 0
      const found = sentOnChain(chain, sender, transaction.envelope.nonce)
      expect([found?.transaction, found?.block]).toEqual([transaction, block])
      expect(looks.count).toBeLessThanOrEqual(5)
    }
  }
  expect(sentOnChain(chain, sender, 7n)).toBeUndefined()
})
