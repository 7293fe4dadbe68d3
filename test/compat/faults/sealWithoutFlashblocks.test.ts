import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

/** A block with flashblocks 1 to 3, a transfer of account 0 in each. */
async function threeFlashblocks(devnet: PreconfDevnet): Promise<[Hex, Hex, Hex]> {
  const hashes: Hex[] = []
  for (const nonce of [0, 1, 2]) {
    hashes.push(await sendTransfer(devnet, { nonce }))
    await devnet.flashblock()
  }
  return hashes as [Hex, Hex, Hex]
}

describe.each(faultClientNames)('%s', (name) => {
  test('what the last flashblocks had is back in the pool after the seal', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const [first, second, third] = await threeFlashblocks(devnet)
    await client.inject({ kind: 'sealWithoutFlashblocks', count: 2 })
    expect(await client.ask('preconf_explain', second)).toMatchObject({ reason: 'fault' })
    expect(await client.ask('preconf_explain', first)).toMatchObject({ reason: 'preconfirmed' })
    expect((await devnet.seal()).transactions).toEqual([first])
    for (const hash of [second, third]) {
      expect(await client.sees(hash, addressOf(devnet))).toEqual({
        transaction: 'pool',
        receipt: 'nowhere',
        nonces: [1, 3],
        bob: [1n, 1n],
      })
    }
    await devnet.flashblock()
    expect(await client.sees(third, addressOf(devnet))).toMatchObject({
      receipt: 'pre-confirmed',
      bob: [1n, 3n],
    })
    expect((await devnet.seal()).transactions).toEqual([second, third])
  })
})

test('without all of them the block is empty', async () => {
  await using devnet = await testDevnet()
  const hashes = await threeFlashblocks(devnet)
  devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 99 })
  expect((await devnet.seal()).transactions).toEqual([])
  expect((await devnet.seal()).transactions).toEqual(hashes)
})

test('one that would leave out nothing stays armed for a block with transactions', async () => {
  await using devnet = await testDevnet()
  const id = devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 1 })
  const hash = await sendTransfer(devnet)
  await devnet.flashblock()
  await devnet.flashblock()
  expect((await devnet.seal()).transactions).toEqual([hash])
  expect(devnet.faults.list()).toMatchObject([{ id, applied: 0 }])
})

test('the sealed block is as if its last flashblocks had never been', async () => {
  const seal = async (nonces: readonly number[]) => {
    await using devnet = await testDevnet()
    for (const nonce of nonces) {
      await sendTransfer(devnet, { nonce })
      await devnet.flashblock()
    }
    if (nonces.length > 1) devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 2 })
    return (await devnet.seal()).hash
  }
  expect(await seal([0, 1, 2])).toBe(await seal([0]))
})
