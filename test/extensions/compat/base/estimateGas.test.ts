import { describe, expect, it } from 'vitest'
import { client, deployRecorder, word } from '../../../rpc/methods/client.ts'

/** Creation code that reverts unless NUMBER is 2. */
const onlyInBlock2 = '0x43600214600a575f5ffd5b00'

/** A slot is zero in block 1 and set at `pending`, where it costs less to write it. */
async function stage(compat: 'base' | undefined) {
  const devnet = await client({ compat })
  const recorder = await deployRecorder(devnet)
  await devnet.send({ to: recorder, data: word(7) })
  await devnet.flashblock()
  const request = { to: recorder, data: word(8) }
  const estimate = (...block: unknown[]) => devnet.ask('eth_estimateGas', request, ...block)
  return { devnet, estimate }
}

describe('eth_estimateGas', () => {
  it.each([
    [undefined, 'pending'],
    ['base', 'latest'],
  ] as const)('with compat %s is for the block %s when none is named', async (compat, tag) => {
    const { devnet, estimate } = await stage(compat)
    await using _ = devnet
    expect(await estimate()).toBe(await estimate(tag))
    expect(BigInt(await estimate('pending'))).toBeLessThan(BigInt(await estimate('latest')))
  })

  it('with compat base sees the number of the newest sealed block at pending, without it the next one', async () => {
    for (const compat of [undefined, 'base'] as const) {
      const { devnet } = await stage(compat)
      await using _ = devnet
      const asked = devnet.ask('eth_estimateGas', { data: onlyInBlock2 }, 'pending')
      if (compat === undefined) expect(BigInt(await asked)).toBeGreaterThan(53_000n)
      else await expect(asked).rejects.toMatchObject({ code: 3 })
    }
  })
})
