import { genWithdrawalsTrieRoot } from '@ethereumjs/block'
import { createWithdrawal } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { withdrawalsRoot } from '../../../src/execution/rules/body.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'

beforeAll(initCrypto)

test('withdrawals have the root that EthereumJS gives them', async () => {
  const withdrawals = Array.from({ length: 20 }, (_, index) =>
    createWithdrawal({
      index,
      validatorIndex: index * 3,
      address: new Uint8Array(20).fill(index),
      amount: index * 10 ** 9,
    }),
  )
  expect(bytesToHex(withdrawalsRoot(withdrawals))).toBe(
    bytesToHex(await genWithdrawalsTrieRoot(withdrawals)),
  )
})
