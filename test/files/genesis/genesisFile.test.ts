import { expect, test } from 'vitest'
import { genesisFile, parseGenesis } from '../../../src/files/genesis/genesisFile.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'

const least = { config: { chainId: 1 }, gasLimit: '0x2fefd8', difficulty: '0x1', alloc: {} }

test('the least that a genesis file has is enough', () => {
  expect(parseGenesis(least)).toMatchObject({
    rules: { chainId: 1 },
    header: { gasLimit: 0x2fefd8n, difficulty: 1n, timestamp: 0n, nonce: new Uint8Array(8) },
    accounts: [],
  })
})

test('all fields of the header are read', () => {
  const { header } = parseGenesis({
    ...least,
    nonce: '0x42',
    timestamp: '1700000000',
    extraData: '0x0102',
    mixHash: `0x${'0a'.repeat(32)}`,
    coinbase: `0x${'0B'.repeat(20)}`,
    parentHash: `0x${'0c'.repeat(32)}`,
    number: '0x0',
    gasUsed: 5,
    baseFeePerGas: '0x7',
    excessBlobGas: '0x8',
    blobGasUsed: 9,
  })
  expect(header).toEqual({
    gasLimit: 0x2fefd8n,
    difficulty: 1n,
    nonce: numberToBytes(0x42, 8),
    timestamp: 1_700_000_000n,
    extraData: Uint8Array.of(1, 2),
    mixHash: new Uint8Array(32).fill(10),
    coinbase: new Uint8Array(20).fill(11),
    parentHash: new Uint8Array(32).fill(12),
    gasUsed: 5n,
    baseFeePerGas: 7n,
    excessBlobGas: 8n,
    blobGasUsed: 9n,
  })
})

test('a gas limit of 0 is what geth makes of it', () => {
  expect(parseGenesis({ ...least, gasLimit: '0x0' }).header.gasLimit).toBe(4_712_388n)
})

test('accounts are read with and without 0x, in hex and in decimals', () => {
  const { accounts } = parseGenesis({
    ...least,
    alloc: {
      ['Aa'.repeat(20)]: { balance: '1000000000000000000', nonce: '0x5' },
      [`0x${'bb'.repeat(20)}`]: {
        code: '0x6001',
        storage: { '0x01': '0x2', ['00'.repeat(31)]: `0x${'00'.repeat(31)}03` },
      },
    },
  })
  expect(accounts).toEqual([
    { address: `0x${'aa'.repeat(20)}`, balance: 10n ** 18n, nonce: 5n },
    {
      address: `0x${'bb'.repeat(20)}`,
      balance: 0n,
      nonce: 0n,
      code: Uint8Array.of(0x60, 1),
      storage: [
        [numberToBytes(1, 32), numberToBytes(2, 32)],
        [numberToBytes(0, 32), numberToBytes(3, 32)],
      ],
    },
  ])
})

test('it is read from text too, and what is wrong is reported with the name of the file', () => {
  expect(parseGenesis(JSON.stringify(least))).toEqual(parseGenesis(least))
  expect(() => parseGenesis('{"config":', 'my.json')).toThrow('my.json: is not JSON: ')
  expect(() => parseGenesis('[]', 'my.json')).toThrow('my.json: is []: give an object')
})

test.each([
  [{ ...least, config: undefined }, 'config is missing: a genesis file must have it'],
  [{ ...least, alloc: null }, 'alloc is missing: a genesis file must have it'],
  [{ ...least, gasLimit: undefined }, 'gasLimit is missing: a genesis file must have it'],
  [{ ...least, difficulty: undefined }, 'difficulty is missing: a genesis file must have it'],
  [{ ...least, config: 5 }, 'config is 5: give an object'],
  [{ ...least, gasLimit: 'lots' }, 'gasLimit is "lots": give a whole number from 0 to 92233720'],
  [{ ...least, number: 3 }, 'number is 3: a genesis block has number 0'],
  [{ ...least, gasUsed: '0x2fefd9' }, 'gasUsed is "0x2fefd9": give at most the gas limit'],
  [{ ...least, mixHash: '0x00' }, 'mixHash is "0x00": give 32 bytes'],
  [{ ...least, extraData: 'hello' }, 'extraData is "hello": give bytes'],
  [{ ...least, alloc: { '0x12': {} } }, 'alloc.0x12 is {}: its key is not an address'],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: {}, [`0x${'AA'.repeat(20)}`]: {} } },
    `alloc.0x${'AA'.repeat(20)} is {}: the address occurs twice`,
  ],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: { balance: 'rich' } } },
    `alloc.${'aa'.repeat(20)}.balance is "rich": give a whole number`,
  ],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: { nonce: '0x10000000000000000' } } },
    `alloc.${'aa'.repeat(20)}.nonce is "0x10000000000000000": give a whole number`,
  ],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: { code: '601' } } },
    `alloc.${'aa'.repeat(20)}.code is "601": give bytes`,
  ],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: { storage: { slot: '0x1' } } } },
    `alloc.${'aa'.repeat(20)}.storage.slot is "0x1": its key is not a slot`,
  ],
  [
    { ...least, alloc: { ['aa'.repeat(20)]: { storage: { '0x1': `0x1${'00'.repeat(32)}` } } } },
    `alloc.${'aa'.repeat(20)}.storage.0x1 is "0x1${'00'.repeat(32)}": give at most 32 bytes`,
  ],
])('%o is refused', (file, message) => {
  expect(() => parseGenesis(file)).toThrow(`genesis: ${message}`)
})

