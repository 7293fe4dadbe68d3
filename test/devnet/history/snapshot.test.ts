import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob, bobAt, sendTransfer } from '../../support/transfers.ts'

const ask = (devnet: PreconfDevnet, method: string, ...params: unknown[]) =>
  devnet.provider.request({ method, params })

/** All that a reader can see of the chain. */
async function everything(devnet: PreconfDevnet) {
  return {
    number: await ask(devnet, 'eth_blockNumber'),
    latest: await ask(devnet, 'eth_getBlockByNumber', 'latest', true),
    pending: await ask(devnet, 'eth_getBlockByNumber', 'pending', true),
    receipts: await ask(devnet, 'eth_getBlockReceipts', 'pending'),
    balances: [await bobAt(devnet, 'latest'), await bobAt(devnet, 'pending')],
    nonces: [
      await ask(devnet, 'eth_getTransactionCount', devnet.accounts[0]?.address, 'latest'),
      await ask(devnet, 'eth_getTransactionCount', devnet.accounts[0]?.address, 'pending'),
    ],
    fees: await ask(devnet, 'eth_gasPrice'),
    now: devnet.clock.now(),
  }
}

test('a revert brings back head, flashblocks, pool and time', async () => {
  await using devnet = await testDevnet()
  await sendTransfer(devnet, { nonce: 0 })
  await devnet.seal()
  await sendTransfer(devnet, { nonce: 1 })
  await devnet.flashblock()
  await sendTransfer(devnet, { nonce: 2 })
  const before = await everything(devnet)
  const snapshot = await devnet.snapshot()

  await devnet.flashblock()
  await devnet.seal()
  await devnet.clock.advance(5_000)
  await sendTransfer(devnet, { nonce: 3 })
  await devnet.seal()
  expect(await everything(devnet)).not.toEqual(before)

  expect(await devnet.revert(snapshot)).toBe(true)
  expect(await everything(devnet)).toEqual(before)
  const { index, transactions } = await devnet.flashblock()
  expect([index, transactions.length]).toEqual([2, 1])
})

test('what follows a revert is what would have followed without the detour', async () => {
  const run = async (detour: boolean) => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await sendTransfer(devnet, { nonce: 0 })
    await devnet.clock.advance(300)
    if (detour) {
      const snapshot = await devnet.snapshot()
      await sendTransfer(devnet, { nonce: 1, tip: 7n })
      await devnet.seal()
      await ask(devnet, 'evm_mine')
      await devnet.revert(snapshot)
    }
    await sendTransfer(devnet, { nonce: 1 })
    return (await devnet.seal()).hash
  }
  expect(await run(true)).toBe(await run(false))
})

test('a snapshot can be gone back to once, takes the later ones with it, and its id never returns', async () => {
  await using devnet = await testDevnet()
  const first = await devnet.snapshot()
  const second = await devnet.snapshot()
  expect(await devnet.revert(first)).toBe(true)
  expect(await devnet.revert(second)).toBe(false)
  expect(await devnet.revert(first)).toBe(false)
  const third = await devnet.snapshot()
  expect([first, second, third]).toEqual(['0x1', '0x2', '0x3'])
  expect(await devnet.revert('0x99')).toBe(false)
})

test('reverting while sending and sealing leaves a chain whose parts fit', async () => {
  await using devnet = await testDevnet()
  const snapshot = await devnet.snapshot()
  await Promise.allSettled([
    ...[0, 1, 2].map((nonce) => sendTransfer(devnet, { nonce })),
    devnet.seal(),
    devnet.flashblock(),
    devnet.revert(snapshot),
    devnet.seal(),
    devnet.seal(),
  ])
  const head = Number(await ask(devnet, 'eth_blockNumber'))
  for (let number = 1; number <= head; number++) {
    const block = await ask(devnet, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false)
    const parent = await ask(
      devnet,
      'eth_getBlockByNumber',
      `0x${(number - 1).toString(16)}`,
      false,
    )
    expect(block.parentHash).toBe(parent.hash)
  }
  expect(await ask(devnet, 'eth_getBalance', bob, 'latest')).toMatch(/^0x/)
})
