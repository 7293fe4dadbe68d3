import { expect, test } from 'vitest'
import { networkOf, rulesOf } from '../../../src/files/genesis/genesisConfig.ts'
import { sectionOf } from '../../../src/files/section.ts'

const rules = (config: object) => rulesOf(sectionOf(config, 'genesis.json', 'config'))

const toLondon = {
  chainId: 9,
  homesteadBlock: 0,
  eip150Block: 1,
  eip155Block: 2,
  eip158Block: 2,
  byzantiumBlock: 3,
  constantinopleBlock: 4,
  petersburgBlock: 5,
  istanbulBlock: 6,
  berlinBlock: 7,
  londonBlock: 8,
}

const schedule = { target: 3, max: 6, baseFeeUpdateFraction: 100 }

test('every fork is read, by block and by time', () => {
  const { forks } = rules({
    ...toLondon,
    muirGlacierBlock: 6,
    arrowGlacierBlock: 9,
    grayGlacierBlock: 10,
    mergeNetsplitBlock: 11,
    shanghaiTime: 12,
    cancunTime: 13,
    pragueTime: '0xe',
    osakaTime: 15,
    bpo1Time: 16,
    bpo2Time: 17,
    bpo3Time: 18,
    bpo4Time: 19,
    bpo5Time: 20,
    blobSchedule: {
      bpo1: schedule,
      bpo2: schedule,
      bpo3: schedule,
      bpo4: schedule,
      bpo5: schedule,
    },
  })
  expect(forks.map(({ name, block, time }) => [name, block ?? time])).toEqual([
    ['chainstart', 0n],
    ['homestead', 0n],
    ['tangerineWhistle', 1n],
    ['spuriousDragon', 2n],
    ['byzantium', 3n],
    ['constantinople', 4n],
    ['petersburg', 5n],
    ['istanbul', 6n],
    ['muirGlacier', 6n],
    ['berlin', 7n],
    ['london', 8n],
    ['arrowGlacier', 9n],
    ['grayGlacier', 10n],
    ['paris', 11n],
    ['shanghai', 12n],
    ['cancun', 13n],
    ['prague', 14n],
    ['osaka', 15n],
    ['bpo1', 16n],
    ['bpo2', 17n],
    ['bpo3', 18n],
    ['bpo4', 19n],
    ['bpo5', 20n],
  ])
  expect(forks.filter(({ time }) => time !== undefined)[0]?.name).toBe('shanghai')
})

test('a fork that is not named does not come', () => {
  expect(rules({ chainId: 1 }).forks).toEqual([{ name: 'chainstart', block: 0n }])
  expect(rules({ chainId: 1, homesteadBlock: null }).forks).toHaveLength(1)
  expect(rules(toLondon).forks.at(-1)).toEqual({ name: 'london', block: 8n })
})

test('Petersburg comes with Constantinople when it is not named', () => {
  const { petersburgBlock, istanbulBlock, berlinBlock, londonBlock, ...config } = toLondon
  expect(rules(config).forks.slice(-2)).toEqual([
    { name: 'constantinople', block: 4n },
    { name: 'petersburg', block: 4n },
  ])
})

test.each([
  ['at its block', { mergeNetsplitBlock: 30, terminalTotalDifficulty: 0 }, { block: 30n }],
  ['from genesis on without difficulty', { terminalTotalDifficulty: 0 }, { block: 0n }],
  ['from genesis on once passed', { terminalTotalDifficultyPassed: true }, { block: 0n }],
  ['with Shanghai at the latest', { shanghaiTime: 50, terminalTotalDifficulty: 9 }, { time: 50n }],
])('the merge is %s', (_, config, moment) => {
  const { forks } = rules({ ...toLondon, ...config })
  expect(forks.find(({ name }) => name === 'paris')).toEqual({ name: 'paris', ...moment })
})

test('without any word of it there is no merge', () => {
  const { forks, proofOfWork } = rules({
    ...toLondon,
    terminalTotalDifficulty: '58750000000000000000000',
  })
  expect(forks.some(({ name }) => name === 'paris')).toBe(false)
  expect(proofOfWork).toBe(true)
})

test('blob schedules and the deposit contract are read', () => {
  const { blobSchedules, depositContract, chainId } = rules({
    chainId: 9_007_199_254_740_991,
    depositContractAddress: `0x${'AB'.repeat(20)}`,
    blobSchedule: { cancun: schedule, bpo3: { ...schedule, max: 20 }, verkle: { max: 1 } },
  })
  expect(blobSchedules).toEqual({ cancun: schedule, bpo3: { ...schedule, max: 20 } })
  expect(depositContract).toBe(`0x${'ab'.repeat(20)}`)
  expect(chainId).toBe(Number.MAX_SAFE_INTEGER)
})

const cancun = { ...toLondon, shanghaiTime: 1, cancunTime: 1 }

