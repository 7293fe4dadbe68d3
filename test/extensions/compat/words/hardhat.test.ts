import { encodeDeployData, encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import type { CompatName } from '../../../../src/types/options/options.ts'
import { type Client, client } from '../../../rpc/methods/client.ts'
import { type ErrorCase, refusalIn } from '../../../support/errorCases.ts'
import { tokenAbi, tokenBytecode } from '../../../support/token.ts'
import { bob } from '../../../support/transfers.ts'

const calls = {
  fail: encodeFunctionData({ abi: tokenAbi, functionName: 'fail' }),
  transfer: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5000n] }),
  shareOf: encodeFunctionData({ abi: tokenAbi, functionName: 'shareOf', args: [bob, 0n] }),
}

/** A devnet that answers as Hardhat's node, with a token on it. */
async function withToken(compat: CompatName = 'hardhat'): Promise<{ devnet: Client; to: Hex }> {
  const devnet = await client({ compat, mining: 'auto' })
  const args = ['Token', 'TOK', 1000n] as const
  const data = encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args })
  const hash = await devnet.send({ data, gas: '0x1e8480' })
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  return { devnet, to: contractAddress }
}

it.each([
  [
    'a reason',
    calls.fail,
    /^Error: VM Exception while processing transaction: reverted with reason string 'this always fails'$/,
  ],
  [
    'a panic',
    calls.shareOf,
    /^Error: VM Exception while processing transaction: reverted with panic code 0x12 \(Division or modulo division by zero\)$/,
  ],
  [
    'a custom error',
    calls.transfer,
    /^Error: VM Exception while processing transaction: reverted with an unrecognized custom error \(return data: 0x[0-9a-f]{200}\)$/,
  ],
])('a revert with %s has the words and the shape of Hardhat', async (_kind, data, text) => {
  const { devnet, to } = await withToken()
  await using _closed = devnet
  const from = devnet.accounts[0]?.address
  for (const method of ['eth_call', 'eth_estimateGas', 'eth_sendTransaction']) {
    const { code, message, data: shown } = await devnet.refusal(method, { from, to, data })
    expect([method, code, message]).toEqual([method, -32603, expect.stringMatching(text)])
    const isSent = method === 'eth_sendTransaction'
    const txHash = isSent ? { txHash: expect.stringMatching(/^0x/) } : {}
    expect(shown).toEqual({ message, data: expect.stringMatching(/^0x[0-9a-f]+$/), ...txHash })
  }
})

it.each(['eth_call', 'eth_estimateGas', 'eth_sendTransaction'])(
  'a revert of %s has the shape of Hardhat 3',
  async (method) => {
    const { devnet, to } = await withToken('hardhat3')
    await using _closed = devnet
    const request = { from: devnet.accounts[0]?.address, to, data: calls.fail, gas: '0x186a0' }
    expect(await devnet.refusal(method, request)).toMatchObject({
      code: 3,
      message:
        "VM Exception while processing transaction: reverted with reason string 'this always fails'",
      data: expect.stringMatching(/^0x08c379a0/),
    })
    // Only what names its gas is sent.
    const sent = method === 'eth_sendTransaction' ? 1n : 0n
    expect(BigInt(await devnet.ask('eth_blockNumber'))).toBe(1n + sent)
  },
)

