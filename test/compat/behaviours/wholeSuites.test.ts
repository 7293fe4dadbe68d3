import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { httpNode } from '../../support/httpNode.ts'

const create2Deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const contract = '0x00000000000000000000000000000000000000c0'
const somebody = '0x00000000000000000000000000000000000000b0'
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** Answers NUMBER and TIMESTAMP. */
const clockCode = '0x435f524260205260405ff3'
/** Reverts before the time that its input names. */
const notBefore = '0x5f354210600857005b5f5ffd'
/** Reverts before the block that its input names. */
const notBeforeBlock = '0x5f354310600857005b5f5ffd'

test.each([
  ['anvil', /^anvil/i],
  ['hardhat', /^HardhatNetwork/],
] as const)(
  'with compat %s network-helpers knows the node by its version',
  async (compat, name) => {
    await using node = await httpNode({ compat })
    expect(await node.ask('web3_clientVersion')).toMatch(name)
  },
)

test('methods of Anvil have the names of Hardhat too', async () => {
  await using node = await httpNode()
  expect(await node.ask('hardhat_setBalance', somebody, '0x7')).toBe(true)
  expect(await node.ask('anvil_setBalance', somebody, '0x8')).toBeNull()
  expect(await node.ask('eth_getBalance', somebody, 'latest')).toBe('0x8')
})

test('with automining a hash is answered when its block can be read', async () => {
  await using node = await httpNode()
  for (let index = 0; index < 20; index++) {
    const hash = await node.send({ to: somebody, value: '0x1' })
    const [receipt, balance, number] = await Promise.all([
      node.ask('eth_getTransactionReceipt', hash),
      node.ask('eth_getBalance', somebody, 'latest'),
      node.ask('eth_blockNumber'),
    ])
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: number })
    expect(Number(balance)).toBe(index + 1)
  }
})

test('data and input may both be there when they are equal', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, clockCode)
  const request = { from: node.accounts[0], to: contract, data: '0x00', input: '0x00' }
  expect(await node.ask('eth_call', request, 'latest')).toMatch(/^0x/)
  expect(Number(await node.ask('eth_estimateGas', request))).toBeGreaterThan(21_000)
  const hash = await node.ask('eth_sendTransaction', request)
  expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ input: '0x00' })
  const differing = await node.refusal('eth_call', { ...request, input: '0x01' }, 'latest')
  expect(differing.code).toBe(-32602)
})

test('an estimate without a block is of the next one: its number, and a later time', async () => {
  await using node = await httpNode()
  const { number, timestamp } = await node.ask('eth_getBlockByNumber', 'latest', false)
  await node.ask('anvil_setCode', contract, notBefore)
  const at = (value: number) => ({ to: contract, data: word(value) })
  await node.ask('eth_estimateGas', at(Number(timestamp) + 1))
  await node.ask('anvil_setCode', contract, notBeforeBlock)
  await node.ask('eth_estimateGas', at(Number(number) + 1))
  expect(await node.refusal('eth_estimateGas', at(Number(number) + 2))).toMatchObject({ code: 3 })
})

test('an estimate sees the time to which a test has moved', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, notBefore)
  const { timestamp } = await node.ask('eth_getBlockByNumber', 'latest', false)
  const later = Number(timestamp) + 3_600
  await node.ask('evm_increaseTime', 3_600)
  const request = { from: node.accounts[0], to: contract, data: word(later) }
  await node.ask('eth_estimateGas', request)
  const first = await node.ask('eth_sendTransaction', request)
  expect(await node.ask('eth_getTransactionReceipt', first)).toMatchObject({ status: '0x1' })

  await node.ask('evm_setNextBlockTimestamp', later + 3_600)
  const next = { ...request, data: word(later + 3_600) }
  await node.ask('eth_estimateGas', next)
  const second = await node.ask('eth_sendTransaction', next)
  expect(await node.ask('eth_getTransactionReceipt', second)).toMatchObject({ status: '0x1' })
})

test('a call without a block has number and time of the latest one', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, clockCode)
  await node.ask('evm_mine')
  await node.ask('evm_increaseTime', 500)
  const { number, timestamp } = await node.ask('eth_getBlockByNumber', 'latest', false)
  const expected = word(BigInt(number)) + word(BigInt(timestamp)).slice(2)
  expect(await node.ask('eth_call', { to: contract })).toBe(expected)
  expect(await node.ask('eth_call', { to: contract }, 'latest')).toBe(expected)
})

test('the block may be left out, or be null', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', contract, '0xfe')
  await node.ask('anvil_setStorageAt', contract, word(0), word(7))
  await node.send({ to: somebody, value: '0x5' })
  const [alice] = node.accounts
  const reads: [string, unknown[], unknown][] = [
    ['eth_getBalance', [somebody], '0x5'],
    ['eth_getTransactionCount', [alice], '0x1'],
    ['eth_getCode', [contract], '0xfe'],
    ['eth_getStorageAt', [contract, '0x0'], word(7)],
    ['eth_call', [{ to: somebody }], '0x'],
  ]
  for (const [method, params, expected] of reads) {
    expect(await node.ask(method, ...params), method).toBe(expected)
    expect(await node.ask(method, ...params, null), `${method} null`).toBe(expected)
  }
})

test('HTTP and WebSocket share a port; subscriptions over HTTP are refused', async () => {
  await using node = await httpNode()
  const socket = new WebSocket(node.url.replace('http', 'ws'))
  await new Promise((resolve) => socket.once('open', resolve))
  const answer = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'eth_chainId' }))
  expect(JSON.parse(String(await answer))).toEqual({ jsonrpc: '2.0', id: 7, result: '0x7a69' })
  socket.terminate()
  expect((await node.refusal('eth_subscribe', 'newHeads')).message).not.toBe('')
})

