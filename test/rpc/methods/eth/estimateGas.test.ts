import { describe, expect, it } from 'vitest'
import { account, client, headerNotFound, missingArgument, twoSteps, word } from '../client.ts'

const anywhere = `0x${'c0'.repeat(20)}`

/** Reverts unless the number of the block is 2. */
const onlyInBlock2 = { [anywhere]: { code: '0x43600214600a575f5ffd5b00' } }

describe('eth_estimateGas', () => {
  it('is exact for a transfer', async () => {
    await using devnet = await client()
    const transfer = { from: account(devnet, 0), to: account(devnet, 1), value: '0x1' }
    expect(await devnet.ask('eth_estimateGas', transfer)).toBe('0x5208')
  })

  it('suffices for a transaction, and little less does not', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const request = { from: account(devnet, 0), to: recorder, data: word(7) }
    const gas = BigInt(await devnet.ask('eth_estimateGas', request))
    const statusWith = async (limit: bigint) => {
      const hash = await devnet.send({ ...request, gas: `0x${limit.toString(16)}` })
      await devnet.flashblock()
      return (await devnet.ask('eth_getTransactionReceipt', hash)).status
    }
    expect(await statusWith((gas * 95n) / 100n)).toBe('0x0')
    expect(await statusWith(gas)).toBe('0x1')
  })

  it('runs in the block after the head when none is named', async () => {
    await using devnet = await client()
    await devnet.seal()
    const request = { to: anywhere }
    const gas = await devnet.ask('eth_estimateGas', request, null, onlyInBlock2)
    expect(BigInt(gas)).toBeGreaterThan(21_000n)
    expect(await devnet.refusal('eth_estimateGas', request, 'latest', onlyInBlock2)).toEqual({
      code: 3,
      message: 'execution reverted',
      data: '0x',
    })
  })

  it('applies state and block overrides', async () => {
    await using devnet = await client()
    const gas = await devnet.ask('eth_estimateGas', { to: anywhere }, 'latest', onlyInBlock2, {
      number: '0x2',
    })
    expect(BigInt(gas)).toBeGreaterThan(21_000n)
  })

  it('says what a transaction that must fail would revert with', async () => {
    await using devnet = await client()
    expect(
      await devnet.refusal('eth_estimateGas', { to: anywhere, data: '0xaabb' }, 'latest', {
        [anywhere]: { code: '0x365f5f37365ffd' },
      }),
    ).toEqual({ code: 3, message: expect.stringMatching(/^execution reverted/), data: '0xaabb' })
  })

  it('refuses what no gas is enough for', async () => {
    await using devnet = await client()
    expect(
      await devnet.refusal('eth_estimateGas', { to: anywhere, gas: '0xc350' }, 'latest', {
        [anywhere]: { code: '0x5b5f56' },
      }),
    ).toEqual({ code: -32000, message: 'gas required exceeds allowance (50000)' })
  })

  it('refuses parameters that are none, and a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('eth_estimateGas')).toEqual(missingArgument(0))
    expect(await devnet.refusal('eth_estimateGas', 'tx')).toMatchObject({ code: -32602 })
    expect(await devnet.refusal('eth_estimateGas', {}, '0x9')).toEqual(headerNotFound)
  })
})
