import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { manualStartMs } from '../../src/clock/clock.ts'
import { quantity } from '../../src/lib/hex.ts'
import { statusClientNames, statusClients } from '../support/statusClients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { sendTransfer } from '../support/transfers.ts'

/** So many milliseconds after the start, as JSON-RPC says it. */
function at(ms: number): Hex {
  return quantity(manualStartMs + ms)
}

describe.each(statusClientNames)('%s', (name) => {
  test('a transaction that was never sent is unknown', async () => {
    await using devnet = await testDevnet()
    await using client = await statusClients[name](devnet)
    const hash: Hex = `0x${'ab'.repeat(32)}`
    expect(await client.transaction(hash)).toEqual({ status: 'unknown', hash })
  })

  test('pooled, pre-confirmed and sealed, each with its place and time', async () => {
    await using devnet = await testDevnet()
    await using client = await statusClients[name](devnet)
    const first = await sendTransfer(devnet)
    await devnet.flashblock()
    await devnet.clock.advance(150)
    const hash = await sendTransfer(devnet, { nonce: 1 })
    expect(await client.transaction(hash)).toEqual({
      status: 'pooled',
      hash,
      executable: true,
      times: { pooledMs: at(150) },
    })
    await devnet.clock.advance(200)
    await devnet.flashblock()
    const place = { blockNumber: '0x1', transactionIndex: '0x1' }
    const times = { pooledMs: at(150), preconfirmedMs: at(350) }
    expect(await client.transaction(hash)).toEqual({
      status: 'preconfirmed',
      hash,
      ...place,
      flashblockIndex: '0x2',
      times,
    })
    expect(await client.transaction(first)).toMatchObject({ flashblockIndex: '0x1' })
    await devnet.clock.advance(1_650)
    const { hash: blockHash } = await devnet.seal()
    expect(await client.transaction(hash)).toEqual({
      status: 'sealed',
      hash,
      ...place,
      blockHash,
      times: { ...times, sealedMs: at(2_000) },
    })
  })

  test('pooled behind a missing nonce: not executable', async () => {
    await using devnet = await testDevnet()
    await using client = await statusClients[name](devnet)
    const hash = await sendTransfer(devnet, { nonce: 1 })
    const times = { pooledMs: at(0) }
    expect(await client.transaction(hash)).toEqual({
      status: 'pooled',
      hash,
      executable: false,
      times,
    })
    await sendTransfer(devnet)
    expect(await client.transaction(hash)).toEqual({
      status: 'pooled',
      hash,
      executable: true,
      times,
    })
  })

  test('dropped: replaced in the pool', async () => {
    await using devnet = await testDevnet()
    await using client = await statusClients[name](devnet)
    const hash = await sendTransfer(devnet)
    await devnet.clock.advance(10)
    const replacedBy = await sendTransfer(devnet, { tip: 2n, maxFee: 20_000_000_000n })
    expect(await client.transaction(hash)).toEqual({
      status: 'dropped',
      hash,
      times: { pooledMs: at(0), droppedMs: at(10) },
      reason: 'replaced',
      replacedBy,
    })
  })

  test('dropped at the seal by a fault, for good or back to the pool', async () => {
    await using devnet = await testDevnet()
    await using client = await statusClients[name](devnet)
    const lost = await sendTransfer(devnet)
    const returned = await sendTransfer(devnet, { from: 1 })
    const id = devnet.faults.inject({ kind: 'dropAtSeal', transaction: lost })
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: returned, requeue: true })
    await devnet.flashblock()
    await devnet.clock.advance(2_000)
    await devnet.seal()
    const times = { pooledMs: at(0), preconfirmedMs: at(0), droppedMs: at(2_000) }
    expect(await client.transaction(lost)).toEqual({
      status: 'dropped',
      hash: lost,
      times,
      reason: 'fault',
      fault: { id, kind: 'dropAtSeal' },
    })
    expect(await client.transaction(returned)).toEqual({
      status: 'pooled',
      hash: returned,
      executable: true,
      times: { ...times, pooledMs: at(2_000) },
    })
  })
})
