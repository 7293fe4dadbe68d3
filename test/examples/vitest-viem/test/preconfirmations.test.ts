import { devnetTest } from 'preconf/vitest'
import { bob, withToken } from './token'

const test = devnetTest({ mining: 'manual', use: withToken })

test('a transfer is seen before its block is sealed', async ({
  chain,
  token,
  publicClient,
  walletClient,
  expect,
}) => {
  const balance = { ...token, functionName: 'balanceOf', args: [bob] } as const
  const hash = await walletClient.writeContract({
    ...token,
    functionName: 'transfer',
    args: [bob, 5n],
  })
  await chain.flashblock()
  await expect(hash).toBePreconfirmed({ index: 1 })
  expect(await publicClient.readContract({ ...balance, blockTag: 'pending' })).toBe(5n)
  expect(await publicClient.readContract({ ...balance, blockTag: 'latest' })).toBe(0n)

  await chain.seal()
  await expect(hash).toBeSealed()
  expect(await publicClient.readContract({ ...balance, blockTag: 'latest' })).toBe(5n)
})

test('a pre-confirmed transfer can be missing from the block', async ({
  chain,
  token,
  publicClient,
  walletClient,
  expect,
}) => {
  const hash = await walletClient.writeContract({
    ...token,
    functionName: 'transfer',
    args: [bob, 5n],
  })
  await chain.flashblock()
  chain.faults.inject({ kind: 'dropAtSeal' })
  await chain.seal()
  await expect(publicClient.getTransactionReceipt({ hash })).rejects.toThrow()
})