it.each(['hardhat', 'hardhat3'] as const)(
  'in process the error of a transaction that has failed names it as %s does',
  async (compat) => {
    const { devnet, to } = await withToken(compat)
    await using _closed = devnet
    const from = devnet.accounts[0]?.address
    const requests = [
      { from, to, data: calls.fail, gas: '0x186a0' },
      { from, data: '0x5b600056', gas: '0x186a0' },
    ]
    for (const request of requests) {
      const sent = devnet.provider.request({ method: 'eth_sendTransaction', params: [request] })
      const error = await sent.catch((thrown: Error) => thrown)
      const { transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
      expect(error).toMatchObject({ transactionHash: transactions[0] })
      const called = devnet.provider.request({ method: 'eth_call', params: [request] })
      const failure = await called.catch((thrown: Error) => thrown)
      expect(failure).not.toHaveProperty('transactionHash')
    }
  },
)

it('other errors of Hardhat 3 have what there is beside their message, and no request', async () => {
  const { devnet, to } = await withToken('hardhat3')
  await using _closed = devnet
  const from = devnet.accounts[0]?.address
  const { data: ofMethod, ...unknown } = await devnet.refusal('eth_nope')
  expect(unknown).toMatchObject({ code: -32004, message: 'Method eth_nope is not supported' })
  expect(ofMethod).toEqual({ message: 'Method eth_nope is not supported' })
  const outOfGas = 'Transaction ran out of gas'
  const endless = { from, data: '0x5b600056', gas: '0x186a0' }
  const called = await devnet.refusal('eth_call', endless)
  expect([called.code, called.data]).toEqual([-32000, { message: outOfGas, data: '0x' }])
  const sent = await devnet.refusal('eth_sendTransaction', endless)
  const txHash = expect.stringMatching(/^0x/)
  expect([sent.code, sent.data]).toEqual([-32000, { message: outOfGas, txHash, data: '0x' }])
  const before = await devnet.ask('eth_blockNumber')
  await devnet.refusal('eth_sendTransaction', { from, to, data: calls.fail })
  expect(await devnet.ask('eth_blockNumber')).toBe(before)
})

it.each([
  'eth_mining',
  'hardhat_addCompilationResult',
  'hardhat_reset',
  'net_listening',
  'net_peerCount',
])('Hardhat 3 has no %s', async (method) => {
  await using devnet = await client({ compat: 'hardhat3' })
  expect(await devnet.refusal(method)).toMatchObject({
    code: -32004,
    message: `Method ${method} is not supported`,
  })
  await using older = await client({ compat: 'hardhat2' })
  const received = await older.ask(method).catch((error: Error) => error.message)
  expect(received).not.toBe(`Method ${method} is not supported`)
  expect(await devnet.ask('anvil_reset')).toBe(null)
})

it.each(['hardhat', 'hardhat2', 'hardhat3', 'ganache'] as const)(
  'with %s no CREATE2 deployer is there unless it is asked for',
  async (compat) => {
    const deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
    await using devnet = await client({ compat })
    expect(await devnet.ask('eth_getCode', deployer, 'latest')).toBe('0x')
    await using other = await client({ compat, disableDefaultCreate2Deployer: false })
    expect(await other.ask('eth_getCode', deployer, 'latest')).not.toBe('0x')
  },
)

it('a transaction that is sealed and has failed is refused, with its hash', async () => {
  const { devnet, to } = await withToken()
  await using _closed = devnet
  const { code, data } = await devnet.refusal('eth_sendTransaction', {
    from: devnet.accounts[0]?.address,
    to,
    data: calls.fail,
    gas: '0x186a0',
  })
  expect([code, await devnet.ask('eth_blockNumber')]).toEqual([-32603, '0x2'])
  const { txHash } = data as { txHash: Hex }
  expect((await devnet.ask('eth_getTransactionReceipt', txHash)).status).toBe('0x0')
})

it('a nonce that is too high is refused while transactions are sealed at once', async () => {
  const { devnet } = await withToken()
  await using _closed = devnet
  const sent = { from: devnet.accounts[1]?.address, to: bob, gas: '0x5208', nonce: '0x1' }
  expect(await devnet.refusal('eth_sendTransaction', sent)).toEqual({
    code: -32000,
    message:
      "Nonce too high. Expected nonce to be 0 but got 1. Note that transactions can't be queued when automining.",
    data: { message: expect.stringMatching(/^Nonce too high/), data: null },
  })
  await devnet.ask('evm_setAutomine', false)
  expect(await devnet.ask('eth_sendTransaction', sent)).toMatch(/^0x/)
})

// Hardhat 2.29.1 says the same.
const words: readonly (readonly [ErrorCase, number, string])[] = [
  [
    'a revert with a reason',
    -32603,
    "Error: VM Exception while processing transaction: reverted with reason string 'why'",
  ],
  ['a revert without data', -32603, 'Error: Transaction reverted without a reason string'],
  [
    'a failed assert',
    -32603,
    'Error: VM Exception while processing transaction: reverted with panic code 0x1 (Assertion error)',
  ],
  [
    'an overflow',
    -32603,
    'Error: VM Exception while processing transaction: reverted with panic code 0x11 (Arithmetic operation overflowed outside of an unchecked block)',
  ],
  [
    'an unknown panic',
    -32603,
    'Error: VM Exception while processing transaction: reverted with unknown panic code 0x99',
  ],
  [
    'a custom error',
    -32603,
    'Error: VM Exception while processing transaction: reverted with an unrecognized custom error (return data: 0x2f14a11400000000000000000000000000000000000000000000000000000000000000ff)',
  ],
  [
    'a custom error without arguments',
    -32603,
    'Error: VM Exception while processing transaction: reverted with an unrecognized custom error (return data: 0x3db2a12a)',
  ],
  [
    'a text that is none',
    -32603,
    'Error: VM Exception while processing transaction: Expected return data to contain a valid string',
  ],
  ['an invalid opcode', -32603, 'Error: VM Exception while processing transaction: invalid opcode'],
  [
    'an opcode that is not there',
    -32603,
    'Error: VM Exception while processing transaction: invalid opcode',
  ],
  ['a jump to nowhere', -32603, 'Error: Transaction reverted without a reason string'],
  ['an empty stack', -32603, 'Error: Transaction reverted without a reason string'],
  ['a call out of gas', -32000, 'Transaction ran out of gas'],
  ['an estimate out of gas', -32000, 'Transaction ran out of gas'],
  ['a call with too little gas', -32000, 'Transaction requires at least 21000 gas but got 20000'],
  [
    'a call with more tip than fee',
    -32000,
    'maxPriorityFeePerGas (20) is bigger than maxFeePerGas (10)',
  ],
  ['too little gas', -32000, 'Transaction requires at least 21000 gas but got 20000'],
  [
    'too little gas for its data',
    -32000,
    'Transaction requires gas floor of 61000 but got limit of 38000',
  ],
  [
    'a fee below the base fee',
    -32000,
    'Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 875000000',
  ],
  [
    'a gas price below the base fee',
    -32000,
    'Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 875000000',
  ],
  ['more tip than fee', -32000, 'maxPriorityFeePerGas (20) is bigger than maxFeePerGas (10)'],
  [
    'more value than there is',
    -32000,
    "Sender doesn't have enough funds to send tx. The max upfront cost is: 20000000057750000000000 and the sender's balance is: 10000000000000000000000.",
  ],
  [
    'a nonce that was used',
    -32000,
    "Nonce too low. Expected nonce to be 1 but got 0. Note that transactions can't be queued when automining.",
  ],
  [
    'a replacement that offers no more',
    -32000,
    'Replacement transaction underpriced. A gasPrice/maxFeePerGas of at least 11000000000 is necessary to replace the existing transaction with nonce 0.',
  ],
  ['another chain id', -32602, 'Invalid chainId 1 provided, expected 31337 instead.'],
  [
    'an account without a key',
    -32000,
    'Unknown account 0x00000000000000000000000000000000000bAD01',
  ],
  [
    'init code that is too long',
    -32602,
    "\nTrying to send a deployment transaction whose init code length is 50000. The max length allowed by EIP-3860 is 49152.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.",
  ],
  ['bytes that are no transaction', -32602, 'Invalid transaction type 18.'],
  ['a block past the head', -32000, 'Received invalid block tag 100. Latest block number is 0'],
  [
    'a hash of no block',
    -32000,
    'Received invalid block tag 0x1212121212121212121212121212121212121212121212121212121212121212. Latest block number is 0',
  ],
  ['no such method', -32004, 'Method eth_noSuchMethod is not supported'],
  ['a method that is mistyped', -32004, 'Method eth_getBalanc is not supported'],
]

it.each(words)('%s has the code %i and the words of Hardhat', async (name, code, message) => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const refused = await refusalIn(devnet, name)
  expect(refused).toMatchObject({ code, message, data: { message } })
})

