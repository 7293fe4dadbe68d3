import { describe, expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

const somebody = '0x000000000000000000000000000000000000dead'
const contract = '0x00000000000000000000000000000000000000c0'
/** Reverts with its input, of one word. */
const echo = '0x5f355f5260205ffd'
const reason = `0x${'12'.repeat(32)}`
/** Returns the caller. */
const tellsCaller = '0x335f5260205ff3'

async function withCode(code: string, compat?: 'anvil' | 'hardhat' | 'geth') {
  const node = await httpNode({ ...(compat && { compat }) })
  await node.ask('anvil_setCode', contract, code)
  return node
}

describe('a transaction that reverts and names no gas, with compat anvil', () => {
  const compat = 'anvil'

  // Anvil 1.7.1.
  test("is sealed with the block's gas, and its hash answered", async () => {
    await using node = await withCode(echo, compat)
    const request = { from: node.accounts[0], to: contract, data: reason }
    const hash = await node.ask('eth_sendTransaction', request)
    expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ gas: '0x1c9c380' })
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
  })

  test('is sealed too when it halts or creates a contract', async () => {
    await using node = await withCode('0xfe', compat)
    for (const request of [{ to: contract }, { data: '0x5f5ffd' }]) {
      const hash = await node.ask('eth_sendTransaction', { from: node.accounts[0], ...request })
      expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
    }
  })

  test('is taken while automining is off', async () => {
    await using node = await withCode(echo, compat)
    await node.ask('evm_setAutomine', false)
    const request = { from: node.accounts[0], to: contract, data: reason }
    const hash = await node.ask('eth_sendTransaction', request)
    await node.ask('evm_mine')
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
  })
})

// Hardhat 2.29.1.
test('with compat hardhat it is sealed with 2^24 gas, and refused with its hash', async () => {
  await using node = await withCode(echo, 'hardhat')
  const request = { from: node.accounts[0], to: contract, data: reason }
  const { code, data } = await node.refusal('eth_sendTransaction', request)
  const { txHash } = data as { txHash: string }
  expect([code, data]).toEqual([-32603, expect.objectContaining({ data: reason })])
  expect(await node.ask('eth_getTransactionByHash', txHash)).toMatchObject({ gas: '0x1000000' })
  expect(await node.ask('eth_getTransactionReceipt', txHash)).toMatchObject({ status: '0x0' })
  await node.ask('evm_setAutomine', false)
  expect(await node.ask('eth_sendTransaction', request)).toMatch(/^0x[0-9a-f]{64}$/)
})

test('by default it is sealed as in Anvil, with half of the gas of a block at most', async () => {
  await using node = await withCode(echo)
  const request = { from: node.accounts[0], to: contract, data: reason }
  const hash = await node.ask('eth_sendTransaction', request)
  expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ gas: '0x800000' })
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
})

test('with compat geth it is refused', async () => {
  await using node = await withCode(echo, 'geth')
  const request = { from: node.accounts[0], to: contract, data: reason }
  expect(await node.refusal('eth_sendTransaction', request)).toMatchObject({
    code: 3,
    data: reason,
  })
  expect(await node.ask('eth_blockNumber')).toBe('0x0')
})

// Anvil 1.7.1, Hardhat 2.29.1.
test.each([undefined, 'anvil', 'hardhat'] as const)(
  'a transaction without from comes from the first account (compat %s)',
  async (compat) => {
    await using node = await withCode(tellsCaller, compat)
    for (const request of [{ value: '0x1' }, { value: '0x1', gas: '0x5208' }]) {
      const hash = await node.ask('eth_sendTransaction', { to: somebody, ...request })
      const { from } = await node.ask('eth_getTransactionByHash', hash)
      expect(from).toBe(node.accounts[0]?.toLowerCase())
    }
  },
)

// Anvil 1.7.1.
test('one to be signed or filled in comes from the first account too', async () => {
  await using node = await withCode(tellsCaller)
  await node.send({ to: somebody })
  const request = { to: somebody, value: '0x1', gas: '0x5208', gasPrice: '0x77359400' }
  const [from] = node.accounts
  expect(await node.ask('eth_signTransaction', request)).toEqual(
    await node.ask('eth_signTransaction', { ...request, from }),
  )
  expect((await node.ask('eth_fillTransaction', request)).tx.nonce).toBe('0x1')
})

test.each([
  ['hardhat', 0], // Hardhat 2.29.1: the first account
  ['anvil', undefined], // Anvil 1.7.1: the zero address
  ['geth', undefined],
] as const)('a call without from, with compat %s, is from account %s', async (compat, index) => {
  await using node = await withCode(tellsCaller, compat)
  const caller = index === undefined ? `0x${'0'.repeat(40)}` : node.accounts[index]?.toLowerCase()
  expect(await node.ask('eth_call', { to: contract })).toBe(
    `0x${caller?.slice(2).padStart(64, '0')}`,
  )
})

test('with compat geth a transaction without from is refused', async () => {
  await using node = await withCode(tellsCaller, 'geth')
  expect(await node.refusal('eth_sendTransaction', { to: somebody })).toMatchObject({
    code: -32000,
    message: 'unknown account: the transaction has no from',
  })
})
