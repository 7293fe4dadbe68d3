import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { type HttpNode, httpNode } from '../../support/httpNode.ts'

const contract = '0x00000000000000000000000000000000000000c0'
const somebody = '0x00000000000000000000000000000000000000b0'
const reason = encodeErrorResult({
  abi: parseAbi(['error Error(string)']),
  errorName: 'Error',
  args: ['REASON'],
})
const custom = encodeErrorResult({
  abi: parseAbi(['error TooFar(uint256)']),
  errorName: 'TooFar',
  args: [7n],
})
const panic = encodeErrorResult({
  abi: parseAbi(['error Panic(uint256)']),
  errorName: 'Panic',
  args: [0x11n],
})

/** Reverts with its input. */
const echo = '0x365f5f37365ffd'

async function withEcho(node: HttpNode) {
  await node.ask('anvil_setCode', contract, echo)
  return (data: Hex) => ({ from: node.accounts[0], to: contract, data })
}

test.each([
  ['a reason', reason, 'execution reverted: REASON'],
  ['a custom error', custom, /^execution reverted/],
  ['a panic', panic, 'execution reverted: panic: arithmetic underflow or overflow (0x11)'],
] as const)(
  'calls and estimates that revert with %s have code 3 and the bytes',
  async (_, data, message) => {
    await using node = await httpNode()
    const request = await withEcho(node)
    const text = typeof message === 'string' ? message : expect.stringMatching(message)
    for (const method of ['eth_call', 'eth_estimateGas']) {
      expect(await node.refusal(method, request(data)), method).toEqual({
        code: 3,
        message: text,
        data,
      })
    }
  },
)

test('a revert without data has code 3 and no bytes', async () => {
  await using node = await httpNode()
  const request = await withEcho(node)
  for (const method of ['eth_call', 'eth_estimateGas']) {
    expect(await node.refusal(method, request('0x')), method).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
  }
})

test.each([
  ['a reason', reason, "reverted with reason string 'REASON'"],
  ['a custom error', custom, 'reverted with an unrecognized custom error (return data: '],
  ['a panic', panic, 'reverted with panic code 0x11 ('],
] as const)('with compat hardhat %s comes in its words, as an object', async (_, data, words) => {
  await using node = await httpNode({ compat: 'hardhat' })
  const request = await withEcho(node)
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const refused = await node.refusal(method, request(data))
    expect(refused, method).toMatchObject({ code: -32603, data: { data } })
    expect(refused.message).toContain(`Error: VM Exception while processing transaction: ${words}`)
  }
})

test.each([
  ['anvil', -32601],
  ['hardhat', -32004],
] as const)('unknown methods have the code that %s gives them', async (compat, code) => {
  await using node = await httpNode({ compat })
  for (const method of ['eth_noSuchMethod', 'eth_wagmi', 'undefined_mine', 'wallet_noSuchMethod']) {
    expect(await node.refusal(method), method).toMatchObject({ code })
  }
})

test('bad parameters have code -32602', async () => {
  await using node = await httpNode()
  const [alice] = node.accounts
  const bad: [string, ...unknown[]][] = [
    ['eth_getBalance', '0x12'],
    ['eth_getBalance', alice, 'newest'],
    ['eth_getBlockByNumber', 'latest', 'yes'],
    ['eth_sendRawTransaction', 'zz'],
    ['eth_getTransactionReceipt', '0x12'],
    ['anvil_setBalance', alice, 'much'],
    ['evm_setAutomine', 'on'],
  ]
  for (const [method, ...params] of bad) {
    expect(await node.refusal(method, ...params), method).toMatchObject({ code: -32602 })
  }
})

test('what a transaction lacks is reported in words that clients look for', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const [alice, bob] = node.accounts
  const transfer = { from: alice, to: somebody, gas: '0x5208' }
  const price = (gwei: number) => ({ gasPrice: `0x${(gwei * 1e9).toString(16)}` })
  await node.ask('eth_sendTransaction', { ...transfer, ...price(10), nonce: '0x0' })
  const refused = async (fields: object) =>
    node.refusal('eth_sendTransaction', { ...transfer, ...fields })

  const underpriced = await refused({ ...price(10), nonce: '0x0', value: '0x1' })
  expect(underpriced.message).toContain('replacement transaction underpriced')
  const poor = await refused({ from: bob, value: '0xffffffffffffffffffffffff' })
  expect(poor.message.toLowerCase()).toContain('insufficient funds')
  const thin = await refused({ from: bob, gas: '0x5207' })
  expect(thin.message).toContain('intrinsic gas too low')
  await node.ask('evm_mine')
  const used = await refused({ nonce: '0x0' })
  expect(used.message).toContain('nonce too low')
  for (const { code } of [underpriced, poor, thin, used]) expect([-32003, -32000]).toContain(code)
})

test('a reverting transaction with a gas of its own is mined, and its hash is answered', async () => {
  await using node = await httpNode()
  const request = await withEcho(node)
  const hash = await node.ask('eth_sendTransaction', { ...request(reason), gas: '0x186a0' })
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' })
})

test('with compat hardhat it is mined too, and the revert is answered', async () => {
  await using node = await httpNode({ compat: 'hardhat' })
  const request = await withEcho(node)
  const refused = await node.refusal('eth_sendTransaction', { ...request(reason), gas: '0x186a0' })
  expect(refused).toMatchObject({ code: -32603, data: { data: reason } })
  const { transactions } = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(transactions).toEqual([(refused.data as { txHash: string }).txHash])
})

test('a deployment that reverts is mined without code, and its estimate refused', async () => {
  await using node = await httpNode()
  const creation = '0x5f5ffd'
  expect(await node.refusal('eth_estimateGas', { from: node.accounts[0], data: creation })).toEqual(
    {
      code: 3,
      message: 'execution reverted',
      data: '0x',
    },
  )
  const hash = await node.send({ data: creation })
  const receipt = await node.ask('eth_getTransactionReceipt', hash)
  expect(receipt).toMatchObject({ status: '0x0', contractAddress: expect.stringMatching(/^0x/) })
  expect(await node.ask('eth_getCode', receipt.contractAddress)).toBe('0x')
})

test('other failures of a call have no code 3', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, '0xfe')
  const invalid = await node.refusal('eth_call', { to: contract })
  expect(invalid).toMatchObject({
    code: -32000,
    message: expect.stringContaining('invalid opcode'),
  })
})
