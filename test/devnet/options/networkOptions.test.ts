import { expect, test } from 'vitest'
import { readOptions, resolveOptions } from '../../../src/devnet/options/options.ts'
import { networks } from '../../../src/extensions/networks/extension.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'

test.each<[object, string]>([
  [{ preset: 'optimism' }, "invalid preset 'optimism': give base"],
  [{ preset: 'base', network: 'op' }, "invalid preset 'base': remove it, as network is given"],
  [
    { network: 'solana' },
    "invalid network 'solana': give ethereum, op, optimism, unichain, worldchain, xlayer, giwa, base",
  ],
  [
    { network: { like: 'ethereum' } },
    "invalid network.like 'ethereum': give op, unichain, worldchain",
  ],
  [{ network: { like: 'op', gas: 1 } }, 'invalid network.gas 1: there is no such member'],
  [{ network: { like: 'op', minBaseFee: 1 } }, 'invalid network.minBaseFee 1: give a bigint'],
  [{ network: { like: 'op', azulTime: 1 } }, 'invalid network.azulTime 1: give a bigint'],
  [{ network: 'op', hardfork: 'cancun' }, "invalid hardfork 'cancun': remove it, as the network"],
  [
    { network: 'base', flashblockTime: 200 },
    'invalid flashblockTime 200: remove it, as the network has no flashblocks',
  ],
  [{ network: 'base', mining: 'flashblocks' }, "invalid mining 'flashblocks': remove it"],
  [{ network: 'base', flashblocks: true }, "invalid flashblocks 'true': remove it"],
])('%o is refused', (options, message) => {
  expect(() => resolveOptions(options, {}, networks)).toThrow(message.replace("'true'", 'true'))
})

test.each<[DevnetOptions, object]>([
  [
    { network: 'op' },
    { chainId: 10, blockMs: 2000, flashblockMs: 200, gasLimit: 40_000_000n, slotsInAnEpoch: 60 },
  ],
  [{ network: 'optimism' }, { chainId: 10 }],
  [
    { network: 'unichain' },
    { chainId: 130, blockMs: 1000, flashblockMs: 200, gasLimit: 60_000_000n },
  ],
  [
    { network: 'base' },
    { chainId: 8453, mining: 'interval', blockMs: 200, gasLimit: 40_000_000n, baseFee: 5_000_000n },
  ],
  [
    { preset: 'base' },
    {
      chainId: 8453,
      mining: 'flashblocks',
      blockMs: 2000,
      flashblockMs: 200,
      flashblockGas: 'cumulative',
      transactionGasCap: true,
      gasLimit: 400_000_000n,
    },
  ],
  [
    { network: 'op', chainId: 7, blockTime: '1s', gasLimit: 30_000_000, transactionGasCap: false },
    { chainId: 7, blockMs: 1000, gasLimit: 30_000_000n, transactionGasCap: false },
  ],
  [{ network: 'base', noMining: true }, { mining: 'manual' }],
  [
    { network: { like: 'op', name: 'mine', chainId: 99, operatorFeeScalar: 5 } },
    { chainId: 99, blockMs: 2000, network: { name: 'mine', operatorFeeScalar: 5, elasticity: 2 } },
  ],
])('%o fills in what is not given', (options, settings) => {
  expect(resolveOptions(options, {}, networks)).toMatchObject(settings)
})

test('a genesis file says the chain id and the gas limit', async () => {
  const { chainId } = await readOptions({ network: 'op', genesis: { config: {} } }, networks)
  expect(chainId).toBe(31_337)
})

test.each([
  [10, 'op'],
  [130, 'unichain'],
  [1301, 'unichain'],
  [8453, 'base-flashblocks'],
  [undefined, 'op'],
])('a genesis file of the OP stack with the id %s is like %s', async (chainId, name) => {
  const genesis = { config: { chainId, optimism: {} } }
  expect((await readOptions({ genesis }, networks)).network?.name).toBe(name)
})

test('without the networks there is Ethereum alone', () => {
  expect(resolveOptions({ network: 'ethereum' }).network).toBeUndefined()
  expect(() => resolveOptions({ network: 'op' })).toThrow("invalid network 'op': give ethereum")
})
