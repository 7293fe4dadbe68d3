import { encodeDeployData, encodeFunctionData } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob } from '../support/transfers.ts'
import { type Client, client } from './methods/client.ts'

const calls = {
  fail: encodeFunctionData({ abi: tokenAbi, functionName: 'fail' }),
  transfer: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5000n] }),
  shareOf: encodeFunctionData({ abi: tokenAbi, functionName: 'shareOf', args: [bob, 0n] }),
}

/** A devnet that answers as Hardhat's node, with a token on it. */
async function withToken(): Promise<{ devnet: Client; to: Hex }> {
  const devnet = await client({ compat: 'hardhat', mining: 'auto' })
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
  })
  await devnet.ask('evm_setAutomine', false)
  expect(await devnet.ask('eth_sendTransaction', sent)).toMatch(/^0x/)
})

it('what is unknown is said in the words of Hardhat', async () => {
  const { devnet } = await withToken()
  await using _closed = devnet
  expect(await devnet.refusal('eth_noSuchMethod')).toEqual({
    code: -32004,
    message: 'Method eth_noSuchMethod is not supported',
  })
  const { message } = await devnet.refusal('eth_sendTransaction', { from: bob, to: bob })
  expect(message).toBe(`Unknown account ${bob}`)
})

it('words, shapes and codes are of geth without it', async () => {
  await using devnet = await client({ mining: 'auto' })
  expect(await devnet.refusal('eth_noSuchMethod')).toMatchObject({ code: -32601 })
  const { message } = await devnet.refusal('eth_sendTransaction', { from: bob, to: bob })
  expect(message).toBe(`unknown account ${bob}`)
})
