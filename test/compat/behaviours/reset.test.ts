import { expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'

test.each([
  ['anvil', 'anvil_reset'],
  ['hardhat', 'hardhat_reset'],
] as const)('with compat %s %s makes everything as it was', async (compat, method) => {
  await using node = await httpNode({ compat })
  const [alice] = node.accounts
  const start = await node.ask('eth_getBlockByNumber', 'latest', false)
  await node.ask('hardhat_impersonateAccount', somebody)
  await node.ask('hardhat_setCoinbase', somebody)
  await node.ask('hardhat_setBalance', somebody, '0x56bc75e2d63100000')
  await node.ask('hardhat_setNextBlockBaseFeePerGas', '0x77')
  await node.ask('evm_increaseTime', 10_000)
  await node.ask('evm_snapshot')
  await node.ask('evm_mine')
  await node.ask('evm_setAutomine', false)
  await node.send({ to: somebody, value: '0x1' })
  await node.ask('evm_setNextBlockTimestamp', 4_000_000_000)

  await node.ask(method)
  expect(await node.ask('eth_getBlockByNumber', 'latest', false)).toEqual(start)
  expect(await node.ask('hardhat_getAutomine')).toBe(true)
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await node.ask('eth_getBalance', somebody)).toBe('0x0')
  expect(await node.ask('eth_coinbase')).not.toBe(somebody)
  const refused = await node.refusal('eth_sendTransaction', { from: somebody, to: alice })
  expect(refused.message).toMatch(/unknown account|No Signer/i)
  await node.ask('evm_mine')
  const next = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(Number(next.timestamp)).toBe(
    // Anvil's blocks may share a timestamp.
    Number(start.timestamp) + (compat === 'anvil' ? 0 : 1),
  )
  expect(next.miner).not.toBe(somebody)
  expect(Number(next.baseFeePerGas)).not.toBe(0x77)
  expect(await node.ask('evm_revert', '0x1')).toBe(false)
})

test('snapshots are counted from 1 again after hardhat_reset', async () => {
  await using node = await httpNode({ compat: 'hardhat' })
  expect(await node.ask('evm_snapshot')).toBe('0x1')
  expect(await node.ask('evm_snapshot')).toBe('0x2')
  await node.ask('hardhat_reset')
  expect(await node.ask('evm_snapshot')).toBe('0x1')
})

test('a revert spends its snapshot and those after it', async () => {
  await using node = await httpNode()
  const first = await node.ask('evm_snapshot')
  const second = await node.ask('evm_snapshot')
  const third = await node.ask('evm_snapshot')
  expect(await node.ask('evm_revert', second)).toBe(true)
  expect(await node.ask('evm_revert', third)).toBe(false)
  expect(await node.ask('evm_revert', second)).toBe(false)
  expect(await node.ask('evm_revert', first)).toBe(true)
  expect(await node.ask('evm_revert', '0xffff')).toBe(false)
})

test('a revert brings back accounts, pool and what the next block has; how blocks are made it leaves', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const [alice] = node.accounts
  await node.send({ to: somebody, value: '0x1' })
  await node.ask('hardhat_setNextBlockBaseFeePerGas', '0x77')
  await node.ask('anvil_setNextBlockPrevRandao', `0x${'5'.repeat(64)}`)
  await node.ask('hardhat_setCoinbase', somebody)
  const id = await node.ask('evm_snapshot')
  await node.ask('evm_mine')
  await node.ask('evm_setAutomine', true)
  await node.ask('hardhat_impersonateAccount', somebody)
  await node.ask('anvil_setNonce', alice, '0x10')
  await node.ask('evm_setBlockGasLimit', '0x989680')
  await node.ask('hardhat_setCoinbase', alice)

  expect(await node.ask('evm_revert', id)).toBe(true)
  expect(await node.ask('eth_blockNumber')).toBe('0x0')
  expect(await node.ask('hardhat_getAutomine')).toBe(true)
  await node.ask('evm_setAutomine', false)
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  expect(await node.ask('eth_getTransactionCount', alice, 'latest')).toBe('0x0')
  await node.refusal('eth_sendTransaction', { from: somebody, to: alice })
  await node.ask('evm_mine')
  const block = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(block).toMatchObject({
    baseFeePerGas: '0x77',
    mixHash: `0x${'5'.repeat(64)}`,
    miner: somebody,
    gasLimit: '0x1c9c380',
  })
  expect(block.transactions).toHaveLength(1)
})

test('node info and metadata tell of a reset', async () => {
  await using node = await httpNode()
  const before = await node.ask('hardhat_metadata')
  await node.ask('evm_mine')
  await node.ask('anvil_reset')
  expect(await node.ask('anvil_nodeInfo')).toMatchObject({ currentBlockNumber: '0x0' })
  const after = await node.ask('hardhat_metadata')
  expect(after).toMatchObject({ chainId: 31_337, latestBlockNumber: 0 })
  expect(after.instanceId).not.toBe(before.instanceId)
})

test('a reset to another block of no live chain is refused, in the words of Anvil 1.7.1', async () => {
  await using node = await httpNode()
  const refused = await node.refusal('anvil_reset', { forking: { blockNumber: 1 } })
  expect(refused.message).toBe('Forking not enabled and RPC URL not provided to start forking')
})
