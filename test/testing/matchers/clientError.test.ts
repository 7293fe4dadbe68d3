import { describe, expect, test } from 'vitest'
import { revertOfError } from '../../../src/testing/matchers/clientError.ts'
import { matcherChain } from '../../support/matcherChain.ts'

describe('a node that is taken for Hardhat', () => {
  test('tells what reverts in other words', async () => {
    await using chain = await matcherChain({ compat: 'hardhat', mining: 'auto' })
    const { client, token, ethersToken, alice, bob } = chain
    const error = [token, 'InsufficientBalance', [alice, 1_000n, 5_000n]] as const
    const transfer = ethersToken.getFunction('transfer')
    // It refuses what has failed, though it is on the chain.
    await expect(chain.transfer(bob, 5_000n, 100_000n)).toRevertWith(...error)
    await expect(chain.transfer(bob, 5_000n)).toRevertWith(...error)
    await expect(transfer(bob, 5_000n)).toRevertWith(...error)
    await expect(transfer(bob, 5_000n, { gasLimit: 100_000n })).toRevertWith(...error)
    await expect(client.simulateContract({ ...token, functionName: 'fail' })).toRevertWith(/always/)
    const share = { ...token, functionName: 'shareOf', args: [bob, 0n] } as const
    await expect(client.readContract(share)).toRevertWith(0x12)
    await expect(client.call({ to: token.address, data: '0x12345678' })).toRevert()
    await expect(chain.transfer(bob, 5n, 30_000n)).toRevertWith('out of gas')
  })
})

test('over HTTP the errors are the same', async () => {
  await using chain = await matcherChain({ mining: 'auto' })
  const { url } = await chain.devnet.listen({ port: 0 })
  const { createPublicClient, http } = await import('viem')
  const { JsonRpcProvider } = await import('ethers')
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  const provider = new JsonRpcProvider(url, undefined, { staticNetwork: true })
  const fail = { ...chain.token, functionName: 'fail' } as const
  await expect(client.simulateContract(fail)).toRevertWith('this always fails')
  await expect(client.call({ data: '0xfe' })).toRevertWith(/^invalid opcode/)
  const data = chain.ethersToken.interface.encodeFunctionData('fail')
  await expect(provider.call({ to: chain.token.address, data })).toRevertWith('this always fails')
  await expect(provider.call({ data: '0xfe' })).toRevertWith(/^invalid opcode/)
  provider.destroy()
})

test('halts that Anvil tells in words of its own are reported in those of geth', async () => {
  await using chain = await matcherChain({ compat: 'anvil', mining: 'auto' })
  const { client } = chain
  await expect(client.call({ data: '0xfe' })).toRevertWith('invalid opcode: INVALID')
  await expect(client.call({ data: '0x5b5f56', gas: 100_000n })).toRevertWith('out of gas')
  const endless = { account: chain.alice, data: '0x5b5f56', gas: 100_000n } as const
  await expect(client.estimateGas(endless)).toRevertWith('out of gas')
})

test('a chain of causes that leads back to itself comes to an end', () => {
  const error = Object.assign(new Error('outer'), { cause: { code: 3, data: '0x1234' as unknown } })
  Object.assign(error.cause, { cause: error })
  expect(revertOfError(error)).toMatchObject({
    data: '0x1234',
    words: 'execution reverted',
    abi: [],
  })
})

test.each([
  [new Error('nonce too low')],
  [{ code: -32000, message: 'already known', data: '0x1234' }],
  ['execution reverted'],
  [null],
  [undefined],
])('%o is no failure of the EVM', (error) => {
  expect(revertOfError(error)).toBeUndefined()
})
