import { expect, it } from 'vitest'
import { sendTransfer } from '../../../support/transfers.ts'
import { type Client, client, invalidArgument } from '../client.ts'

const start = 1_767_225_600

/** The times of the blocks from number 1 on, in seconds after genesis. */
async function times(devnet: Client): Promise<readonly number[]> {
  const head = Number(await devnet.ask('eth_blockNumber'))
  const numbers = Array.from({ length: head }, (_, index) => `0x${(index + 1).toString(16)}`)
  const blocks = await Promise.all(
    numbers.map((number) => devnet.ask('eth_getBlockByNumber', number, false)),
  )
  return blocks.map(({ timestamp }) => Number(timestamp) - start)
}

it.each([
  ['hexes', '0x3', '0xa'],
  ['numbers', 3, 10],
  ['hexes with leading zeros', '0x03', '0x000a'],
])(
  'seals the first block at the next time, the others at the interval: %s',
  async (_kind, blocks, interval) => {
    await using devnet = await client()
    await devnet.ask('evm_increaseTime', 60)
    await devnet.ask('hardhat_mine', blocks, interval)
    expect(await times(devnet)).toEqual([60, 70, 80])
  },
)

it('seals one block without parameters', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_mine')
  expect(await times(devnet)).toEqual([1])
})

it.each([[[3]], [['0x3', '0x0']], [[3, null]]])(
  'seals blocks a second apart when time stands still: %j',
  async (params) => {
    await using devnet = await client()
    await devnet.ask('anvil_mine', ...params)
    expect(await times(devnet)).toEqual([1, 2, 3])
  },
)

it('has the first block at the time that was set for it', async () => {
  await using devnet = await client()
  await devnet.ask('evm_setNextBlockTimestamp', start + 500)
  await devnet.ask('anvil_mine', 2, 5)
  await devnet.ask('anvil_mine')
  expect(await times(devnet)).toEqual([500, 505, 506])
})

// Anvil 1.7.1: 600 after one block, then 10 apart; a time that was set comes first. Hardhat 2.29.1: 1, then 10 apart.
it('has the interval before the first block too under Anvil, not under its name for Hardhat', async () => {
  await using devnet = await client({ compat: 'anvil', mining: 'auto' })
  await devnet.ask('anvil_mine', 1, 600)
  await devnet.ask('anvil_mine', 2, 10)
  expect(await times(devnet)).toEqual([600, 610, 620])
  await devnet.ask('evm_setNextBlockTimestamp', start + 700)
  await devnet.ask('anvil_mine', 2, 10)
  expect(await times(devnet)).toEqual([600, 610, 620, 700, 710])
  await devnet.ask('hardhat_mine', 2, 10)
  expect(await times(devnet)).toEqual([600, 610, 620, 700, 710, 710, 720])
})

it('seals the open block first, with what is pre-confirmed in it', async () => {
  await using devnet = await client({ mining: 'flashblocks' })
  const hash = await sendTransfer(devnet)
  await devnet.clock.advance(200)
  await devnet.ask('anvil_mine', 3, 10)
  expect(await times(devnet)).toEqual([2, 12, 22])
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x1' })
})

it('has an interval between all blocks where one is set', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_setBlockTimestampInterval', 7)
  await devnet.ask('anvil_mine', 3)
  expect(await times(devnet)).toEqual([7, 14, 21])
  expect(await devnet.ask('anvil_removeBlockTimestampInterval')).toBe(true)
  expect(await devnet.ask('anvil_removeBlockTimestampInterval')).toBe(false)
})

it('mines no block when none is asked for, and refuses what is no number', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_mine', 0)
  expect(await times(devnet)).toEqual([])
  expect(await devnet.refusal('anvil_mine', 'many')).toEqual(
    invalidArgument(0, 'hex string without 0x prefix, got "many"'),
  )
})
