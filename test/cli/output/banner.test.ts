import { expect, test } from 'vitest'
import { cadence } from '../../../src/cli/output/banner.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'

test.each([
  [{}, 'a flashblock every 200 ms, a sealed block every 2 s'],
  [
    { blockTime: '1.5s', flashblockTime: 50 },
    'a flashblock every 50 ms, a sealed block every 1.5 s',
  ],
  [{ mining: 'interval', blockTime: '500ms' }, 'a sealed block every 500 ms'],
  [{ mining: 'auto' }, 'a sealed block for each transaction'],
  [{ mining: 'manual' }, 'blocks on request only (evm_mine)'],
  [{ mining: 'interval', clock: 'manual' }, 'a sealed block every 2 s, by the manual clock'],
] as const)('the cadence of %j in words', (options, words) => {
  expect(cadence(resolveOptions(options))).toBe(words)
})
