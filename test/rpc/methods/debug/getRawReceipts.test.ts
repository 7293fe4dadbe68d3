import { fromRlp, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, word, zeroHash } from '../client.ts'

/** Status, gas used in the block so far, bloom and logs of a type 2 receipt. */
function decode(raw: Hex) {
  expect(raw.slice(0, 4)).toBe('0x02')
  return fromRlp(`0x${raw.slice(4)}`) as [Hex, Hex, Hex, [Hex, Hex[], Hex][]]
}

describe('debug_getRawReceipts', () => {
  it('gives status, gas, bloom and logs, the type before them', async () => {
    await using devnet = await client()
    const { hash, recorder } = await twoSteps(devnet)
    const raw: Hex[] = await devnet.ask('debug_getRawReceipts', hash)
    const receipts = await devnet.ask('eth_getBlockReceipts', hash)
    const decoded = raw.map(decode)
    expect(decoded.map(([status]) => status)).toEqual(['0x01', '0x01', '0x01'])
    expect(decoded.map(([, gas]) => BigInt(gas))).toEqual(
      receipts.map(({ cumulativeGasUsed }: { cumulativeGasUsed: Hex }) =>
        BigInt(cumulativeGasUsed),
      ),
    )
    expect(decoded.map(([, , bloom]) => bloom)).toEqual(
      receipts.map(({ logsBloom }: { logsBloom: Hex }) => logsBloom),
    )
    expect(decoded[1]?.[3]).toEqual([[recorder, [word(1)], word(1)]])
  })

  it('gives those of the pre-confirmed transactions at pending', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const raw: Hex[] = await devnet.ask('debug_getRawReceipts', 'pending')
    expect(raw).toHaveLength(2)
    expect(decode(raw[0] as Hex)[3]).toEqual([[recorder, [word(2)], word(2)]])
  })

  it('is empty for genesis, and null where there is no block', async () => {
    await using devnet = await client()
    expect(await devnet.ask('debug_getRawReceipts', '0x0')).toEqual([])
    expect(await devnet.ask('debug_getRawReceipts', '0x9')).toBeNull()
    expect(await devnet.ask('debug_getRawReceipts', zeroHash)).toBeNull()
    expect(await devnet.refusal('debug_getRawReceipts')).toEqual(missingArgument(0))
  })
})
