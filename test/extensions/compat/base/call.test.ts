import { describe, expect, it } from 'vitest'
import { account, type Client, client, twoSteps, word } from '../../../rpc/methods/client.ts'

/** Returns NUMBER, TIMESTAMP and the account's BALANCE. */
const look = (address: string) => `0x435f524260205273${address.slice(2)}3160405260605ff3`

async function seen(devnet: Client, block: unknown): Promise<string> {
  return devnet.ask('eth_call', { data: look(account(devnet, 1)) }, block)
}

const words = (...values: (bigint | number)[]) =>
  values.map((value, index) => (index === 0 ? word(value) : word(value).slice(2))).join('')

describe('eth_call at pending', () => {
  it.each([
    [undefined, 'pending', 2],
    ['base', 'latest', 1],
  ] as const)(
    'with compat %s sees the block %s, and what is pre-confirmed',
    async (compat, tag, number) => {
      await using devnet = await client({ compat })
      await twoSteps(devnet)
      const { timestamp } = await devnet.ask('eth_getBlockByNumber', tag, false)
      const balance = 10n ** 22n + 2n
      expect(await seen(devnet, 'pending')).toBe(words(number, BigInt(timestamp), balance))
      expect(await seen(devnet, { blockNumber: 'pending', flashblock: 1 })).toContain(words(2))
    },
  )

  it.each([
    [undefined, 2],
    ['base', 1],
  ] as const)(
    'with compat %s a client that overrides an account reads %i in its storage',
    async (compat, value) => {
      await using devnet = await client({ compat })
      const { recorder } = await twoSteps(devnet)
      // Returns what is in slot 0.
      const overrides = { [recorder]: { code: '0x5f545f5260205ff3' } }
      expect(await devnet.ask('eth_call', { to: recorder }, 'pending', overrides)).toBe(word(value))
    },
  )

  it.each(['latest', 'pending'])(
    'with compat base sees the newest block at %s while none is open',
    async (tag) => {
      await using devnet = await client({ compat: 'base' })
      await devnet.seal()
      expect(await seen(devnet, tag)).toContain(words(1))
    },
  )
})
