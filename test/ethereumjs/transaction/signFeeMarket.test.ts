import type { TypedTxData } from '@ethereumjs/tx'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import {
  decodeWithoutBlobs,
  signedWith,
  unsigned,
} from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { signFeeMarket } from '../../../src/ethereumjs/transaction/signFeeMarket.ts'
import { runs } from '../../support/runs.ts'

beforeAll(initCrypto)

const protocol = createProtocol({ chainId: 31_337, hardfork: 'osaka', transactionGasCap: true })
const common = protocol.commonAt(0n, 0n)
const key = new Uint8Array(32).fill(7)
const to = new Uint8Array(20).fill(0xb0)
const usual = {
  chainId: 31_337n,
  nonce: 1n,
  maxPriorityFeePerGas: 1n,
  maxFeePerGas: 2n,
  gasLimit: 21_000n,
  to,
  value: 1n,
  data: new Uint8Array(),
}

const amount = fc.oneof(fc.nat(300).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 96n }))
const fields = fc.record({
  to: fc.constantFrom(to, undefined),
  nonce: fc.oneof(fc.nat(300), fc.nat()).map(BigInt),
  maxPriorityFeePerGas: amount,
  extra: amount,
  gasLimit: fc.nat(2 ** 24).map(BigInt),
  value: amount,
  data: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 400 })),
})

test('a transaction is what EthereumJS makes and signs', () => {
  fc.assert(
    fc.property(fields, ({ extra, ...chosen }) => {
      const maxFeePerGas = chosen.maxPriorityFeePerGas + extra
      const all = { ...usual, ...chosen, maxFeePerGas }
      const transaction = signFeeMarket(all, key, common)
      const stock = signedWith(key, unsigned({ type: 2, ...all } as TypedTxData, common))
      expect(transaction?.raw).toEqual(stock.raw)
      expect(transaction?.hash).toBe(stock.hash)
      expect(transaction?.sender).toEqual(stock.sender)
      expect(transaction).toEqual(decodeWithoutBlobs(stock.raw, common))
    }),
    runs({ seed: 15 }),
  )
})

test.each([
  ['another chain', { chainId: 1n }],
  ['a tip above the fee cap', { maxPriorityFeePerGas: 3n }],
  ['more gas than a transaction can have', { gasLimit: 2n ** 24n + 1n }],
  ['the last nonce there is', { nonce: 2n ** 64n - 1n }],
  ['a fee cap of more than 16 bytes', { maxFeePerGas: 2n ** 128n }],
  ['a value of more than 32 bytes', { value: 2n ** 256n }],
  ['half an address', { to: new Uint8Array(10) }],
  ['more code than a creation can run', { to: undefined, data: new Uint8Array(49_153) }],
])('leaves %s to EthereumJS', (_case, change) => {
  expect(signFeeMarket({ ...usual, ...change }, key, common)).toBeUndefined()
})

test('leaves rules without fee markets to EthereumJS', () => {
  const old = createProtocol({ chainId: 31_337, hardfork: 'berlin', transactionGasCap: false })
  expect(signFeeMarket(usual, key, old.commonAt(0n, 0n))).toBeUndefined()
})
