import { expect, test } from 'vitest'
import {
  reportDropped,
  reportQueued,
  reportReorg,
  reportRevert,
} from '../../src/cli/output/reporter.ts'
import type {
  DroppedSummary,
  QueuedSummary,
  ReorgSummary,
  RevertSummary,
} from '../../src/types/summary.ts'
import { account, client } from '../rpc/methods/client.ts'

test('listeners are notified of reverts, reorgs, nonce gaps and dropped transactions', async () => {
  await using devnet = await client({ mining: 'manual' })
  const received: {
    revert: RevertSummary[]
    reorg: ReorgSummary[]
    queued: QueuedSummary[]
    dropped: DroppedSummary[]
  } = { revert: [], reorg: [], queued: [], dropped: [] }
  devnet.on('revert', (event) => received.revert.push(event))
  devnet.on('reorg', (event) => received.reorg.push(event))
  devnet.on('queued', (event) => received.queued.push(event))
  devnet.on('dropped', (event) => received.dropped.push(event))

  const snapshot = await devnet.snapshot()
  await devnet.seal()
  const { hash: sealed } = await devnet.seal()
  await devnet.reorg({ depth: 1 })
  expect(received.reorg).toMatchObject([{ removed: [{ hash: sealed, number: 2n }], added: [{}] }])

  await devnet.revert(snapshot)
  const [genesis] = received.revert
  expect(genesis).toMatchObject({ blockNumber: 0n, removed: 2 })
  expect(genesis?.blockHash).toBe((await devnet.ask('eth_getBlockByNumber', '0x0', false)).hash)

  const early = await devnet.send({ to: account(devnet, 1), nonce: '0x5' })
  const from = account(devnet, 0).toLowerCase()
  expect(received.queued).toEqual([{ hash: early, from, nonce: 5n, expectedNonce: 0n }])
  await devnet.ask('anvil_dropTransaction', early)
  expect(received.dropped).toEqual([{ hash: early, reason: 'removed' }])

  const lines: string[] = []
  const output = {
    line: (text = '') => lines.push(text),
    style: (_: unknown, text: string) => text,
  }
  for (const event of received.reorg) reportReorg(output, event)
  for (const event of received.revert) reportRevert(output, event)
  for (const event of received.queued) reportQueued(output, event)
  for (const event of received.dropped) reportDropped(output, event)
  expect(lines).toEqual([
    'reorg  1 block removed  1 added  from block 2 on',
    'back at block 0  2 blocks reverted',
    `waits  ${early}  has nonce 5, and 0 is the next of ${from}: reset the account in the wallet if the chain was restarted`,
    `dropped  ${early}  removed from the pool on request`,
  ])
})
