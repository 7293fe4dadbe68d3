import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer, signTransfer } from '../../support/transfers.ts'

describe.each(faultClientNames)('%s', (name) => {
  test('another transaction with the nonce stands in the sealed block', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const other = await sendTransfer(devnet, { from: 1 })
    const replaced = await sendTransfer(devnet)
    const raw = await signTransfer(devnet, { value: 5n })
    const fault = await client.inject({ kind: 'replaceAtSeal', transaction: replaced, with: raw })
    await devnet.flashblock()
    expect(await client.sees(replaced, addressOf(devnet))).toMatchObject({
      receipt: 'pre-confirmed',
      bob: [0n, 2n],
    })
    expect((await devnet.seal()).transactions).toEqual([other, keccak256(raw)])
    expect(await client.sees(replaced, addressOf(devnet))).toEqual({
      transaction: 'nowhere',
      receipt: 'nowhere',
      nonces: [1, 1],
      bob: [6n, 6n],
    })
    expect(await client.sees(keccak256(raw), addressOf(devnet))).toMatchObject({
      transaction: 'sealed',
      receipt: 'sealed',
    })
    expect(await client.ask('preconf_getTransaction', replaced)).toMatchObject({
      status: 'dropped',
      reason: 'fault',
      fault: { id: fault, kind: 'replaceAtSeal' },
    })
  })

  test('one of another sender takes the place; later ones of the first sender wait in the pool', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const replaced = await sendTransfer(devnet)
    const follower = await sendTransfer(devnet, { nonce: 1 })
    const raw = await signTransfer(devnet, { from: 1, value: 5n })
    await client.inject({ kind: 'replaceAtSeal', transaction: replaced, with: raw })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([keccak256(raw)])
    expect(await client.sees(follower, addressOf(devnet))).toEqual({
      transaction: 'pool',
      receipt: 'nowhere',
      nonces: [0, 0],
      bob: [5n, 5n],
    })
  })

  test('one that cannot run is in no block, nor is the replaced one', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const replaced = await sendTransfer(devnet)
    const raw = await signTransfer(devnet, { value: 10n ** 30n })
    await client.inject({ kind: 'replaceAtSeal', transaction: replaced, with: raw })
    await devnet.flashblock()
    expect((await devnet.seal()).transactions).toEqual([])
    expect(await client.sees(replaced, addressOf(devnet))).toMatchObject({
      transaction: 'nowhere',
      nonces: [0, 0],
    })
    expect(await client.ask('preconf_getTransaction', keccak256(raw))).toMatchObject({
      status: 'dropped',
      reason: 'invalid',
      message: 'insufficient funds for gas * price + value',
    })
  })

  test('a text that is no transaction of this chain is refused when the fault is injected', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const transaction = await sendTransfer(devnet)
    await using elsewhere = await testDevnet({ chainId: 1 })
    for (const raw of ['0x1234', '0x02c0', await signTransfer(elsewhere)] as const) {
      await expect(
        client.inject({ kind: 'replaceAtSeal', transaction, with: raw }),
      ).rejects.toThrow('invalid with of the fault replaceAtSeal')
    }
    expect(await client.ask('preconf_listFaults')).toEqual([])
  })
})

test('a replacement that waits in the pool leaves it without being dropped', async () => {
  await using devnet = await testDevnet()
  const replaced = await sendTransfer(devnet)
  await devnet.flashblock()
  const raw = await signTransfer(devnet, { from: 1 })
  const pooled = await sendTransfer(devnet, { from: 1 })
  devnet.faults.inject({ kind: 'replaceAtSeal', transaction: replaced, with: raw })
  devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 1 })
  // Flashblock 2 has the pooled one, and the block is sealed without it and again with it.
  expect((await devnet.seal()).transactions).toEqual([pooled])
  expect(devnet.transaction(pooled)).toMatchObject({ status: 'sealed', transactionIndex: 0 })
  expect(devnet.transaction(pooled)).not.toHaveProperty('times.droppedMs')
  expect((await devnet.seal()).transactions).toEqual([])
})
