import { expect, test } from 'vitest'
import { compatRules } from '../../../src/devnet/options/compatRules.ts'
import { readOptions, resolveOptions } from '../../../src/devnet/options/options.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'
import { defaultLimits } from '../../../src/lib/limits.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'

test('every option has a default', () => {
  expect(resolveOptions()).toEqual({
    options: {},
    fork: undefined,
    gasReport: false,
    coverage: false,
    printTraces: false,
    unlikeLive: {},
    accounts: 10,
    balance: 10_000n * 10n ** 18n,
    mnemonic: 'test test test test test test test test test test test junk',
    mnemonicRandom: undefined,
    mnemonicSeed: undefined,
    ganacheWords: false,
    derivationPath: "m/44'/60'/0'/0/",
    fundAccounts: [],
    callGasLimit: undefined,
    enableP256: false,
    chainId: 31_337,
    mining: 'flashblocks',
    blockMs: 2_000,
    flashblockMs: 200,
    flashblockGas: 'full',
    flashblockLeewayMs: 0,
    followsLive: true,
    network: undefined,
    otherNetworks: [],
    finalizedLag: undefined,
    gasLimit: 30_000_000n,
    codeSizeLimit: undefined,
    memoryLimit: undefined,
    traceMs: 60_000,
    maxTransactions: undefined,
    limits: defaultLimits,
    gasPrice: undefined,
    minGasPrice: 0n,
    priorityFee: true,
    disablePoolBalanceChecks: false,
    number: 0n,
    slotsInAnEpoch: 32,
    allowSameTimestamp: false,
    disableDefaultCreate2Deployer: false,
    throwOnFailure: false,
    keptStates: undefined,
    keptBlocks: undefined,
    baseFee: 1_000_000_000n,
    hardfork: 'osaka',
    startMs: undefined,
    clock: 'real',
    order: 'fees',
    transactionGasCap: false,
    autoImpersonate: false,
    chainName: 'base',
    simulateFormat: 'service',
    compat: 'anvil',
    compatRules: compatRules('anvil', false),
    isSwitchedOff: false,
    newHeads: 'sealed',
    pendingHash: 'zero',
    receipts: 'preconfirmed',
    seed: 'preconf',
    layers: {},
    state: undefined,
    dumpState: undefined,
    stateIntervalMs: 60_000,
    preserveHistoricalStates: false,
  })
})

test.each<[DevnetOptions, Partial<ReturnType<typeof resolveOptions>>]>([
  [{ blockTime: 0.5 }, { blockMs: 500 }],
  [{ blockTime: '750ms' }, { blockMs: 750 }],
  [{ flashblockTime: 50 }, { flashblockMs: 50 }],
  [{ flashblockTime: '0.1s' }, { flashblockMs: 100 }],
  [{ balance: '0.5' }, { balance: 5n * 10n ** 17n }],
  [{ balance: 3n }, { balance: 3n * 10n ** 18n }],
  [
    { balance: '3 gwei', baseFee: '1.5 gwei' },
    { balance: 3n * 10n ** 9n, baseFee: 1_500_000_000n },
  ],
  [
    { balance: '0x10', gasPrice: '0x10' },
    { balance: 16n, gasPrice: 16n },
  ],
  [
    { blockTime: '1 min', flashblockTime: '0.1 s' },
    { blockMs: 60_000, flashblockMs: 100 },
  ],
  [{ gasLimit: '0x1000000' }, { gasLimit: 0x1000000n }],
  [{ baseFee: 0 }, { baseFee: 0n }],
  [{ timestamp: 1_700_000_000 }, { startMs: 1_700_000_000_000 }],
  [{ timestamp: '2026-01-01T00:00:00Z' }, { startMs: Date.parse('2026-01-01T00:00:00Z') }],
  [{ timestamp: new Date(5_000) }, { startMs: 5_000 }],
  [{ compat: 'base' }, { compat: 'base' }],
  [{ hardfork: 'latest' }, { hardfork: 'osaka' }],
  [{ hardfork: 'muirglacier' as 'muirGlacier' }, { hardfork: 'muirGlacier' }],
  [{ hardfork: 'merge' as 'paris' }, { hardfork: 'paris' }],
  [{ newHeads: 'flashblocks' }, { newHeads: 'flashblocks' }],
  [{ pendingHash: 'real' }, { pendingHash: 'real' }],
  [{ receipts: 'sealed' }, { receipts: 'sealed' }],
  [{ seed: 'monday' }, { seed: 'monday' }],
  [{ seed: 42 }, { seed: '42' }],
  [
    { state: 'here', stateInterval: '5s' },
    { state: 'here', stateIntervalMs: 5_000 },
  ],
])('%o is understood', (options, settings) => {
  expect(resolveOptions(options)).toMatchObject(settings)
})

