import { expect, test } from 'vitest'
import { completeTransaction, withFees } from '../../../src/devnet/submit/completeTransaction.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import type { CallRequest } from '../../../src/types/request.ts'

const to = new Uint8Array(20).fill(0xb0)
const fees = { baseFee: 100n, blobBaseFee: 3n, tip: 10n }
const suggestions = { ...fees, nonce: 7n, gas: 21_000n }
const common = createProtocol({
  chainId: 5,
  hardfork: 'prague',
  transactionGasCap: false,
}).commonAt(1n, 1n)

test.each<[string, CallRequest, object]>([
  ['fees for the base fee to double', {}, { maxFeePerGas: 210n, maxPriorityFeePerGas: 10n }],
  [
    'a fee cap for the given tip',
    { maxPriorityFeePerGas: 50n },
    { maxFeePerGas: 250n, maxPriorityFeePerGas: 50n },
  ],
  [
    'no tip above the given fee cap',
    { maxFeePerGas: 5n },
    { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n },
  ],
  [
    'a gas price as both fees of the given type',
    { type: 2, gasPrice: 70n },
    { maxFeePerGas: 70n, maxPriorityFeePerGas: 70n },
  ],
  ['a gas price for the given type', { type: 1 }, { type: 1, gasPrice: 110n }],
  [
    'a blob fee for the blob base fee to double',
    { blobVersionedHashes: [new Uint8Array(32).fill(1)] },
    { type: 3, maxFeePerBlobGas: 6n },
  ],
])('a request gets %s', (_, request, expected) => {
  expect(withFees({ to, ...request }, fees)).toMatchObject(expected)
  expect(completeTransaction({ to, ...request }, suggestions, common)).toMatchObject(expected)
})

test('a request has the fees of one kind afterwards', () => {
  expect(withFees({ to, type: 0, maxFeePerGas: 5n, maxPriorityFeePerGas: 1n }, fees)).toEqual({
    to,
    type: 0,
    gasPrice: 5n,
  })
})

test('what is given stays, what is not is suggested', () => {
  expect(completeTransaction({ to, nonce: 0n, gas: 50_000n }, suggestions, common)).toMatchObject({
    nonce: 0n,
    gasLimit: 50_000n,
    value: 0n,
    chainId: 5n,
  })
  expect(completeTransaction({ to }, suggestions, common)).toMatchObject({
    nonce: 7n,
    gasLimit: 21_000n,
  })
})

test('a transaction is not signed yet', () => {
  expect(completeTransaction({ to }, suggestions, common).isSigned()).toBe(false)
})
