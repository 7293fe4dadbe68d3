import { join } from 'node:path'
import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { callTrace } from '../../../src/testing/matchers/callTrace.ts'
import { useChain } from '../../../src/testing/matchers/chains.ts'
import { failureOf } from '../../support/matcherChain.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { tokenAbi } from '../../support/token.ts'

const artifact = join(import.meta.dirname, '../../../fixtures/Token.json')

/** A chain whose fixture names a token and alice, who has 1,000 of it. */
async function fixtureChain() {
  const devnet = await testDevnet({
    mining: 'auto',
    fixture: {
      accounts: { alice: {} },
      contracts: { usdc: { artifact, args: ['USD Coin', 'USDC', 1_000], from: 'alice' } },
    },
  })
  const { accounts, contracts } = devnet.fixture
  const [alice, usdc] = [accounts.alice?.address as Hex, contracts.usdc?.address as Hex]
  const release = useChain(devnet)
  return {
    transfer: (amount: bigint): Promise<Hex> =>
      devnet.provider.request({
        method: 'eth_sendTransaction',
        params: [
          {
            from: alice,
            to: usdc,
            gas: '0x20000',
            data: encodeFunctionData({
              abi: tokenAbi,
              functionName: 'transfer',
              args: [usdc, amount],
            }),
          },
        ],
      }),
    [Symbol.asyncDispose]: async () => {
      release()
      await devnet[Symbol.asyncDispose]()
    },
  }
}

test('errors of contracts that a fixture names need no ABI', async () => {
  await using chain = await fixtureChain()
  const hash = await chain.transfer(5_000n)
  await expect(hash).toRevertWith('InsufficientBalance', { needed: 5_000n })
  expect(await failureOf(() => expect(hash).not.toRevert())).toBe(
    `expected the transaction ${hash} not to revert, but it reverted with InsufficientBalance(account: 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266, balance: 1000, needed: 5000)`,
  )
})

test('events of theirs are reported', async () => {
  await using chain = await fixtureChain()
  const hash = await chain.transfer(5n)
  expect(await failureOf(() => expect(hash).toEmit('event Paid(uint256 value)', 'Paid'))).toMatch(
    /but it emitted\n {2}Transfer\(from: 0xf39F\w+, to: 0x\w+, value: 5\) by 0x\w+$/,
  )
  const failed = await chain.transfer(5_000n)
  expect(
    await failureOf(() => expect(failed).toEmit('event Paid(uint256 value)', 'Paid')),
  ).toContain('but it reverted with InsufficientBalance(')
})

test('a trace has their names, unless it is given others', async () => {
  await using chain = await fixtureChain()
  const hash = await chain.transfer(5n)
  const trace = (names?: Record<string, string>) => callTrace({ isNot: false }, hash, { names })
  expect(await trace()).toBe(
    'call usdc.transfer(to: usdc, value: 5) by alice\n' +
      '  emit Transfer(from: alice, to: usdc, value: 5)\n' +
      '  return true\n',
  )
  const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(await trace({ sender: from })).toContain('value: 5) by sender\n')
})