test.each([
  [{ accounts: -1 }, 'invalid accounts -1: give a whole number from 0 to 10000'],
  [{ accounts: 1.5 }, 'invalid accounts 1.5: give a whole number from 0 to 10000'],
  [{ balance: 'much' }, "invalid balance 'much': give an amount with its unit"],
  [{ balance: -5 }, 'invalid balance -5: give an amount with its unit'],
  [{ chainId: 0 }, 'invalid chainId 0: give a whole number from 1 to 9007199254740991'],
  [{ mining: 'fast' }, "invalid mining 'fast': give flashblocks, interval, auto, mixed or manual"],
  [
    { blockTime: '2 weeks' },
    "invalid blockTime '2 weeks': give a time with its unit, such as 500ms or 2s, of at least 1 ms",
  ],
  [
    { flashblockTime: 0 },
    'invalid flashblockTime 0: give a time with its unit, such as 500ms or 2s, of at least 1 ms',
  ],
  [{ gasLimit: 'x' }, "invalid gasLimit 'x': give a whole number from 5000 to 9223372036854775807"],
  [{ timestamp: 'soon' }, "invalid timestamp 'soon': give seconds since 1970 or a date"],
  [{ transactionGasCap: 1 }, 'invalid transactionGasCap 1: give true or false'],
  [
    { chainName: 'My Chain' },
    "invalid chainName 'My Chain': give a word of letters and digits, such as base",
  ],
  [
    { compat: 'reth' },
    "invalid compat 'reth': give anvil, hardhat, hardhat2, hardhat3, ganache, geth or base",
  ],
  [{ newHeads: 'all' }, "invalid newHeads 'all': give sealed or flashblocks"],
  [{ seed: {} }, 'invalid seed {}: give a string or a number'],
  [{ seed: Number.NaN }, 'invalid seed NaN: give a string or a number'],
  [
    { blocktime: 3 },
    "invalid option 'blocktime': there is no such option; did you mean blockTime?",
  ],
])('%o is refused with the value and what to give', (options, message) => {
  const resolve = () => resolveOptions(options as DevnetOptions)
  expect(resolve).toThrow(InvalidOption)
  expect(resolve).toThrow(message)
})

test('the hardforks that can be had are listed', () => {
  expect(() => resolveOptions({ hardfork: 'rotterdam' as never })).toThrow(
    /give chainstart, .*, osaka or amsterdam/,
  )
})

test.each(['amsterdam', 'Amsterdam'])('%s is had where it is asked for', (hardfork) => {
  expect(resolveOptions({ hardfork: hardfork as never }).hardfork).toBe('amsterdam')
  expect(resolveOptions({ hardfork: 'latest' as never }).hardfork).toBe('osaka')
})

const genesis = { config: { chainId: 9 }, alloc: {} }

test.each<[DevnetOptions, Partial<ReturnType<typeof resolveOptions>>]>([
  [{ genesis }, { transactionGasCap: true, startMs: undefined }],
  [{ genesis, transactionGasCap: false }, { transactionGasCap: false }],
  [{ genesis, clock: 'manual' }, { startMs: 0 }],
  [{ loadState: genesis, clock: 'manual', timestamp: 7 }, { startMs: 7_000 }],
  [{ genesis, chainId: 9 }, { chainId: 9 }],
  [{ genesis: { config: {}, alloc: {} }, chainId: 5 }, { chainId: 5 }],
])('with a genesis %o is understood', async (options, settings) => {
  expect(await readOptions(options)).toMatchObject(settings)
})

test.each<[DevnetOptions, string]>([
  [{ genesis, chainId: 5 }, 'invalid chainId 5: remove it, as the genesis file sets it'],
  [{ genesis, hardforkSchedule: { amsterdam: 5 } }, 'remove it, as the genesis file sets it'],
  [{ loadState: genesis, balance: 1 }, 'invalid balance 1: remove it, as the genesis'],
  [{ fixture: genesis, hardfork: 'prague' }, "invalid hardfork 'prague': remove it, as the"],
])('%o is refused, as the genesis says it', async (options, message) => {
  await expect(readOptions(options)).rejects.toThrow(message)
})
