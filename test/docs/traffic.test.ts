import { createDevnet } from 'preconf'
import { parseGwei } from 'viem'
import { expect, test } from 'vitest'

test('a transaction that tips little waits while the chain is congested', async () => {
  await using devnet = await createDevnet({ clock: 'manual', traffic: 'congested' })
  const { publicClient, walletClient } = await devnet.clients()
  const [to] = await walletClient.getAddresses()
  const before = await publicClient.getBlock({ blockTag: 'latest' })
  await devnet.clock.advance(10_000)

  const late = await walletClient.sendTransaction({ to, maxPriorityFeePerGas: 1n })
  await devnet.clock.advance(4000)
  expect(devnet.transaction(late).status).toBe('pooled')
  const block = await publicClient.getBlock({ blockTag: 'latest' })
  expect(block.gasUsed).toBeGreaterThan((block.gasLimit * 9n) / 10n)
  expect(block.baseFeePerGas).toBeGreaterThan(before.baseFeePerGas ?? 0n)

  const { nonce } = await publicClient.getTransaction({ hash: late })
  const fees = { maxPriorityFeePerGas: parseGwei('30'), maxFeePerGas: parseGwei('100') }
  const faster = await walletClient.sendTransaction({ to, nonce, ...fees })
  await devnet.clock.advance(2000)
  expect(devnet.transaction(faster).status).toBe('sealed')
  expect(devnet.transaction(late).status).toBe('dropped')
})
