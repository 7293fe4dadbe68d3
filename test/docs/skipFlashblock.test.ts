import { createDevnet } from 'preconf'
import { createWalletClient, custom, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const carol = '0x00000000000000000000000000000000000ca201'

test('a flashblock is lost on its way, and with it what was pre-confirmed', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const balance = () => client.getBalance({ address: carol })
  const send = (value: bigint) => client.sendTransaction({ to: carol, value })
  devnet.faults.inject({ kind: 'skipFlashblock', index: 2 })

  await send(1n)
  await devnet.flashblock()
  expect(await balance()).toBe(1n)

  const hash = await send(10n)
  await devnet.flashblock() // 2, which is not published
  expect(await balance()).toBe(1n)
  expect((await devnet.explain(hash)).reason).toBe('unpublished')

  await send(100n)
  await devnet.flashblock() // 3, which does not follow 1
  expect(await balance()).toBe(0n)
  expect((await client.getBlock()).number).toBe(0n) // pending answers the sealed head

  await devnet.seal()
  expect(await balance()).toBe(111n)
})
