import { describe, expect, test } from 'vitest'
import { failureOf, matcherChain } from '../../support/matcherChain.ts'

test('a transaction that failed has reverted, pre-confirmed and sealed', async () => {
  await using chain = await matcherChain()
  const { devnet, client, token, bob } = chain
  const gas = 100_000n
  const reverted = await chain.transfer(bob, 5_000n, gas)
  const halted = await chain.transfer(bob, 1n, 30_000n)
  const succeeded = await chain.transfer(bob, 1n, gas)
  const silent = await client.sendTransaction({ to: token.address, gas })
  await devnet.flashblock()
  for (const part of ['pre-confirmed', 'sealed']) {
    await expect(reverted, part).toRevert()
    await expect(halted, part).toRevert()
    await expect(silent, part).toRevert()
    await expect(succeeded, part).not.toRevert()
    await devnet.seal()
  }
  expect(await failureOf(() => expect(succeeded).toRevert())).toBe(
    `expected the transaction ${succeeded} to revert, but it succeeded`,
  )
  expect(await failureOf(() => expect(halted).not.toRevert())).toBe(
    `expected the transaction ${halted} not to revert, but it failed: out of gas`,
  )
  expect(await failureOf(() => expect(silent).not.toRevert())).toBe(
    `expected the transaction ${silent} not to revert, but it reverted without data`,
  )
})

describe('calls that clients reject', () => {
  test('of viem', async () => {
    await using chain = await matcherChain()
    const { client, token, bob } = chain
    const transfer = { ...token, functionName: 'transfer', args: [bob, 5_000n] } as const
    await expect(client.simulateContract(transfer)).toRevert()
    await expect(client.simulateContract(transfer)).rejects.toRevert()
    await expect(() => client.estimateContractGas(transfer)).toRevert()
    await expect(client.call({ to: token.address, data: '0x12345678' })).toRevert()
    await expect(client.call({ data: '0xfe' })).toRevert()
    const balance = { ...token, functionName: 'balanceOf', args: [bob] } as const
    await expect(client.readContract(balance)).not.toRevert()
    const error = await client.simulateContract(transfer).catch((error) => error)
    await expect(error).toRevert()
    expect(await failureOf(() => expect(client.simulateContract(transfer)).not.toRevert())).toBe(
      `expected the call not to revert, but it reverted with InsufficientBalance(account: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, balance: 1000, needed: 5000)`,
    )
    expect(await failureOf(() => expect(client.readContract(balance)).toRevert())).toBe(
      'expected the call to revert, but it succeeded',
    )
  })

  test('of ethers', async () => {
    await using chain = await matcherChain()
    const { devnet, ethersToken, bob } = chain
    const transfer = ethersToken.getFunction('transfer')
    await expect(transfer.send(bob, 5_000n)).toRevert()
    await expect(transfer.staticCall(bob, 5_000n)).toRevert()
    await expect(transfer.estimateGas(bob, 5_000n)).toRevert()
    await expect(ethersToken.getFunction('balanceOf')(bob)).not.toRevert()
    const response = await transfer.send(bob, 5_000n, { gasLimit: 100_000n })
    await devnet.seal()
    await expect(response).toRevert()
    // ethers rejects it once it has the receipt of a failed transaction.
    await expect(response.wait()).toRevert()
    await expect(response.wait()).rejects.toRevert()
  })

  test('of a bare provider', async () => {
    await using chain = await matcherChain()
    const { devnet, token } = chain
    const call = (to: string | undefined, data: string) =>
      devnet.provider.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
    await expect(call(token.address, '0x12345678')).toRevert()
    await expect(call(undefined, '0xfe')).toRevert()
    await expect(call(undefined, '0x')).not.toRevert()
  })
})

test('what fails before it comes to the EVM neither holds nor does its opposite', async () => {
  await using chain = await matcherChain()
  const { client, signer, bob, devnet } = chain
  const value = 10n ** 30n
  for (const send of [
    () => client.sendTransaction({ to: bob, value }),
    () => signer.sendTransaction({ to: bob, value }),
    () =>
      devnet.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: bob.replace(/..$/, '00'), to: bob }],
      }),
  ]) {
    expect(await failureOf(() => expect(send).toRevert())).toMatch(
      /^it failed before it reached the EVM: /,
    )
    expect(await failureOf(() => expect(send).not.toRevert())).toMatch(
      /^it failed before it reached/,
    )
  }
})

test('what has not run yet does neither', async () => {
  await using chain = await matcherChain()
  const hash = await chain.transfer(chain.bob, 1n)
  const pooled = `the transaction ${hash} has not run: it is in the pool: nothing keeps it out, but blocks are made on request only`
  expect(await failureOf(() => expect(hash).toRevert())).toContain(pooled)
  expect(await failureOf(() => expect(hash).not.toRevert())).toContain(pooled)
})

test('where blocks are made by themselves it is waited for', async () => {
  await using chain = await matcherChain({ mining: 'flashblocks', clock: 'real', blockTime: '60s' })
  await expect(chain.transfer(chain.bob, 5_000n, 100_000n)).toRevert()
  await expect(chain.transfer(chain.bob, 5n, 100_000n)).not.toRevert()
})
