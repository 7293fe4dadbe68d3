import { JsonRpcProvider, parseEther } from 'ethers'
import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const whale = '0x00000000000000000000000000000000000000aa'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('ethers calls development methods by their names, over HTTP', async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const { url } = await devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })

  await provider.send('hardhat_setBalance', [whale, '0x56bc75e2d63100000'])
  await provider.send('hardhat_impersonateAccount', [whale])
  const signer = await provider.getSigner(whale)
  const sent = await signer.sendTransaction({ to: bob, value: 1n })
  expect(await sent.wait()).toMatchObject({ status: 1, from: signer.address })

  const { timestamp } = (await provider.getBlock('latest')) ?? expect.fail()
  await provider.send('evm_setNextBlockTimestamp', [timestamp + 86_400])
  await provider.send('evm_mine', [])
  expect(await provider.getBlock('latest')).toMatchObject({ timestamp: timestamp + 86_400 })
  expect(await provider.getBalance(whale)).toBeLessThan(parseEther('100'))
  provider.destroy()
})
