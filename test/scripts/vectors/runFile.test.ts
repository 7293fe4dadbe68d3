import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RLP } from '@ethereumjs/rlp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFile } from '../../../scripts/vectors/runFile.ts'
import type { BlockchainTest } from '../../../scripts/vectors/vectorFile.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import { ownTest } from './ownTest.ts'

let folder: string
let good: BlockchainTest
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-vectors-'))
  good = await ownTest()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What becomes of tests in a file. */
async function outcomesOf(tests: Readonly<Record<string, unknown>>) {
  const path = join(folder, 'tests.json')
  writeFileSync(path, JSON.stringify(tests))
  return (await runFile(path)).map(({ name, kind, reason }) => [name, kind, reason ?? ''])
}

test('a chain of blocks passes when the head is that of the test', async () => {
  const wrong = { ...good, lastblockhash: `0x${'11'.repeat(32)}` }
  const otherState = {
    ...good,
    pre: { ...good.pre, [`0x${'11'.repeat(20)}`]: Object.values(good.pre)[0] },
  }
  expect(await outcomesOf({ good, wrong })).toEqual([
    ['good', 'passed', ''],
    ['wrong', 'failed', expect.stringMatching(/^the head is .* and must be 0x1111/)],
  ])
  expect(await outcomesOf({ otherState })).toEqual([
    ['otherState', 'failed', expect.stringMatching(/^the head is .* and must be 0x/)],
  ])
})

test('a block that must be refused is, and for the reason that is expected', async () => {
  const [first, second] = good.blocks
  const expecting = (expectException: string, rlp = second?.rlp) => ({
    ...good,
    lastblockhash: first?.blockHeader?.hash,
    blocks: [first, { rlp, expectException }],
  })
  const old = 'BlockException.INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT'
  expect(
    await outcomesOf({
      valid: expecting(old),
      torn: expecting('', second?.rlp.slice(0, 200) as Hex),
      otherwise: expecting(old, second?.rlp.slice(0, 200) as Hex),
    }),
  ).toEqual([
    ['valid', 'failed', `a block is taken that must be refused: ${old}`],
    ['torn', 'passed', ''],
    ['otherwise', 'failed', expect.stringContaining(`for another reason than ${old}`)],
  ])
})

test('what needs a proof of work, and what is no test, is left out with the reason', async () => {
  expect(await outcomesOf({ old: { ...good, network: 'Berlin' }, _info: {} })).toEqual([
    ['old', 'leftOut', 'network Berlin'],
    ['_info', 'leftOut', 'neither a blockchain test nor a state test'],
  ])
})

/** The second block of the good test with a field of its header changed. */
function altered(change: (header: Uint8Array[]) => Uint8Array[]): Hex {
  const rlp = hexToBytes(good.blocks[1]?.rlp as Hex)
  const [header, ...rest] = RLP.decode(rlp) as [Uint8Array[], ...Uint8Array[][]]
  return bytesToHex(RLP.encode([change(header), ...rest]))
}

const word = new Uint8Array(32).fill(1)
const refused: readonly [reason: string, field: number, value: Uint8Array][] = [
  ['UNKNOWN_PARENT', 0, word],
  ['INVALID_UNCLES_HASH', 1, word],
  ['INVALID_STATE_ROOT', 3, word],
  ['INVALID_TRANSACTIONS_ROOT', 4, word],
  ['INVALID_RECEIPTS_ROOT', 5, word],
  ['INVALID_LOG_BLOOM', 6, new Uint8Array(256).fill(1)],
  ['IMPORT_IMPOSSIBLE_DIFFICULTY_OVER_PARIS', 7, Uint8Array.of(1)],
  ['INVALID_BLOCK_NUMBER', 8, Uint8Array.of(5)],
  ['INVALID_GASLIMIT', 9, Uint8Array.of(1)],
  ['INVALID_GAS_USED', 10, Uint8Array.of(1)],
  ['INVALID_BLOCK_TIMESTAMP_OLDER_THAN_PARENT', 11, Uint8Array.of(1)],
  ['EXTRA_DATA_TOO_BIG', 12, new Uint8Array(33)],
  ['INVALID_BASEFEE_PER_GAS', 15, Uint8Array.of(1)],
  ['INVALID_WITHDRAWALS_ROOT', 16, word],
  ['INCORRECT_BLOB_GAS_USED', 17, Uint8Array.of(1, 0, 0)],
  ['INCORRECT_EXCESS_BLOB_GAS', 18, Uint8Array.of(1, 0, 0)],
]

test.each(refused)('%s: a block is refused for that and for no other reason', async (...row) => {
  const [reason, field, value] = row
  const [first] = good.blocks
  const test = (expected: string, rlp: Hex) => ({
    ...good,
    lastblockhash: first?.blockHeader?.hash,
    blocks: [first, { rlp, expectException: `BlockException.${expected}` }],
  })
  const rlp = altered((header) => Object.assign([...header], { [field]: value }))
  const other = reason === 'INVALID_STATE_ROOT' ? 'EXTRA_DATA_TOO_BIG' : 'INVALID_STATE_ROOT'
  const outcomes = await outcomesOf({ it: test(reason, rlp), other: test(other, rlp) })
  expect(outcomes).toEqual([
    ['it', 'passed', ''],
    ['other', 'failed', expect.stringContaining(`for another reason than BlockException.${other}`)],
  ])
})

test('a header that lacks a field is refused for its format, and an unknown reason for none', async () => {
  const [first] = good.blocks
  const rlp = altered((header) => header.slice(0, 16))
  const test = (expectException: string) => ({
    ...good,
    lastblockhash: first?.blockHeader?.hash,
    blocks: [first, { rlp, expectException }],
  })
  const format = 'BlockException.INCORRECT_BLOCK_FORMAT|BlockException.RLP_STRUCTURES_ENCODING'
  const unknown = 'BlockException.SOMETHING_NEW'
  expect(await outcomesOf({ format: test(format), unknown: test(unknown) })).toEqual([
    ['format', 'passed', ''],
    ['unknown', 'failed', expect.stringContaining(`for another reason than ${unknown}`)],
  ])
})

test('a transaction is judged also where its header leaves it out', async () => {
  // The second block with the transaction of the first, whose nonce is used then.
  const [first, second] = good.blocks.map(({ rlp }) => RLP.decode(hexToBytes(rlp)))
  const [, transactions] = first as Uint8Array[][]
  const [header, , ...rest] = second as Uint8Array[][]
  const rlp = bytesToHex(RLP.encode([header, transactions, ...rest] as Uint8Array[][]))
  const test = (reason: string) => ({
    ...good,
    lastblockhash: good.blocks[0]?.blockHeader?.hash,
    blocks: [good.blocks[0], { rlp, expectException: `TransactionException.${reason}` }],
  })
  const outcomes = await outcomesOf({
    used: test('NONCE_MISMATCH_TOO_LOW'),
    poor: test('INSUFFICIENT_ACCOUNT_FUNDS'),
  })
  expect(outcomes).toEqual([
    ['used', 'passed', ''],
    ['poor', 'failed', expect.stringContaining('nonce too low')],
  ])
})
