import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chain, type ChainSnapshot } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { runs } from '../support/runs.ts'
import { testBlock, testCommon, testGenesis, testTransaction } from './testBlocks.ts'

/** A chain and the plain list of blocks that it should be. */
interface Pair {
  readonly chain: Chain
  blocks: readonly SealedBlock[]
  readonly snapshots: {
    readonly snapshot: ChainSnapshot
    readonly blocks: readonly SealedBlock[]
  }[]
}

type Step =
  | { readonly kind: 'append'; readonly transactions: number }
  | { readonly kind: 'rewind'; readonly depth: number }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'fork' }
  | { readonly kind: 'restore'; readonly pick: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('append'), transactions: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind'), depth: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snapshot') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore'), pick: fc.nat(9) }) },
)

const slots = 2

test('any sequence of changes on a chain and its forks equals the same on plain lists', async () => {
  const genesis = testGenesis()
  // A few transactions only, so that chains repeat them.
  const transactions = Array.from({ length: 12 }, (_, nonce) => testTransaction(nonce))
  const steps = fc.array(fc.tuple(fc.nat(9), step), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const first = Chain.create(genesis, { common: () => testCommon, slotsInAnEpoch: slots })
      const pairs: Pair[] = [{ chain: first, blocks: [genesis], snapshots: [] }]
      const everMade = new Set<SealedBlock>([genesis])
      let salt = 0

      for (const [pick, change] of sequence) {
        const pair = pairs[pick % pairs.length] as Pair
        if (change.kind === 'append') {
          salt++
          const chosen = Array.from(
            { length: change.transactions },
            (_, index) => transactions[(salt * 5 + index) % transactions.length],
          )
          const block = testBlock(pair.chain.head, {
            transactions: chosen.filter((transaction) => transaction !== undefined),
            salt,
          })
          everMade.add(block)
          pair.chain.append(block)
          pair.blocks = [...pair.blocks, block]
        } else if (change.kind === 'rewind') {
          const length = Math.max(1, pair.blocks.length - change.depth)
          const removed = pair.chain.rewind(BigInt(length - 1))
          expect(removed).toEqual(pair.blocks.slice(length).reverse())
          pair.blocks = pair.blocks.slice(0, length)
        } else if (change.kind === 'snapshot') {
          pair.snapshots.push({ snapshot: pair.chain.snapshot(), blocks: pair.blocks })
        } else if (change.kind === 'fork') {
          pairs.push({ chain: pair.chain.fork(), blocks: pair.blocks, snapshots: pair.snapshots })
        } else {
          const kept = pair.snapshots[change.pick % pair.snapshots.length]
          if (kept !== undefined) {
            pair.chain.restore(kept.snapshot)
            pair.blocks = kept.blocks
          }
        }
        for (const each of pairs) expectLookUps(each, everMade)
        await expectBlockchain(pair, everMade)
      }
      for (const each of pairs) await expectBlockchain(each, everMade)
    }),
    runs({ seed: 3, numRuns: 25 }),
  )
})

function expectLookUps({ chain, blocks }: Pair, everMade: ReadonlySet<SealedBlock>): void {
  const head = blocks.length - 1
  expect(chain.head).toBe(blocks[head])
  expect(chain.genesis).toBe(blocks[0])
  expect(chain.safe()).toBe(blocks[Math.max(0, head - slots)])
  expect(chain.finalized()).toBe(blocks[Math.max(0, head - 2 * slots)])
  expect(chain.blockByNumber(BigInt(head + 1))).toBeUndefined()
  for (const [number, block] of blocks.entries()) {
    expect(chain.blockByNumber(BigInt(number))).toBe(block)
    expect(chain.blockHash(BigInt(number))).toStrictEqual(block.block.hash())
  }
  for (const block of everMade) {
    expect(chain.blockByHash(block.hash)).toBe(blocks.includes(block) ? block : undefined)
    for (const { hash } of block.transactions) {
      const newest = blocks
        .filter(({ transactions }) => transactions.some((each) => each.hash === hash))
        .at(-1)
      const found = chain.transaction(hash)
      expect(found?.block).toBe(newest)
      expect(found?.transaction.hash).toBe(newest && hash)
      expect(found?.receipt).toBe(newest?.receipts[found?.index ?? -1])
    }
  }
}

async function expectBlockchain(
  { chain, blocks }: Pair,
  everMade: ReadonlySet<SealedBlock>,
): Promise<void> {
  const blockchain = await chain.blockchain()
  expect((await blockchain.getCanonicalHeadBlock()).hash()).toStrictEqual(chain.head.block.hash())
  expect(await blockchain.safeNumberToHash(BigInt(blocks.length))).toBe(false)
  for (const [number, block] of blocks.entries()) {
    const stored = await blockchain.getBlock(BigInt(number))
    expect(stored.serialize()).toStrictEqual(block.block.serialize())
  }
  for (const block of everMade) {
    if (blocks.includes(block)) continue
    await expect(blockchain.getBlock(block.block.hash())).rejects.toThrow('not found')
  }
}
