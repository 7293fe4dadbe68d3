import { devnetTest } from 'preconf/vitest'
import { describe } from 'vitest'
import { alice, bob, carol, withToken } from './token'

const test = devnetTest({ use: withToken })

describe.concurrent('a token', () => {
  test('belongs to who deployed it', async ({ token, publicClient, expect }) => {
    const balance = { ...token, functionName: 'balanceOf' } as const
    expect(await publicClient.readContract({ ...balance, args: [alice] })).toBe(1000n)
    expect(await publicClient.readContract({ ...balance, args: [bob] })).toBe(0n)
  })

  test.for([1n, 10n, 1000n])(
    'goes to another: %i',
    async (value, { token, walletClient, expect }) => {
      const sending = () =>
        walletClient.writeContract({ ...token, functionName: 'transfer', args: [bob, value] })
      await expect(sending).toChangeTokenBalances(token, [alice, bob], [-value, value])
    },
  )

  test('tells of it', async ({ token, walletClient, expect }) => {
    const hash = await walletClient.writeContract({
      ...token,
      functionName: 'transfer',
      args: [carol, 7n],
    })
    await expect(hash).toEmit(token, 'Transfer', { from: alice, to: carol, value: 7n })
  })

  test('is not there twice', async ({ token, walletClient, expect }) => {
    const request = { ...token, functionName: 'transfer', args: [bob, 1001n] } as const
    await expect(walletClient.writeContract(request)).toRevertWith(token, 'InsufficientBalance', [
      alice,
      1000n,
      1001n,
    ])
  })
})