it.each([
  ['no authorizations', /^Invalid EIP-7702 transaction: authorization list is empty\.$/],
  [
    'a percentile that is too high',
    /^The reward percentile number 2 is invalid\. It must be a float between 0 and 100, but is 101 instead\.$/,
  ],
  [
    'percentiles out of order',
    /^The reward percentiles should be in non-decreasing order, but the percentile number 1 is greater than the next one$/,
  ],
  ['a trace of no transaction', /^Unable to find a block containing transaction 0x(11){32}$/],
  ['the same again', /^Known transaction: 0x[0-9a-f]{64}$/],
  ['a time in the past', /^Timestamp 1 is lower than the previous block's timestamp \d+$/],
  [
    'more gas than a block has', // Hardhat has the cap of EIP-7825 first
    /^Transaction gas limit is 30000001 and exceeds block gas limit of 30000000$/,
  ],
] as const)('%s has the words of Hardhat', async (name, message) => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const refused = await refusalIn(devnet, name)
  expect(refused).toMatchObject({ code: -32000, message: expect.stringMatching(message) })
})

it('a nonce that was used has another message while transactions wait', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  await devnet.send({ to: bob, gas: '0x5208', nonce: '0x0' })
  await devnet.ask('evm_setAutomine', false)
  const from = devnet.accounts[0]?.address
  const sent = { from, to: bob, gas: '0x5208', nonce: '0x0' }
  expect(await devnet.refusal('eth_sendTransaction', sent)).toMatchObject({
    message: 'Transaction nonce too low. Expected nonce to be at least 1 but got 0.',
  })
})

