import { expect, test } from 'vitest'
import { printable, reportBlock, reportFlashblock } from '../../src/cli/reporter.ts'
import type { BlockSummary, TransactionSummary } from '../../src/types/summary.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const alice = `0x${'11'.repeat(20)}` as const
const success: TransactionSummary = {
  hash,
  from: alice,
  to: alice,
  contractAddress: undefined,
  status: 'success',
  gasUsed: 21_000n,
  reason: undefined,
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

/** Keeps lines without colours, as where no terminal is. */
function collect(report: (output: Parameters<typeof reportBlock>[0]) => void): readonly string[] {
  const lines: string[] = []
  report({ line: (text = '') => lines.push(text), style: (_, text) => text })
  return lines
}

test('a flashblock without transactions is not told', () => {
  const flashblock = { blockNumber: 12n, index: 3, transactions: [] }
  expect(collect((output) => reportFlashblock(output, flashblock))).toEqual([])
})

test('a flashblock tells the outcome of each transaction', () => {
  const failure = { ...success, status: 'failure', reason: 'this always fails' } as const
  const flashblock = { blockNumber: 12n, index: 3, transactions: [success, failure] }
  expect(collect((output) => reportFlashblock(output, flashblock))).toEqual([
    'flashblock 12.3  2 transactions',
    `  ${hash}  success  gas 21,000  ${alice} → ${alice}`,
    `  ${hash}  failure  gas 21,000  ${alice} → ${alice}  this always fails`,
  ])
})

test('a transaction that is sealed at once tells the contract that it created, without a flashblock', () => {
  const created = { ...success, to: undefined, contractAddress: `0x${'22'.repeat(20)}` } as const
  const flashblock = { blockNumber: 1n, index: 1, transactions: [created] }
  const report = { withoutTitle: true }
  expect(collect((output) => reportFlashblock(output, flashblock, report))).toEqual([
    `  ${hash}  success  gas 21,000  ${alice} → new contract ${created.contractAddress}`,
  ])
})

test('a block is a line, an empty one without gas', () => {
  const empty = { ...block, transactions: [], gasUsed: 0n }
  expect(collect((output) => reportBlock(output, block))).toEqual([
    `block 12  ${hash}  1 transaction  gas 21,000  base fee 0.875 gwei`,
  ])
  expect(collect((output) => reportBlock(output, empty))).toEqual([
    `block 12  ${hash}  0 transactions  base fee 0.875 gwei`,
  ])
})

test('a reason cannot command the terminal nor fill it', () => {
  expect(printable('\u001b[2J\nno \u202egnp')).toBe('\\u{1b}[2J\\u{a}no \\u{202e}gnp')
  expect(printable('x'.repeat(1000))).toBe(`${'x'.repeat(300)}…`)
})
