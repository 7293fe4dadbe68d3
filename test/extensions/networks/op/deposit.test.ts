import { expect, test } from 'vitest'
import { createProtocol } from '../../../../src/ethereumjs/protocol/protocol.ts'
import {
  attributesSource,
  baseTimeSource,
  type Deposit,
  decodeDeposit,
  depositTransaction,
  encodeDeposit,
  userSource,
} from '../../../../src/extensions/networks/op/deposit.ts'
import { bytesToHex, hexToBytes } from '../../../../src/lib/hex.ts'

const common = createProtocol({
  chainId: 10,
  hardfork: 'osaka',
  transactionGasCap: true,
}).commonAt(0n, 0n)

test('a deposit is read, written and hashed as Foundry has it', () => {
  const raw = hexToBytes(
    '7ef861a0dfd7ae78bf3c414cfaa77f13c0205c82eb9365e217b2daa3448c3156b69b27ac94778f2146f48179643473b82931c4cd7b8f153efd94778f2146f48179643473b82931c4cd7b8f153efd872386f26fc10000872386f26fc10000830186a08080',
  )
  const deposit = decodeDeposit(raw)
  expect(deposit).toMatchObject({
    mint: 10n ** 16n,
    value: 10n ** 16n,
    gas: 100_000n,
    isSystem: false,
    data: new Uint8Array(),
  })
  expect(encodeDeposit(deposit as Deposit)).toEqual(raw)
  expect(depositTransaction(deposit as Deposit, common).hash).toBe(
    '0xbf8b5f08c43e4b860715cd64fc0849bbce0d0ea20a76b269e7bc8886d112fca7',
  )
})

test.each(['7e', '7ec0', '02c0', '7ef8ff', `7e${'c8'}8080808080808080`])(
  '%s is no deposit',
  (hex) => {
    expect(decodeDeposit(hexToBytes(hex))).toBeUndefined()
  },
)

test('source hashes are those of viem, and of the specification of Base', () => {
  const l1 = hexToBytes('9ba3933dc6ce43c145349770a39c30f9b647f17668f004bd2e05c80a2e7262f7')
  expect(bytesToHex(userSource(l1, 196n))).toBe(
    '0xd0868c8764d81f1749edb7dec4a550966963540d9fe50aefce8cdb38ea7b2213',
  )
  expect(bytesToHex(attributesSource(l1, 1n))).toBe(
    '0x722c43232e2f9dc07ebc07a02a3056993a2ed1328a1c81377ea99d135af39536',
  )
  expect(bytesToHex(baseTimeSource(9n))).toBe(
    '0x821a03cf41d4197c4b19f8f5cf89774b6771d14a189bf35f29b2775453bb5d7d',
  )
})