test('a batch is answered whole, in its order, and each of its transactions is mined', async () => {
  await using node = await httpNode()
  const [from] = node.accounts
  const send = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_sendTransaction',
    params: [{ from, to: somebody, value: '0x1', gas: '0x5208' }],
  })
  const answers = await node.post([
    send(1),
    send(2),
    { jsonrpc: '2.0', id: 3, method: 'eth_getBalance', params: [somebody, 'latest'] },
  ])
  expect(answers.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
  for (const { result } of answers.slice(0, 2)) {
    expect(await node.ask('eth_getTransactionReceipt', result)).toMatchObject({ status: '0x1' })
  }
})

test('the deterministic deployer is there from the start', async () => {
  await using node = await httpNode()
  const salt = word(1)
  const initCode = '0x5f5ff3'
  const hash = await node.send({ to: create2Deployer, data: `${salt}${initCode.slice(2)}` })
  expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await node.ask('eth_getTransactionCount', addressOfCreate2(salt, initCode))).toBe('0x1')
})

function addressOfCreate2(salt: string, initCode: `0x${string}`): string {
  const hashed = keccak256(initCode).slice(2)
  return `0x${keccak256(`0xff${create2Deployer.slice(2)}${salt.slice(2)}${hashed}`).slice(26)}`
}

test('blocks parse strictly: a pending block has a nonce of 8 bytes', async () => {
  await using node = await httpNode()
  for (const tag of ['latest', 'pending']) {
    expect(await node.ask('eth_getBlockByNumber', tag, false), tag).toMatchObject({
      nonce: '0x0000000000000000',
      mixHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      requestsHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      withdrawalsRoot: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      parentBeaconBlockRoot: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      blobGasUsed: '0x0',
      excessBlobGas: '0x0',
      withdrawals: [],
      uncles: [],
    })
  }
})

test("the hash of a block is that of its header's bytes", async () => {
  await using node = await httpNode()
  await node.send({ to: somebody })
  const { hash } = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(keccak256(await node.ask('debug_getRawHeader', 'latest'))).toBe(hash)
})

test('tools that fork the node find accounts at once, and at past blocks', async () => {
  await using node = await httpNode()
  await node.send({ to: contract, value: '0x5' })
  await node.ask('anvil_setCode', contract, '0xfe')
  await node.ask('anvil_setStorageAt', contract, word(3), word(9))
  await node.ask('evm_mine')
  await node.ask('anvil_setBalance', contract, '0x77')
  await node.ask('evm_mine')
  expect(await node.ask('eth_getAccountInfo', contract, 'latest')).toMatchObject({
    balance: '0x77',
    nonce: '0x0',
    code: '0xfe',
  })
  expect(await node.ask('eth_getAccountInfo', contract, '0x0')).toMatchObject({ code: '0x' })
  expect(await node.ask('eth_getStorageAt', contract, '0x3', '0x0')).toBe(word(0))
  expect(await node.ask('eth_getStorageAt', contract, '0x3', '0x2')).toBe(word(9))
  expect((await node.ask('eth_getProof', contract, ['0x3'], 'latest')).storageProof[0].value).toBe(
    '0x9',
  )
  expect(await node.ask('anvil_nodeInfo')).toMatchObject({ currentBlockNumber: '0x3' })
  const full = await node.ask('eth_getBlockByNumber', '0x1', true)
  expect(full.transactions[0]).toMatchObject({ to: contract, value: '0x5' })
})

test('fees and the fields of a transaction are reported before it is sent', async () => {
  await using node = await httpNode()
  const [from] = node.accounts
  const history = await node.ask('eth_feeHistory', 4, 'pending', [10, 50])
  expect(history.baseFeePerGas.length).toBe(history.gasUsedRatio.length + 1)
  for (const method of ['eth_maxPriorityFeePerGas', 'eth_gasPrice', 'eth_blobBaseFee']) {
    expect(BigInt(await node.ask(method)), method).toBeGreaterThan(0n)
  }
  const { tx } = await node.ask('eth_fillTransaction', { from, to: somebody, value: '0x1' })
  expect(tx).toMatchObject({ gas: '0x5208', nonce: '0x0', chainId: '0x7a69' })
})

test('snapshots by the hundred leave the chain as it was', async () => {
  await using node = await httpNode()
  await node.send({ to: somebody, value: '0x1' })
  const hashOfFirst = (await node.ask('eth_getBlockByNumber', 'latest', false)).hash
  const first = await node.ask('evm_snapshot')
  for (let round = 0; round < 200; round++) {
    const id = await node.ask('evm_snapshot')
    if (round % 100 === 0) await node.send({ to: somebody, value: '0x1' })
    expect(await node.ask('evm_revert', id)).toBe(true)
  }
  expect(await node.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    hash: hashOfFirst,
  })
  expect(await node.ask('evm_revert', first)).toBe(true)
})

test('twenty accounts of 10,000 ETH, 30M gas in a block, code of any size: options', async () => {
  await using node = await httpNode({ accounts: 20, codeSizeLimit: 2 ** 20 })
  expect(await node.ask('eth_accounts')).toHaveLength(20)
  expect(await node.ask('eth_getBalance', node.accounts[19])).toBe('0x21e19e0c9bab2400000')
  const { gasLimit } = await node.ask('eth_getBlockByNumber', 'latest', false)
  expect(Number(gasLimit)).toBe(30_000_000)
  // 30,000 bytes of code, more than the 24,576 of EIP-170.
  const hash = await node.send({ data: '0x6175305ff3', gas: '0xf42400' })
  const { contractAddress } = await node.ask('eth_getTransactionReceipt', hash)
  expect(await node.ask('eth_getCode', contractAddress)).toHaveLength(2 + 2 * 30_000)
})
