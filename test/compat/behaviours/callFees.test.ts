import { describe, expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

const poor = '0x00000000000000000000000000000000000bad01'
const somebody = '0x000000000000000000000000000000000000dead'
const contract = '0x00000000000000000000000000000000000000c0'
/** Returns GASPRICE. */
const tellsPrice = '0x3a5f5260205ff3'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

type Compat = 'anvil' | 'hardhat' | 'ganache' | 'geth'

async function nodeWith(compat: Compat | undefined) {
  const node = await httpNode({ ...(compat && { compat }) })
  await node.ask('anvil_setCode', contract, tellsPrice)
  // So that there is a base fee.
  await node.send({ to: somebody })
  return node
}

const both = [
  ['by default', undefined],
  ['with compat anvil', 'anvil'],
  ['with compat hardhat', 'hardhat'],
] as const

describe.each(both)('%s', (_, compat) => {
  // Hardhat 2.29.1 calls without a base fee, so a fee cap without a tip pays nothing.
  test('calls and estimates may offer less than the base fee', async () => {
    await using node = await nodeWith(compat)
    const [from] = node.accounts
    for (const [fees, price] of [
      [{ gasPrice: '0x1' }, 1n],
      [{ maxFeePerGas: '0x1' }, compat === 'hardhat' ? 0n : 1n],
    ] as const) {
      const request = { from, to: contract, ...fees }
      expect(await node.ask('eth_call', request)).toBe(word(price))
      expect(Number(await node.ask('eth_estimateGas', request))).toBeGreaterThan(21_000)
    }
  })

  test('a transfer is estimated regardless of funds', async () => {
    await using node = await nodeWith(compat)
    const [from] = node.accounts
    for (const request of [
      { from, value: '0x43c33c1937564800000' },
      { from: poor, value: '0x1', gasPrice: '0x77359400' },
      { value: '0xde0b6b3a7640000' },
      { from, maxFeePerGas: '0x1' },
      { from, maxFeePerGas: '0x3635c9adc5dea00000' },
    ]) {
      const gas = await node.ask('eth_estimateGas', { to: somebody, ...request })
      // Anvil 1.7.1: 0x5208, Hardhat 2.29.1: 0x5209.
      expect(['0x5208', '0x5209']).toContain(gas)
    }
  })

  // Hardhat 2.29.1: a tip of 1 gwei above no base fee. Anvil 1.7.1 and geth: nothing.
  test('an estimate offers a default price where the node has one', async () => {
    await using node = await nodeWith(compat)
    // Writes a slot where the price is not zero.
    const data = '0x3a600557005b6001600055'
    const used = async (fees: object) =>
      Number(await node.ask('eth_estimateGas', { from: node.accounts[0], data, ...fees }))
    const paid = await used({ gasPrice: '0x77359400' })
    const free = await used({ gasPrice: '0x0' })
    expect(paid - free).toBeGreaterThan(20_000)
    expect(await used({})).toBe(compat === 'hardhat' ? paid : free)
    for (const fees of [{ maxPriorityFeePerGas: '0x1' }, { maxFeePerGas: '0x77359400' }]) {
      expect(await used(fees)).toBe(paid)
    }
  })

  test('a tip above the fee cap is refused in a call', async () => {
    await using node = await nodeWith(compat)
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }
    const request = { from: node.accounts[0], to: contract, ...fees }
    expect((await node.refusal('eth_call', request)).message).toMatch(/fee/i)
  })

  // Hardhat 2.29.1: 2 x the next base fee + the tip. Anvil 1.7.1 takes the price that it suggests.
  test('a tip alone has the cap filled in', async () => {
    await using node = await httpNode({ ...(compat && { compat }) })
    const request = { from: node.accounts[0], to: somebody, value: '0x1' }
    for (const tip of [0n, 1n, 1_000_000_000n, 5_000_000_000n]) {
      const base = BigInt((await node.ask('eth_getBlockByNumber', 'pending', false)).baseFeePerGas)
      const tipped = { ...request, maxPriorityFeePerGas: `0x${tip.toString(16)}` }
      await node.ask('eth_estimateGas', tipped)
      await node.ask('eth_call', tipped)
      const hash = await node.ask('eth_sendTransaction', tipped)
      expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({
        maxFeePerGas: `0x${(2n * base + tip).toString(16)}`,
        maxPriorityFeePerGas: tipped.maxPriorityFeePerGas,
      })
    }
  })
})

// Anvil 1.7.1.
test.each([undefined, 'anvil'] as const)(
  'who cannot pay is refused in a call (compat %s)',
  async (compat) => {
    await using node = await nodeWith(compat)
    const [from] = node.accounts
    for (const request of [
      { from: poor, gasPrice: '0x1' },
      { from, gasPrice: '0x3635c9adc5dea00000' },
      { from, value: '0x43c33c1937564800000' },
    ]) {
      const refused = await node.refusal('eth_call', { to: contract, ...request })
      expect(refused.message).toMatch(/insufficient funds for gas \* price \+ value/i)
    }
    const greedy = { from, to: contract, gasPrice: '0x3635c9adc5dea00000' }
    expect((await node.refusal('eth_estimateGas', greedy)).message).toMatch(
      /gas required exceeds allowance/,
    )
  },
)

// Hardhat 2.29.1.
test('with compat hardhat nobody has to pay for a call or an estimate', async () => {
  await using node = await nodeWith('hardhat')
  const [from] = node.accounts
  for (const request of [
    { from: poor, gasPrice: '0x1' },
    { from, gasPrice: '0x3635c9adc5dea00000' },
    { from, value: '0x43c33c1937564800000' },
    { from: poor, value: '0x1' },
  ]) {
    expect(await node.ask('eth_call', { to: contract, ...request })).toMatch(/^0x/)
    expect(await node.ask('eth_estimateGas', { to: contract, ...request })).toMatch(/^0x/)
  }
})

test('with compat geth calls and estimates are checked as transactions', async () => {
  await using node = await nodeWith('geth')
  const [from] = node.accounts
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const refused = async (fields: object) =>
      (await node.refusal(method, { from, to: contract, ...fields })).message
    expect(await refused({ gasPrice: '0x1' })).toMatch(/max fee per gas less than block base fee/)
    expect(await refused({ maxPriorityFeePerGas: '0x1' })).toMatch(/priority fee/)
    expect(await refused({ value: '0x43c33c1937564800000' })).toMatch(/insufficient funds/)
  }
})

// All nodes say so, each in its words.
test.each(['anvil', 'hardhat', 'ganache', 'geth', undefined] as const)(
  'a transaction that is too dear for its sender has insufficient funds (compat %s)',
  async (compat) => {
    await using node = await nodeWith(compat)
    await node.ask('anvil_impersonateAccount', poor)
    const [from] = node.accounts
    for (const request of [
      { from, gasPrice: '0xde0b6b3a7640000' },
      { from, maxFeePerGas: '0xde0b6b3a7640000', maxPriorityFeePerGas: '0x1' },
      { from, value: '0x43c33c1937564800000' },
      { from: poor, value: '0x1' },
      { from: poor },
    ]) {
      const refused = await node.refusal('eth_sendTransaction', { to: somebody, ...request })
      expect(refused.message).toMatch(/insufficient funds for gas|have enough funds/i)
    }
  },
)
