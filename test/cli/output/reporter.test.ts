import { expect, test } from 'vitest'
import {
  flashblockLines,
  reportBlock,
  reportEmptyBlocks,
} from '../../../src/cli/output/reporter.ts'
import type { BlockSummary, TransactionSummary } from '../../../src/types/summary.ts'
import { selectorOfSignature } from '../../../src/wallet/selector.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const alice = `0x${'11'.repeat(20)}` as const
const success: TransactionSummary = {
  hash,
  from: alice,
  to: alice,
  contractAddress: undefined,
  value: 0n,
  data: '0x',
  status: 'success',
  gasUsed: 21_000n,
  reason: undefined,
  revertData: undefined,
  consoleLogs: [],
}
const block: BlockSummary = {
  number: 12n,
  hash,
  timestamp: 1n,
  transactions: [hash],
  gasUsed: 21_000n,
  gasLimit: 30_000_000n,
  baseFeePerGas: 875_000_000n,
}

const style = (_: unknown, text: string): string => text

/** Keeps lines without colours, as where no terminal is. */
function collect(report: (output: Parameters<typeof reportBlock>[0]) => void): readonly string[] {
  const lines: string[] = []
  report({ line: (text = '') => lines.push(text), style })
  return lines
}

test('a flashblock tells the outcome of each transaction', () => {
  const failure = { ...success, status: 'failure', reason: 'this always fails' } as const
  const flashblock = { blockNumber: 12n, index: 3, transactions: [success, failure] }
  expect(flashblockLines(style, flashblock)).toEqual([
    'flashblock 12.3  2 transactions',
    `  ${hash}  success  gas 21,000  ${alice} → ${alice}`,
    `  ${hash}  failure  gas 21,000  ${alice} → ${alice}  this always fails`,
  ])
})

const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** The line of a transaction in a fixture with a token. */
function formatted(transaction: Partial<TransactionSummary>): string | undefined {
  const abi = [
    {
      type: 'error',
      name: 'Shy',
      inputs: [{ type: 'tuple', components: [{ type: 'address' }, { type: 'int8' }] }],
    },
    { type: 'error', name: 'TooMany', inputs: [{ type: 'int256' }, { type: 'address' }] },
    { type: 'function', name: 'ring', inputs: [{ type: 'bytes2' }, { type: 'bool' }] },
    { type: 'function', name: 'say', inputs: [{ type: 'string' }] },
  ]
  const fixture = {
    accounts: {},
    contracts: { token: { address: alice, abi } },
    labels: { [alice]: 'alice' },
  }
  const flashblock = { blockNumber: 1n, index: 1, transactions: [{ ...success, ...transaction }] }
  const report = { isSealed: true, fixture }
  return flashblockLines(style, flashblock, report)[0]
}

test.each([
  [
    'ring(0xab12, true)',
    `${selectorOfSignature('ring(bytes2,bool)')}ab12${word(0n).slice(4)}${word(1n)}`,
  ],
  ['say(string)', selectorOfSignature('say(string)') + word(32n) + word(0n)],
  [
    `transfer(alice, 5)`,
    selectorOfSignature('transfer(address,uint256)') + word(BigInt(alice)) + word(5n),
  ],
  ['transfer(address,uint256)', selectorOfSignature('transfer(address,uint256)')],
  ['0x12345678', `0x12345678${word(1n)}`],
])('a call is reported as %s where its name is known, or by its selector', (words, data) => {
  expect(formatted({ data: data as `0x${string}` })).toBe(
    `  ${hash}  success  gas 21,000  alice → alice ${words}`,
  )
})

test.each([
  [
    'TooMany(-1, alice)',
    selectorOfSignature('TooMany(int256,address)') + 'f'.repeat(64) + word(BigInt(alice)),
  ],
  ['Shy((address,int8))', selectorOfSignature('Shy((address,int8))') + word(1n) + word(1n)],
  ['EnforcedPause()', selectorOfSignature('EnforcedPause()')],
  ['custom error 0x12345678', '0x12345678'],
  ['revert', undefined],
])('an error without a text is reported as %s', (words, revertData) => {
  const failure = { status: 'failure', reason: 'revert', revertData } as Partial<TransactionSummary>
  expect(formatted(failure)).toBe(`  ${hash}  failure  gas 21,000  alice → alice  ${words}`)
})

test('a value is reported in ether', () => {
  expect(formatted({ value: 15n * 10n ** 17n })).toMatch(/alice → alice {2}value 1\.5 ETH$/)
})

test('a transaction that is sealed at once tells the contract that it created, without a flashblock', () => {
  const created = { ...success, to: undefined, contractAddress: `0x${'22'.repeat(20)}` } as const
  const flashblock = { blockNumber: 1n, index: 1, transactions: [created] }
  const report = { isSealed: true }
  expect(flashblockLines(style, flashblock, report)).toEqual([
    `  ${hash}  success  gas 21,000  ${alice} → new contract ${created.contractAddress}`,
  ])
})

test('a block is a line, an empty one without gas', () => {
  const empty = { ...block, transactions: [], gasUsed: 0n }
  expect(collect((output) => reportBlock(output, block))).toEqual([
    `block 12  ${hash}  1 transaction  gas 21,000  base fee 0.875 gwei  1970-01-01T00:00:01Z`,
  ])
  expect(collect((output) => reportBlock(output, empty))).toEqual([
    `block 12  ${hash}  0 transactions  base fee 0.875 gwei  1970-01-01T00:00:01Z`,
  ])
})

test('many empty blocks of one request are a line', () => {
  const range = { from: 2n, to: 10_000n, timestamp: 1n }
  expect(collect((output) => reportEmptyBlocks(output, range))).toEqual([
    'blocks 2 to 10000  9,999 empty  1970-01-01T00:00:01Z',
  ])
})
