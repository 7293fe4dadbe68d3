import { expect, test } from 'vitest'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'

async function time(node: HttpNode): Promise<number> {
  return Number((await node.ask('eth_getBlockByNumber', 'latest', false)).timestamp)
}

async function mine(node: HttpNode): Promise<number> {
  await node.ask('evm_mine')
  return time(node)
}

test("the time of the current block is refused, and those before it, unless the chain's blocks may share a time", async () => {
  await using node = await httpNode()
  const now = await time(node)
  for (const timestamp of [now, now - 1]) {
    expect(await node.refusal('evm_setNextBlockTimestamp', timestamp)).toMatchObject({
      message: expect.stringContaining('timestamp'),
    })
  }
  await node.ask('evm_setNextBlockTimestamp', now + 1)
  expect(await mine(node)).toBe(now + 1)
})

test('blocks of one time where that is allowed', async () => {
  await using node = await httpNode({ allowSameTimestamp: true })
  const now = await time(node)
  await node.ask('evm_setNextBlockTimestamp', now)
  expect(await mine(node)).toBe(now)
})

test('time moves by what is added, and goes on from there', async () => {
  await using node = await httpNode()
  const now = await time(node)
  expect(Number(await node.ask('evm_increaseTime', 100))).toBe(100)
  expect(Number(await node.ask('evm_increaseTime', '0x64'))).toBe(200)
  expect(await mine(node)).toBe(now + 200)
  expect(await mine(node)).toBe(now + 201)
})

test('adding nothing leaves time unchanged', async () => {
  await using node = await httpNode()
  const now = await time(node)
  await node.ask('evm_increaseTime', 0)
  expect(await mine(node)).toBe(now + 1)
})

test('time is set, back too', async () => {
  await using node = await httpNode()
  const now = await time(node)
  await node.ask('evm_setTime', now + 1_000)
  expect(await mine(node)).toBe(now + 1_000)
  await node.ask('evm_setTime', now)
  expect(await mine(node)).toBe(now + 1_001)
})

test('an interval between blocks, and none again', async () => {
  await using node = await httpNode()
  const now = await time(node)
  await node.ask('anvil_setBlockTimestampInterval', 10)
  expect([await mine(node), await mine(node)]).toEqual([now + 10, now + 20])
  expect(await node.ask('anvil_removeBlockTimestampInterval')).toBe(true)
  expect(await mine(node)).toBe(now + 21)
  expect(await node.ask('anvil_removeBlockTimestampInterval')).toBe(false)
})

test('the pending block has the time that is next', async () => {
  await using node = await httpNode()
  const now = await time(node)
  await node.ask('evm_setNextBlockTimestamp', now + 500)
  expect(Number((await node.ask('eth_getBlockByNumber', 'pending', false)).timestamp)).toBe(
    now + 500,
  )
})

test('very large times, and numbers, of a genesis', async () => {
  const timestamp = 400_000_000_000
  await using node = await httpNode({ timestamp, number: 1_000_000 })
  expect(await time(node)).toBe(timestamp)
  expect(Number(await node.ask('eth_blockNumber'))).toBe(1_000_000)
  expect(await mine(node)).toBe(timestamp + 1)
  // Answers NUMBER.
  await node.ask('anvil_setCode', somebody, '0x435f5260205ff3')
  expect(Number(await node.ask('eth_call', { to: somebody }, 'latest'))).toBe(1_000_001)
})

test('a revert brings the time and the time of the next block back', async () => {
  await using node = await httpNode()
  const now = await time(node)
  await node.ask('evm_setNextBlockTimestamp', now + 77)
  const id = await node.ask('evm_snapshot')
  await mine(node)
  await node.ask('evm_increaseTime', 10_000)
  await mine(node)
  await node.ask('evm_revert', id)
  expect(await time(node)).toBe(now)
  expect(await mine(node)).toBe(now + 77)
})
