import { expect, test } from 'vitest'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

test.each<[DevnetOptions, string]>([
  [{}, 'flashblocks'],
  [{ flashblocks: true }, 'flashblocks'],
  [{ flashblocks: false }, 'interval'],
  [{ flashblocks: false, mining: 'auto' }, 'auto'],
  [{ noMining: true }, 'manual'],
  [{ noMining: true, mining: 'manual' }, 'manual'],
  [{ noMining: false }, 'flashblocks'],
  [{ mixedMining: true, flashblocks: false }, 'mixed'],
  [{ compat: 'anvil' }, 'auto'],
  [{ compat: 'hardhat', blockTime: '1s' }, 'interval'],
  [{ compat: 'ganache', flashblockTime: 100 }, 'flashblocks'],
  [{ compat: 'hardhat', mining: 'manual' }, 'manual'],
  [{ compat: 'geth' }, 'flashblocks'],
  [{ compat: 'base' }, 'flashblocks'],
])('%o is the mode %s', (options, mode) => {
  expect(resolveOptions(options).mining).toBe(mode)
})

test.each<[DevnetOptions, string]>([
  [{ noMining: true, mining: 'auto' }, 'invalid noMining true: remove it, as mining asks for auto'],
  [
    { noMining: true, mixedMining: true },
    'invalid mixedMining true: remove it, as noMining asks for manual',
  ],
  [
    { flashblocks: true, mining: 'auto' },
    'invalid flashblocks true: remove it, as mining asks for auto',
  ],
  [
    { flashblocks: false, mining: 'flashblocks' },
    'invalid flashblocks false: remove it, as mining asks for flashblocks',
  ],
])('%o is refused', (options, message) => {
  expect(() => resolveOptions(options)).toThrow(message)
})

test('mixedMining seals each transaction at once, and a block at every block time', async () => {
  await using devnet = await testDevnet({ mining: undefined, mixedMining: true, blockTime: '2s' })
  const { provider, clock } = devnet
  await sendTransfer(devnet)
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1')
  await clock.advance(2000)
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2')
})

test.each([0, '0' as never])("Ganache's block time %o is none", (blockTime) => {
  const { mining, blockMs } = resolveOptions({ compat: 'ganache', blockTime })
  expect({ mining, blockMs }).toEqual({ mining: 'auto', blockMs: 2000 })
  expect(() => resolveOptions({ compat: 'anvil', blockTime })).toThrow('invalid blockTime')
})
