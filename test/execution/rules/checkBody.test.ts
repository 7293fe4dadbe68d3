import { Block, type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import { createTx } from '@ethereumjs/tx'
import { createWithdrawal } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { signed } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { checkBody, transactionsRoot, withdrawalsRoot } from '../../../src/execution/rules/body.ts'

import { numberToBytes } from '../../../src/lib/hex.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'
import { minedRules } from './minedRules.ts'
import { rules } from './stateWith.ts'

beforeAll(initCrypto)

const noHashes = () => undefined

test('transactions and withdrawals are those of the header', () => {
  const common = rules('osaka')
  const fields = { gasLimit: 21_000n, to: new Uint8Array(20) }
  const transaction = signed(createTx(fields, { common }).sign(numberToBytes(1, 32)))
  const withdrawals = [
    createWithdrawal({ index: 1, validatorIndex: 2, address: new Uint8Array(20), amount: 3 }),
  ]
  const right = {
    transactionsTrie: transactionsRoot([transaction]),
    withdrawalsRoot: withdrawalsRoot(withdrawals),
  }
  const check = (header: HeaderData) => () =>
    checkBody(
      new Block(createBlockHeader(header, { common }), [transaction.envelope], [], withdrawals),
      [transaction],
      noHashes,
    )
  check(right)()
  expect(check({ ...right, transactionsTrie: new Uint8Array(32) })).toThrow(
    'block 0 is invalid: transactions root: it has 0x00',
  )
  expect(check({ ...right, withdrawalsRoot: new Uint8Array(32) })).toThrow(
    'block 0 is invalid: withdrawals root: it has 0x00',
  )
})

const common = minedRules('berlin')
const mined = (number: number, fields: HeaderData = {}) =>
  createBlockHeader({ number, ...fields }, { common })
const chain = Array.from({ length: 20 }, (_, number) => mined(number))
const hashes = (number: bigint) => chain[Number(number)]?.hash()

function blockWith(uncle: BlockHeader, fields: HeaderData = {}): Block {
  const uncleHash = keccak256(RLP.encode([uncle.raw()]))
  return new Block(mined(20, { uncleHash, ...fields }), [], [uncle])
}

const brother = (number: number) =>
  mined(number, { parentHash: hashes(BigInt(number - 1)) as Uint8Array, extraData: '0x01' })

test.each([14, 19])('block %i can have a sibling that is an uncle of block 20', (number) => {
  checkBody(blockWith(brother(number)), [], hashes)
})

test('uncles are those of the header', () => {
  const block = blockWith(brother(19), { uncleHash: new Uint8Array(32) })
  expect(() => checkBody(block, [], hashes)).toThrow(
    'block 20 is invalid: uncles hash: it has 0x00',
  )
})

test.each<[string, BlockHeader, string]>([
  ['too old', brother(13), 'its number is 13, but must be 14 to 19'],
  ['no older', mined(20), 'its number is 20, but must be 14 to 19'],
  [
    'of another chain',
    mined(19, { extraData: '0x01' }),
    `its parent 0x${'00'.repeat(32)} is not on`,
  ],
])('an uncle that is %s is refused', (_, uncle, problem) => {
  expect(() => checkBody(blockWith(uncle), [], hashes)).toThrow(
    `block 20 is invalid: uncle 0: ${problem}`,
  )
})

test('a block of the chain is no uncle', () => {
  const uncle = brother(19)
  const itself = (number: bigint) => (number === 19n ? uncle.hash() : hashes(number))
  expect(() => checkBody(blockWith(uncle), [], itself)).toThrow(
    /^block 20 is invalid: uncle 0: 0x\w+ is a block of the chain$/,
  )
})
