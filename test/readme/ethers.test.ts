import { BrowserProvider, parseEther } from 'ethers'
import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('a transfer arrives', async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const provider = new BrowserProvider(devnet.provider)
  const [alice, bob] = await Promise.all([provider.getSigner(0), provider.getSigner(1)])

  const transaction = await alice.sendTransaction({ to: bob.address, value: parseEther('1') })
  const receipt = await transaction.wait()

  expect(receipt?.status).toBe(1)
  expect(await provider.getBalance(bob.address)).toBe(parseEther('10001'))
})
