import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { clientsOf } from '../../extensions/networks/client.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('a dropped transaction is gone at the seal: no receipt, nonce and balance as before', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const lost = await sendTransfer(devnet)
    const kept = await sendTransfer(devnet, { from: 1 })
    const fault = await client.inject({ kind: 'dropAtSeal', transaction: lost })
    await devnet.flashblock()
    expect(await client.sees(lost, addressOf(devnet))).toEqual({
      transaction: 'pre-confirmed',
      receipt: 'pre-confirmed',
      nonces: [0, 1],
      bob: [0n, 2n],
    })
    expect((await devnet.seal()).transactions).toEqual([kept])
    expect(await client.sees(lost, addressOf(devnet))).toEqual({
      transaction: 'nowhere',
      receipt: 'nowhere',
      nonces: [0, 0],
      bob: [1n, 1n],
    })
    expect(await client.ask('preconf_getTransaction', lost)).toMatchObject({
      status: 'dropped',
      reason: 'fault',
      fault: { id: fault, kind: 'dropAtSeal' },
    })
    expect(await client.ask('preconf_listFaults')).toEqual([])
  })

  test('the nonce of a dropped transaction can be used again', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    await client.inject({ kind: 'dropAtSeal' })
    await sendTransfer(devnet)
    await devnet.flashblock()
    await devnet.seal()
    const again = await sendTransfer(devnet, { value: 2n })
    await devnet.flashblock()
    await devnet.seal()
    expect(await client.sees(again, addressOf(devnet))).toEqual({
      transaction: 'sealed',
      receipt: 'sealed',
      nonces: [1, 1],
      bob: [2n, 2n],
    })
  })

  test('a requeued transaction is in the pool after the seal, and in the next block', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hash = await sendTransfer(devnet)
    await client.inject({ kind: 'dropAtSeal', transaction: hash, requeue: true })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([])
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [0, 1],
      bob: [0n, 0n],
    })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([hash])
    expect(await client.ask('preconf_getTransaction', hash)).toMatchObject({
      status: 'sealed',
      blockNumber: '0x2',
    })
  })

  test('later transactions of the sender go back to the pool and wait for the nonce', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hashes: Hex[] = []
    for (const nonce of [0, 1, 2]) hashes.push(await sendTransfer(devnet, { nonce }))
    const [lost, ...followers] = hashes as [Hex, Hex, Hex]
    await client.inject({ kind: 'dropAtSeal', transaction: lost })
    await devnet.flashblock()
    await devnet.seal()
    for (const hash of followers) {
      expect(await client.sees(hash, addressOf(devnet))).toEqual({
        transaction: 'pool',
        receipt: 'nowhere',
        nonces: [0, 0],
        bob: [0n, 0n],
      })
      expect(await client.ask('preconf_getTransaction', hash)).toMatchObject({
        status: 'pooled',
        executable: false,
      })
    }
    expect(await client.ask('preconf_explain', followers[1])).toMatchObject({
      reason: 'nonceGap',
      details: { nonce: '0x2', missingNonce: '0x0' },
    })
    const filler = await sendTransfer(devnet, { tip: 2n })
    const { transactions } = await devnet.flashblock()
    expect(transactions.map(({ hash }) => hash)).toEqual([filler, ...followers])
  })

  test('drops what a sender has sent, so many times', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const from = getAddress(addressOf(devnet, 1))
    await client.inject({ kind: 'dropAtSeal', from, times: 2 })
    const others = await sendTransfer(devnet)
    for (const nonce of [0, 1, 2]) await sendTransfer(devnet, { from: 1, nonce })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([others])
    expect(await client.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
  })
})

test('with a probability, the seed says which transactions are dropped', async () => {
  const run = async (seed: string) => {
    await using devnet = await testDevnet({ seed })
    devnet.faults.inject({ kind: 'dropAtSeal', probability: 0.5, times: 100 })
    const sent: Hex[] = []
    for (const from of devnet.accounts.keys()) sent.push(await sendTransfer(devnet, { from }))
    await devnet.flashblock()
    const { transactions } = await devnet.seal()
    return sent.map((hash) => transactions.includes(hash))
  }
  const kept = await run('one')
  expect(await run('one')).toEqual(kept)
  expect(await run('two')).not.toEqual(kept)
  expect(new Set(kept)).toEqual(new Set([true, false]))
})

test('a drop for a transaction that no block has stays armed', async () => {
  await using devnet = await testDevnet()
  const id = devnet.faults.inject({ kind: 'dropAtSeal', from: addressOf(devnet, 3) })
  const hash = await sendTransfer(devnet)
  await devnet.flashblock()
  expect((await devnet.seal()).transactions).toEqual([hash])
  expect(devnet.faults.list()).toMatchObject([{ id, applied: 0, remaining: 1 }])
})

test('on mev-commit a commitment is not kept: the receipt that was there is null', async () => {
  await using devnet = await testDevnet({ network: 'mev-commit', mining: 'flashblocks' })
  const { client, wallet } = await clientsOf(devnet)
  const hash = await wallet.sendTransaction({ to: addressOf(devnet, 1), value: 1n })
  const { blockTime = 0 } = devnet.viemChain
  await devnet.clock.advance(blockTime / 2)
  // The hash of the block is that of the transaction until it is included.
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockHash: hash })
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
  await devnet.clock.advance(blockTime)
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
})
