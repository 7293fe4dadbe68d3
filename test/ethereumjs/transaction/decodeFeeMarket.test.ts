import { createTxFromRLP, FeeMarket1559Tx, type TypedTxData } from '@ethereumjs/tx'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { decodeFeeMarket } from '../../../src/ethereumjs/transaction/decodeFeeMarket.ts'
import {
  signed,
  signedWith,
  unsigned,
} from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { encodeRlp, type RlpItem } from '../../../src/lib/rlp.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { runs } from '../../support/runs.ts'

beforeAll(initCrypto)

const rulesOf = (hardfork: HardforkName, transactionGasCap = false) =>
  createProtocol({ chainId: 31_337, hardfork, transactionGasCap })
const common = rulesOf('osaka').commonAt(0n, 0n)
const key = new Uint8Array(32).fill(7)
const to = new Uint8Array(20).fill(0xb0)

const amount = fc.oneof(fc.nat(300).map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 96n }))
const fields = fc.record({
  to: fc.constantFrom(to, undefined),
  nonce: fc.oneof(fc.nat(300), fc.nat()).map(BigInt),
  maxPriorityFeePerGas: amount,
  extra: amount,
  gasLimit: fc.nat().map(BigInt),
  value: amount,
  data: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 400 })),
})

test('a transaction is what EthereumJS decodes it to', () => {
  fc.assert(
    fc.property(fields, ({ extra, ...chosen }) => {
      const maxFeePerGas = chosen.maxPriorityFeePerGas + extra
      const given = { type: 2, ...chosen, maxFeePerGas } as TypedTxData
      const { raw } = signedWith(key, unsigned(given, common))
      const decoded = decodeFeeMarket(raw, common)
      const stock = signed(createTxFromRLP(raw, { common }))
      expect(decoded).toStrictEqual(stock)
      expect(decoded?.envelope).toBeInstanceOf(FeeMarket1559Tx)
      expect(Object.isFrozen(decoded?.envelope)).toBe(true)
      expect(decoded?.envelope.serialize()).toEqual(raw)
      expect(decoded?.envelope.getHashedMessageToSign()).toEqual(
        stock.envelope.getHashedMessageToSign(),
      )
    }),
    runs({ seed: 8 }),
  )
})

/** A transaction as it is encoded, with a signature that need not be right. */
const usual: Readonly<Record<string, RlpItem>> = {
  chainId: 31_337n,
  nonce: 1n,
  maxPriorityFeePerGas: 1n,
  maxFeePerGas: 2n,
  gasLimit: 21_000n,
  to,
  value: 0n,
  data: new Uint8Array(),
  accessList: [],
  parity: 0n,
  // The x of a point.
  r: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  s: BigInt(`0x${'22'.repeat(32)}`),
}
const encoded = (changes: Readonly<Record<string, RlpItem>> = {}): Uint8Array =>
  encodeRlp(Object.values({ ...usual, ...changes }), 2)

test.each([
  ['another chain', { chainId: 5n }],
  ['a creation with too much code', { to: new Uint8Array(), data: new Uint8Array(49_153) }],
  ['half an address', { to: new Uint8Array(10) }],
  ['a tip above the fee', { maxPriorityFeePerGas: 3n }],
  ['an access list', { accessList: [[to, []]] }],
  ['a parity that is none', { parity: 2n }],
  ['no r', { r: 0n }],
  ['no s', { s: 0n }],
  ['a high s', { s: 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1n }],
  ['an r beyond the curve', { r: 2n ** 256n - 1n }],
  ['a fee beyond what is usual', { maxFeePerGas: 2n ** 200n }],
  ['the highest nonce', { nonce: 2n ** 64n - 1n }],
  ['another field', { more: 1n }],
  ['a number with a zero in front', { value: Uint8Array.of(0, 1) }],
])('%s is left to EthereumJS', (_, changes: Readonly<Record<string, RlpItem>>) => {
  expect(decodeFeeMarket(encoded(), common)).toBeDefined()
  expect(decodeFeeMarket(encoded(changes), common)).toBeUndefined()
})

test('so are other types, what follows the transaction and rules that may change', () => {
  const other = encoded()
  other[0] = 1
  expect(decodeFeeMarket(other, common)).toBeUndefined()
  expect(decodeFeeMarket(Uint8Array.of(...encoded(), 0), common)).toBeUndefined()
  expect(decodeFeeMarket(encoded().subarray(0, -1), common)).toBeUndefined()
  const changing = rulesOf('osaka').separateCommon(0n, 0n)
  expect(decodeFeeMarket(encoded(), changing)).toBeUndefined()
})

test('the type is known from London on, and the gas cap from Osaka on', () => {
  const decoded = (gasLimit: bigint, ...[fork, cap]: Parameters<typeof rulesOf>) =>
    decodeFeeMarket(encoded({ gasLimit }), rulesOf(fork, cap).commonAt(0n, 0n))
  expect(decoded(21_000n, 'berlin')).toBeUndefined()
  expect(decoded(2n ** 24n + 1n, 'prague', true)).toBeDefined()
  expect(decoded(2n ** 24n + 1n, 'osaka', true)).toBeUndefined()
  expect(decoded(2n ** 24n, 'osaka', true)).toBeDefined()
})

test('keeps bytes of its own', () => {
  const given = encoded()
  const decoded = decodeFeeMarket(given, common)
  given.fill(0)
  expect(decoded?.raw).toEqual(encoded())
})