it('errors have an object as data: with the request, where it is refused as it is', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const unknown = await refusalIn(devnet, 'no such method')
  const { message } = unknown
  const request = { method: 'eth_noSuchMethod', params: [1] }
  expect(unknown.data).toEqual({ message, data: request })
  const missing = await refusalIn(devnet, 'a parameter that is missing')
  const asked = { method: 'eth_getBalance', params: [] }
  expect(missing.data).toEqual({ message: missing.message, data: asked })
  const used = await refusalIn(devnet, 'a nonce that was used')
  expect(used.data).toEqual({ message: used.message, data: null })
})

it('logs of a block that is not there are refused in its words', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const blockHash = `0x${'12'.repeat(32)}`
  expect(await devnet.refusal('eth_getLogs', { blockHash })).toMatchObject({
    code: -32602,
    message: 'blockHash cannot be found',
  })
  await using anvil = await client({ compat: 'anvil', mining: 'auto' })
  expect(await anvil.refusal('eth_getLogs', { blockHash })).toEqual({
    code: -32000,
    message: 'unknown block', // Anvil 1.7.1
  })
})

it('a transaction that runs out of gas on the chain has another code than one that reverts', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const from = devnet.accounts[0]?.address
  const sent = { from, data: '0x5b5f56', gas: '0x186a0' }
  expect(await devnet.refusal('eth_sendTransaction', sent)).toEqual({
    code: -32000,
    message: 'Transaction ran out of gas',
    data: {
      message: 'Transaction ran out of gas',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      data: '0x',
    },
  })
})

it('a time that is the last one has the words of Hardhat', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const message = `Timestamp ${Number(timestamp)} is equal to the previous block's timestamp. Enable the 'allowBlocksWithSameTimestamp' option to allow this`
  const refused = await devnet.refusal('evm_setNextBlockTimestamp', timestamp)
  expect(refused).toMatchObject({ code: -32000, message })
})
