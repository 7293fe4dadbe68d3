import { describe, test } from 'node:test'
import { assertChangesTokenBalances, assertEmits, assertRevertsWith, chainOf } from 'preconf/node'
import { alice, bob, deployToken } from './token.js'

describe('a token', { concurrency: true }, () => {
  for (const value of [1n, 10n, 1000n]) {
    test(`goes to another: ${value}`, async (t) => {
      const { token, transfer } = await deployToken(await chainOf(t))
      const sending = () => transfer(bob, value)
      await assertChangesTokenBalances(sending, token, [alice, bob], [-value, value])
    })
  }

  test('tells of it', async (t) => {
    const { token, transfer } = await deployToken(await chainOf(t))
    await assertEmits(transfer(bob, 7n), token, 'Transfer', { from: alice, to: bob, value: 7n })
  })

  test('is not there twice', async (t) => {
    const { token, transfer } = await deployToken(await chainOf(t))
    const expected = [alice, 1000n, 1001n]
    await assertRevertsWith(transfer(bob, 1001n), token, 'InsufficientBalance', expected)
  })
})