test.each([
  [{}, 'config.chainId is missing: give a whole number from 1 to 9007199254740991'],
  [{ chainId: 0 }, 'config.chainId is 0: give a whole number from 1 to 9007199254740991'],
  [{ chainId: 'x' }, 'config.chainId is "x": give a whole number from 0 to 9007199254740991'],
  [
    { chainId: 1, verkleTime: 7 },
    'config.verkleTime is 7: this fork is not supported; the newest are osaka, bpo1 to bpo5 and amsterdam',
  ],
  [{ chainId: 1, eip155Block: 2 }, 'config.homesteadBlock is missing: eip155Block requires it'],
  [{ ...toLondon, londonBlock: 6 }, 'config.londonBlock is 6: it cannot come before berlinBlock'],
  [{ ...toLondon, berlinBlock: null }, 'config.berlinBlock is missing: londonBlock requires it'],
  [{ ...toLondon, cancunTime: 5 }, 'config.shanghaiTime is missing: cancunTime requires it'],
  [
    { ...cancun, pragueTime: 0 },
    'config.pragueTime is 0: it cannot come before cancunTime, which is 1',
  ],
  [
    { chainId: 1, homesteadBlock: 0, shanghaiTime: 5 },
    'config.eip150Block is missing: shanghaiTime requires it',
  ],
  [
    { ...cancun, pragueTime: 1, osakaTime: 1, bpo1Time: 9 },
    'config.blobSchedule.bpo1 is missing: bpo1Time requires it',
  ],
  [
    { ...cancun, blobSchedule: { Kyoto: schedule } },
    'config.blobSchedule.Kyoto is {"target":3,"max":6,"baseFeeUpdateFraction":100}: give one of cancun,',
  ],
  [
    { ...cancun, blobSchedule: { cancun: { ...schedule, max: 2 } } },
    'config.blobSchedule.cancun.target is 3: give at most max, which is 2',
  ],
  [
    { ...cancun, blobSchedule: { cancun: { target: 1, max: 2 } } },
    'config.blobSchedule.cancun.baseFeeUpdateFraction is missing: give a whole number',
  ],
  [
    { ...cancun, blobSchedule: { cancun: { ...schedule, baseFeeUpdateFraction: 0 } } },
    'config.blobSchedule.cancun.baseFeeUpdateFraction is 0: give more than 0',
  ],
  [{ ...toLondon, clique: { period: 5 } }, 'config.clique is {"period":5}: proof of authority'],
  [
    { ...toLondon, daoForkBlock: 5, daoForkSupport: true },
    'config.daoForkBlock is 5: the DAO fork is not supported',
  ],
  [
    { chainId: 1, depositContractAddress: '0x12' },
    'config.depositContractAddress is "0x12": give 20',
  ],
])('%o is refused', (config, message) => {
  expect(() => rules(config)).toThrow(`genesis.json: ${message}`)
})

test('what changes no rule here is taken, forks of other chains too', () => {
  const config = {
    ...toLondon,
    ...{ ethash: {}, eip150Hash: '0x', daoForkBlock: 5, unknown: 1 },
    ...{ ewasmBlock: 7, frontierBlock: 0, constantinopleFixBlock: 4, preMergeForkBlock: 9 },
    ...{ darwinTime: 3, feynmanTime: null, parisBlock: 'any' },
  }
  expect(rules(config)).toEqual(rules(toLondon))
  const merged = { terminalTotalDifficulty: 0, clique: { period: 5 } }
  expect(rules({ ...toLondon, ...merged }).forks.at(-1)?.name).toBe('paris')
})

test('a chain id may come from elsewhere, where the file has none', () => {
  const section = (config: object) => sectionOf(config, 'genesis.json', 'config')
  expect(rulesOf(section({}), 5).chainId).toBe(5)
  expect(rulesOf(section({ chainId: 9 }), 5).chainId).toBe(9)
})

test.each([
  [{ eip155Block: 2, eip158Block: 3 }, 3n],
  [{ eip155Block: undefined, eip158Block: 2 }, 2n],
  [{ eip155Block: 2, eip158Block: null }, 2n],
])('%o is one fork, which comes with the later part', (blocks, block) => {
  const { forks } = rules({ ...toLondon, ...blocks })
  expect(forks.find(({ name }) => name === 'spuriousDragon')).toEqual({
    name: 'spuriousDragon',
    block,
  })
})

test.each([
  ['5.875e+22', 58_750_000_000_000_000_000_000],
  ['0x and ""', '0x'],
])('%s is a number', (_, terminalTotalDifficulty) => {
  const { forks } = rules({ ...toLondon, terminalTotalDifficulty })
  expect(forks.some(({ name }) => name === 'paris')).toBe(terminalTotalDifficulty === '0x')
})

test.each([
  [{ chainId: 10, optimism: {} }, { chainId: 10 }],
  [
    {
      chainId: 8453,
      optimism: { eip1559Elasticity: 6, eip1559Denominator: 50, eip1559DenominatorCanyon: 250 },
    },
    { chainId: 8453, elasticity: 6, denominator: 250 },
  ],
  [{ bedrockBlock: 0 }, {}],
  [toLondon, undefined],
])('the config %o is of the network %o', (config, network) => {
  expect(networkOf(sectionOf(config, 'genesis.json', 'config'))).toEqual(network)
})
