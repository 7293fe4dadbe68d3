import { expect, test } from 'vitest'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const contract = '0x00000000000000000000000000000000000000c0'
const hex = (value: number | bigint) => `0x${value.toString(16)}`
const baseFee = async (node: HttpNode, tag = 'latest') =>
  Number((await node.ask('eth_getBlockByNumber', tag, false)).baseFeePerGas)

/** Spends all gas it is given: INVALID. */
const burner = '0xfe'

test('the base fee falls after an empty block and rises after a full one', async () => {
  await using node = await httpNode({ gasLimit: 1_000_000, mining: 'manual' })
  await node.ask('anvil_setCode', contract, burner)
  const first = await baseFee(node)
  await node.ask('evm_mine')
  const afterGenesis = await baseFee(node)
  expect(afterGenesis).toBe(first - first / 8)
  await node.send({ to: contract, gas: hex(1_000_000) })
  await node.ask('evm_mine')
  const full = await baseFee(node)
  await node.send({ to: contract, gas: hex(500_000) })
  await node.ask('evm_mine')
  const afterFull = await baseFee(node)
  expect(afterFull).toBe(full + Math.floor(full / 8))
  await node.ask('evm_mine')
  expect(await baseFee(node)).toBe(afterFull)
})

test('a base fee that was chosen is that of the next block, and the start of the next ones', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setNextBlockBaseFeePerGas', hex(8_000))
  expect(await baseFee(node, 'pending')).toBe(8_000)
  await node.ask('evm_mine')
  expect(await baseFee(node)).toBe(8_000)
  await node.ask('evm_mine')
  expect(await baseFee(node)).toBe(7_000)
})

test('a transaction below the base fee waits, but where each is mined at once it is refused', async () => {
  await using node = await httpNode({ mining: 'manual' })
  await node.ask('anvil_setNextBlockBaseFeePerGas', hex(2_000_000_000))
  const fees = { maxFeePerGas: hex(1_000_000_000), maxPriorityFeePerGas: '0x0', gas: '0x5208' }
  const hash = await node.send({ to: somebody, ...fees })
  await node.ask('evm_mine')
  expect(await node.ask('eth_getTransactionReceipt', hash)).toBeNull()
  expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null })
  await node.ask('anvil_dropAllTransactions')
  await node.ask('evm_setAutomine', true)
  await node.ask('anvil_setNextBlockBaseFeePerGas', hex(2_000_000_000))
  const request = { from: node.accounts[0], to: somebody, ...fees }
  expect((await node.refusal('eth_sendTransaction', request)).message).toContain('base fee')
})

test('a tip above the cap is refused, in calls and estimates too', async () => {
  await using node = await httpNode()
  const [from] = node.accounts
  const request = { from, to: somebody, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }
  await node.ask('anvil_setCode', somebody, '0x00')
  for (const method of ['eth_sendTransaction', 'eth_estimateGas', 'eth_call']) {
    expect((await node.refusal(method, request)).message, method).toMatch(
      /max ?priority ?fee ?per ?gas|tip/i,
    )
  }
})

test('with compat geth an estimate with a cap below the base fee is refused', async () => {
  await using node = await httpNode({ compat: 'geth' })
  const [from] = node.accounts
  const refused = await node.refusal('eth_estimateGas', { from, to: somebody, maxFeePerGas: '0x1' })
  expect(refused.message).toMatch(/fee/i)
})

test('with compat geth a transfer is estimated at 21,000, with a sender who must pay and without one', async () => {
  await using node = await httpNode({ compat: 'geth' })
  const [from] = node.accounts
  expect(await node.ask('eth_estimateGas', { from, to: somebody, value: '0x1' })).toBe('0x5208')
  expect(await node.ask('eth_estimateGas', { to: somebody })).toBe('0x5208')
  const poor = await node.refusal('eth_estimateGas', { from: somebody, to: from, value: '0x1' })
  expect(poor.message).toMatch(/insufficient funds/i)
})

