import { expect, it } from 'vitest'
import { PublishedFlashblocks } from '../../../src/devnet/status/publishedFlashblocks.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { Flashblock } from '../../../src/types/view.ts'

function flashblock(parent: number, index: number, payloadId: Hex = '0x1'): Flashblock {
  const view = { parent: { hash: `0x${parent}` } }
  return { index, payloadId, transactions: [], receipts: [], view } as unknown as Flashblock
}

it('index 0 restarts the block', () => {
  const published = new PublishedFlashblocks(() => 7)
  for (const index of [0, 1]) published.note(flashblock(1, index))
  published.note(flashblock(1, 0, '0x2'))
  const only = { index: 0, payloadId: '0x2', publishedMs: 7, transactions: [] }
  expect(published.on('0x1')).toEqual([only])
})

it('those of the newest 256 blocks are remembered', () => {
  const published = new PublishedFlashblocks(() => 0)
  for (let parent = 1; parent <= 257; parent++) published.note(flashblock(parent, 0))
  expect([published.on('0x1').length, published.on('0x2').length]).toEqual([0, 1])
})
