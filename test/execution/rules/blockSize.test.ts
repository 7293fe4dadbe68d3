import { Block, createBlockHeader } from '@ethereumjs/block'
import { createTx } from '@ethereumjs/tx'
import { createWithdrawal } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { signed } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { blockSize } from '../../../src/execution/rules/body.ts'
import { nextHeader } from '../../../src/execution/rules/header.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import { minedRules } from './minedRules.ts'
import { rules } from './stateWith.ts'

beforeAll(initCrypto)

test.each([
  ['nothing', [], 0],
  ['a legacy transaction', [[0, 0]], 0],
  [
    'transactions of all lengths',
    [0, 1, 2].flatMap((type) => [0, 10, 55, 56, 200, 300, 70_000].map((length) => [type, length])),
    0,
  ],
  ['withdrawals', [[2, 3]], 17],
] as const)('a block with %s has the size of its encoding', (_, transactions, withdrawalCount) => {
  const common = rules('osaka')
  const parent = nextHeader(new Block(undefined, [], [], [], { common }).header, common, {
    timestamp: 1n,
    gasLimit: 10n ** 9n,
    coinbase: new Uint8Array(20),
    prevRandao: new Uint8Array(32),
  })
  const list = transactions.map(([type, length]) =>
    signed(
      createTx(
        { type, data: new Uint8Array(length).fill(1), gasLimit: 10n ** 7n, to: new Uint8Array(20) },
        { common },
      ).sign(numberToBytes(1, 32)),
    ),
  )
  const withdrawals = Array.from({ length: withdrawalCount }, (_, index) =>
    createWithdrawal({ index, validatorIndex: index, address: new Uint8Array(20), amount: index }),
  )
  const block = new Block(
    parent,
    list.map(({ envelope }) => envelope),
    [],
    withdrawals,
  )
  expect(blockSize(parent, list, withdrawals)).toBe(block.serialize().length)
})

test('a block from before Shanghai has no list of withdrawals', () => {
  const common = rules('london')
  const block = new Block(undefined, [], [], undefined, { common })
  expect(blockSize(block.header, [])).toBe(block.serialize().length)
})

test('uncles count', () => {
  const common = minedRules('london')
  const header = createBlockHeader({ number: 3 }, { common })
  const uncles = [1, 2].map((number) => createBlockHeader({ number }, { common }))
  const block = new Block(header, [], uncles)
  expect(blockSize(header, [], [], uncles)).toBe(block.serialize().length)
})
