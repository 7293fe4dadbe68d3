import { createDevnet, type LoadedContract } from 'preconf'
import { createPublicClient, custom, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

test('the chain begins with tokens and an exchange', async () => {
  await using devnet = await createDevnet({ fixture: 'preconf/fixtures/dex.yaml' })
  const client = createPublicClient({ transport: custom(devnet.provider) })

  const { dai, exchange } = devnet.fixture.contracts as Record<string, LoadedContract>
  const call = { abi, functionName: 'balanceOf', address: dai?.address ?? '0x' } as const
  const liquidity = await client.readContract({ ...call, args: [exchange?.address ?? '0x'] })
  expect(liquidity).toBe(parseEther('3000000'))
})
