import { devnetTest } from 'preconf/vitest'
import { erc20Abi, parseEther } from 'viem'

const [whale, bob] = [
  '0x28C6c06298d514Db089934071355E5743bf21d60',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
const dai = { abi: erc20Abi, address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' } as const

// Without the URL, as in CI, all that is read of the live chain comes from the file.
const test = devnetTest({
  fork: { url: process.env.ETH_URL, blockNumber: 23_000_004, cassette: 'mainnet.fork.jsonl' },
})

test('a whale pays in dai', async ({ testClient, publicClient, walletClient, expect }) => {
  await testClient.impersonateAccount({ address: whale })
  await testClient.setBalance({ address: whale, value: parseEther('1') })
  const payment = { functionName: 'transfer', args: [bob, parseEther('7')] } as const
  const sending = () => walletClient.writeContract({ ...dai, ...payment, account: whale })
  await expect(sending).toChangeTokenBalances(
    dai,
    [whale, bob],
    [-parseEther('7'), parseEther('7')],
  )
  expect(await publicClient.getBlockNumber()).toBe(23_000_005n)
})
