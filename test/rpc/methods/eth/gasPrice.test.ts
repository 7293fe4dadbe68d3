import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is enough for the next block: its base fee and the suggested tip', async () => {
  await using devnet = await client({ baseFee: 8_000n })
  await devnet.seal()
  const [price, tip, { baseFeePerGas: baseFees }] = await Promise.all([
    devnet.ask('eth_gasPrice'),
    devnet.ask('eth_maxPriorityFeePerGas'),
    devnet.ask('eth_feeHistory', '0x1', 'latest', []),
  ])
  expect(BigInt(price)).toBe(BigInt(baseFees.at(-1)) + BigInt(tip))
})