test('the fee history tells the next base fee, and follows a reset', async () => {
  await using node = await httpNode()
  for (let block = 0; block < 3; block++) await node.send({ to: somebody, gas: '0x5208' })
  const history = await node.ask('eth_feeHistory', '0x3', 'latest', [50])
  expect(history).toMatchObject({
    oldestBlock: '0x1',
    gasUsedRatio: [21e3 / 30e6, 21e3 / 30e6, 21e3 / 30e6],
  })
  expect(history.reward).toHaveLength(3)
  expect(Number(history.baseFeePerGas.at(-1))).toBe(await baseFee(node, 'pending'))
  await node.ask('anvil_reset')
  expect(await node.ask('eth_feeHistory', '0x3', 'latest', [])).toMatchObject({
    oldestBlock: '0x0',
    gasUsedRatio: [0],
  })
})

test('BASEFEE in a call without a gas price is 0', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, '0x485f5260205ff3')
  expect(Number(await node.ask('eth_call', { to: contract }))).toBe(0)
  const priced = { from: node.accounts[0], to: contract, gasPrice: hex(10n ** 10n) }
  expect(Number(await node.ask('eth_call', priced))).toBe(await baseFee(node))
})

test('before London there is no base fee, and no transactions of EIP-1559', async () => {
  await using node = await httpNode({ hardfork: 'berlin' })
  expect(await node.ask('eth_getBlockByNumber', 'latest', false)).not.toHaveProperty(
    'baseFeePerGas',
  )
  const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }
  const refused = await node.refusal('eth_sendTransaction', {
    from: node.accounts[0],
    to: somebody,
    ...fees,
  })
  expect(refused.message).toMatch(/not valid before London/)
  await node.send({ to: somebody, gasPrice: '0x77359400', gas: '0x5208' })
  await node.ask('anvil_setMinGasPrice', '0x77359401')
  const cheap = { from: node.accounts[0], to: somebody, gasPrice: '0x77359400' }
  expect((await node.refusal('eth_sendTransaction', cheap)).message).toContain('below minimum')
})

test('gas for all: MODEXP of Osaka, its limit for a transaction, and Prague without both', async () => {
  await using osaka = await httpNode({ transactionGasCap: true })
  await using prague = await httpNode({ hardfork: 'prague' })
  const modexp = '0x0000000000000000000000000000000000000005'
  const size = (bytes: number) => bytes.toString(16).padStart(64, '0')
  const data = `0x${size(256)}${size(3)}${size(256)}${'ff'.repeat(256)}010001${'ff'.repeat(255)}fd`
  const [before, after] = [
    Number(await prague.ask('eth_estimateGas', { to: modexp, data })),
    Number(await osaka.ask('eth_estimateGas', { to: modexp, data })),
  ]
  expect(after).toBeGreaterThan(before)
  const large = { from: osaka.accounts[0], to: somebody, gas: hex(2 ** 24 + 1) }
  expect((await osaka.refusal('eth_sendTransaction', large)).message).toMatch(/gas limit|too high/)
  await prague.ask('eth_sendTransaction', { ...large, gas: hex(30_000_000) })
})

test('a gas above that of a block is refused, unless blocks have no limit', async () => {
  await using node = await httpNode()
  const large = { from: node.accounts[0], to: somebody, gas: hex(30_000_001) }
  expect((await node.refusal('eth_sendTransaction', large)).message).toContain('gas limit')
  await using unlimited = await httpNode({ disableBlockGasLimit: true })
  await unlimited.ask('eth_sendTransaction', { ...large, gas: hex(10_000_000_000) })
})

test('the dearer transaction comes first, or the earlier one with order fifo', async () => {
  for (const [order, expected] of [
    ['fees', [1, 0]],
    ['fifo', [0, 1]],
  ] as const) {
    await using node = await httpNode({ mining: 'manual', order })
    const hashes: string[] = []
    for (const [index, tip] of [1, 2].entries()) {
      const fees = { maxFeePerGas: hex(10n ** 10n), maxPriorityFeePerGas: hex(tip * 1e9) }
      hashes.push(
        await node.send({ from: node.accounts[index], to: somebody, gas: '0x5208', ...fees }),
      )
    }
    await node.ask('evm_mine')
    const { transactions } = await node.ask('eth_getBlockByNumber', 'latest', false)
    expect(transactions, order).toEqual(expected.map((index) => hashes[index]))
  }
})
