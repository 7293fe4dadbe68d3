import { describe, expect, it } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { client } from './client.ts'

const latest = 2n ** 63n - 1n
const hex = (value: bigint): string => `0x${value.toString(16)}`
const attributes = (timestamp: bigint) => ({
  timestamp: hex(timestamp),
  prevRandao: `0x${'00'.repeat(32)}`,
  suggestedFeeRecipient: `0x${'00'.repeat(20)}`,
  withdrawals: [],
  parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
})

/** Each way to set a time, with one that is so many seconds or more. */
const ways: readonly (readonly [method: string, params: (time: bigint) => readonly unknown[]])[] = [
  ['evm_setNextBlockTimestamp', (time) => [hex(time)]],
  ['evm_increaseTime', (time) => [hex(time)]],
  ['evm_mine', (time) => [hex(time)]],
  ['evm_mine', (time) => [{ timestamp: hex(time), blocks: 3 }]],
  ['evm_mine_detailed', (time) => [hex(time)]],
  ['anvil_setBlockTimestampInterval', (time) => [hex(time)]],
  ['anvil_mine', (time) => ['0x2', hex(time)]],
  ['anvil_mine', (time) => ['0x3', hex(time)]],
  ['anvil_mine', (time) => ['0x200', hex(time)]],
  ['anvil_mine', (time) => [hex(time)]],
  ['testing_commitBlockV1', (time) => [attributes(time), [], '0x']],
]

describe.each<[string, DevnetOptions]>([
  ['blocks on request', {}],
  ['flashblocks', { mining: 'flashblocks' }],
  ['interval', { mining: 'interval' }],
  ['the same second allowed', { allowSameTimestamp: true }],
  ['an OP chain', { network: 'op' }],
  ['Base', { network: 'base' }],
])('times near the end of 64 bits: %s', (_name, options) => {
  it('are refused with nothing changed, or leave a chain that goes on', async () => {
    await using devnet = await client(options)
    const [from, to] = (await devnet.ask('eth_accounts')) as string[]
    for (const [method, params] of ways) {
      for (const time of [latest, latest + 1n, 2n ** 64n - 1_000n, 2n ** 64n - 1n]) {
        const id = await devnet.ask('evm_snapshot')
        const before = await devnet.ask('eth_blockNumber')
        const answer = await devnet.provider
          .request({ method, params: params(time) as never })
          .catch((error: { readonly code: number }) => error)
        if (answer instanceof Error) {
          expect(answer).toMatchObject({ code: expect.toBeOneOf([-32602, -32000]) })
          expect(await devnet.ask('eth_blockNumber'), `${method} ${time}`).toBe(before)
        }
        for (let block = 0; block < 3; block++) await devnet.ask('evm_mine')
        for (const tag of ['latest', 'pending']) {
          expect(await devnet.ask('eth_call', { to }, tag)).toBe('0x')
        }
        await devnet.ask('eth_sendTransaction', { from, to })
        await devnet.ask('evm_increaseTime', 1).catch(({ code }) => expect(code).toBe(-32602))
        await devnet.ask('evm_mine')
        await devnet.ask('evm_revert', id)
      }
    }
  })
})

it('a simulation has no block after the end of 64 bits', async () => {
  await using devnet = await client()
  const blockStateCalls = [{ blockOverrides: { time: hex(2n ** 64n - 1n) } }, {}]
  expect(await devnet.refusal('eth_simulateV1', { blockStateCalls }, 'latest')).toEqual({
    code: -38021,
    message: 'block timestamp 18446744073709551627 does not fit into 64 bits',
  })
  const number = hex(10n)
  const gap = [{ blockOverrides: { time: hex(2n ** 64n - 1n) } }, { blockOverrides: { number } }]
  expect(await devnet.refusal('eth_simulateV1', { blockStateCalls: gap }, 'latest')).toMatchObject({
    code: -38021,
  })
  const time = hex(2n ** 64n - 1n)
  expect(await devnet.ask('eth_call', {}, 'latest', {}, { time })).toBe('0x')
})

it('options and files cannot begin there', async () => {
  const clock = 'manual'
  await expect(createDevnet({ clock, timestamp: 2 ** 63 })).rejects.toThrow(/timestamp/)
  const genesis = {
    config: { chainId: 1 },
    timestamp: hex(2n ** 63n),
    gasLimit: '0x1c9c380',
    difficulty: '0x0',
    alloc: {},
  }
  await expect(createDevnet({ clock, genesis })).rejects.toThrow(
    /timestamp is "0x8000000000000000": give a whole number from 0 to 9223372036854775807/,
  )
  const block = { number: 0, timestamp: hex(2n ** 63n) }
  const state = { block, accounts: {} }
  await expect(createDevnet({ clock, loadState: state as never })).rejects.toThrow(
    /timestamp 9223372036854775808 is too high/,
  )
})
