import { expect, test } from 'vitest'
import { resolveOptions } from '../../src/devnet/options.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { testDevnet } from '../support/testDevnet.ts'

const huge = `0x${'f'.repeat(65)}`
const address = '0x00000000000000000000000000000000000000b0'

/** What clients send by mistake or on purpose, at any position. */
const hostile: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  Number.NaN,
  '',
  '0x',
  '0x0',
  '0x00',
  '0xg',
  'latest',
  'LATEST',
  '__proto__',
  huge,
  `0x${'ff'.repeat(32)}`,
  `0x${'00'.repeat(100_000)}`,
  address,
  [],
  [[]],
  [null],
  {},
  { __proto__: null, constructor: 1 },
  { blockHash: `0x${'11'.repeat(32)}` },
  { blockNumber: huge },
  { from: address, to: address, value: huge },
  { from: address, gas: '0xffffffffffffffff', gasPrice: `0x${'f'.repeat(64)}` },
  { from: address, data: '0x6000', input: '0x6001' },
  { to: address, maxFeePerBlobGas: '0x1' },
  { to: address, blobVersionedHashes: ['0x01'] },
  { to: address, type: '0x9', accessList: [{ address }] },
  { fromBlock: huge, toBlock: 'pending' },
  { fromBlock: 'latest', toBlock: 'earliest', topics: [[[[]]]] },
  { address: Array.from({ length: 2_000 }, () => address) },
  { blockStateCalls: [{ blockOverrides: { number: huge } }] },
  { blockStateCalls: Array.from({ length: 300 }, () => ({})) },
  { blockStateCalls: [{ stateOverrides: { [address]: { balance: huge } } }] },
  { timestamp: huge, blocks: huge },
  { tracer: 'constructor' },
  10n,
  () => 1,
]

const methods = createMethods(resolveOptions())
const names = methods.flatMap(({ name, aliases }) => [name, ...aliases])

test.each(names)(
  '%s answers whatever it is sent, and never by an internal error',
  async (method) => {
    await using devnet = await testDevnet()
    const good = [address, 'latest', 'latest']
    const argumentLists = [
      [],
      ...hostile.map((value) => [value]),
      ...hostile.map((value) => [good[0], value]),
      ...hostile.map((value) => [good[0], good[1], value]),
      ...hostile.map((value) => [{ to: address }, 'latest', value]),
      ...hostile.map((value) => [{ to: address }, 'latest', {}, value]),
      ...hostile.map((value) => [value, value, value, value, value, value]),
    ]
    for (const params of argumentLists) {
      const outcome = await devnet.provider.request({ method, params }).then(
        () => 'answered',
        (error) => error.code,
      )
      expect([outcome, params]).not.toEqual([-32603, params])
      expect(outcome === 'answered' || Number.isInteger(outcome)).toBe(true)
    }
    expect(await devnet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  },
)