test('keys are read in any case, as Go reads them, and the last of equal ones counts', () => {
  const { rules, header, accounts } = parseGenesis(
    JSON.stringify({
      Config: { chainID: 7, HomesteadBlock: 0 },
      GasLimit: '1',
      gaslimit: '2',
      Difficulty: 1,
      mixhash: `0x${'0a'.repeat(32)}`,
      Alloc: { ['aa'.repeat(20)]: { Balance: '5', NONCE: 6 } },
    }),
  )
  expect(rules).toMatchObject({ chainId: 7, forks: [{}, { name: 'homestead' }] })
  expect(header).toMatchObject({ gasLimit: 2n, mixHash: new Uint8Array(32).fill(10) })
  expect(accounts).toEqual([{ address: `0x${'aa'.repeat(20)}`, balance: 5n, nonce: 6n }])
})

test.each([
  ['""', 0n],
  ['"0x"', 0n],
  ['"0x00ff"', 255n],
  ['"007"', 7n],
  ['300000000000000000001', 300_000_000_000_000_000_001n],
  ['3e20', 300_000_000_000_000_000_000n],
])('the balance %s is read', (balance, wei) => {
  const text = JSON.stringify({ ...least, alloc: { ['aa'.repeat(20)]: { balance: 'B' } } })
  expect(parseGenesis(text.replace('"B"', balance)).accounts[0]?.balance).toBe(wei)
})

test('a long number in a text stays there, and code needs no 0x', () => {
  const comment = 'at 1: 12345678901234567890, [12345678901234567890'
  const account = { comment, code: '6001', balance: '1' }
  const text = JSON.stringify({ ...least, alloc: { ['aa'.repeat(20)]: account } })
  expect(parseGenesis(text).accounts[0]).toMatchObject({ code: Uint8Array.of(0x60, 1) })
})

test("Polygon Edge's file is one, and a chain spec of OpenEthereum is not", () => {
  const { config, ...genesis } = least
  const params = { chainID: 100, forks: { homestead: { block: 0 }, EIP150: 0, istanbul: null } }
  expect(parseGenesis({ name: 'edge', genesis, params, bootnodes: [] })).toMatchObject({
    rules: { chainId: 100, forks: [{}, { name: 'homestead' }, { name: 'tangerineWhistle' }] },
    header: { difficulty: 1n },
  })
  const spec = { name: 'dev', engine: { Ethash: {} }, params: {}, genesis: {}, accounts: {} }
  expect(() => parseGenesis(spec)).toThrow('genesis: is a chain spec of OpenEthereum or Nethermind')
})

test('what Anvil takes of a file needs neither rules nor a whole header', () => {
  const alloc = { ['aa'.repeat(20)]: { balance: '0x5' } }
  const accounts = [{ address: `0x${'aa'.repeat(20)}`, balance: 5n, nonce: 0n }]
  const nothing = { number: undefined, baseFee: undefined, timestamp: 0n }
  expect(genesisFile({ alloc }).beginning()).toEqual({ chainId: 1, ...nothing, accounts })
  const config = { chainId: 9, clique: { period: 5 }, berlinBlock: 0, daoForkBlock: 7 }
  const rest = {
    number: '7',
    baseFeePerGas: '0x7',
    timestamp: '9',
    extraData: 'hello',
    gasLimit: 1,
  }
  expect(genesisFile({ config, alloc, ...rest }).beginning()).toEqual({
    chainId: 9,
    number: 7n,
    baseFee: 7n,
    timestamp: 9n,
    accounts,
  })
})
