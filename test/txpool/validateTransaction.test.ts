import {
  createAddressFromPrivateKey,
  eoaCode7702SignAuthorization,
  type PrefixedHexString,
} from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { numberToBytes } from '../../src/lib/hex.ts'
import {
  validateFees,
  validateSender,
  validateTransaction,
} from '../../src/txpool/validateTransaction.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import { blobHashes, commonAt, recipient, refusal, sign, signer, stateWith } from './signing.ts'

const alice = signer(1)
const aliceHex = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
const rules = { common: commonAt('prague'), gasLimit: 30_000_000n }
const osaka = { ...rules, common: commonAt('osaka') }

const authorizationList = [
  eoaCode7702SignAuthorization(
    { chainId: '0x7a69', address: recipient, nonce: '0x0' },
    numberToBytes(2, 32),
  ),
]

/** The same transaction with fields that EthereumJS would not construct. */
function altered(transaction: SignedTransaction, fields: object): SignedTransaction {
  const { envelope } = transaction
  const copy = Object.assign(Object.create(Object.getPrototypeOf(envelope)), envelope, fields)
  return { ...transaction, envelope: copy }
}

const blob = sign(alice, {
  type: 3,
  maxFeePerBlobGas: 1n,
  blobVersionedHashes: blobHashes(1),
})
const setCode = sign(alice, { type: 4, gasLimit: 46_000n, authorizationList })

describe('without state', () => {
  test.each([
    ['legacy', sign(alice)],
    ['access list', sign(alice, { type: 1, gasLimit: 21_000n })],
    ['dynamic fee', sign(alice, { type: 2 })],
    ['blob', blob],
    ['set code', setCode],
  ])('a %s transaction passes', (_type, transaction) => {
    expect(refusal(() => validateTransaction(transaction, rules))).toBeUndefined()
  })

  test.each([
    ['istanbul', sign(alice, { type: 1 })],
    ['berlin', sign(alice, { type: 2 })],
    ['shanghai', blob],
    ['cancun', setCode],
  ])('a type that %s does not know is refused', (hardfork, transaction) => {
    const before = { ...rules, common: commonAt(hardfork) }
    expect(refusal(() => validateTransaction(transaction, before))).toEqual({
      name: 'TypeNotSupportedError',
      code: -32000,
      message: `transaction type not supported: transaction type not valid at hardfork ${hardfork}`,
    })
  })

  test('init code over the limit of EIP-3860 is refused, and passes before Shanghai', () => {
    const create = sign(
      alice,
      { to: '', gasLimit: 30_000_000n, data: new Uint8Array(49_153) },
      { allowUnlimitedInitCodeSize: true },
    )
    expect(refusal(() => validateTransaction(create, rules))).toEqual({
      name: 'InitCodeTooLargeError',
      code: -32000,
      message: 'max initcode size exceeded: code size 49153, limit 49152',
    })
    const paris = { ...rules, common: commonAt('paris') }
    expect(refusal(() => validateTransaction(create, paris))).toBeUndefined()
  })

  test('init code of exactly the limit, and longer data in a call, pass', () => {
    const gasLimit = 30_000_000n
    const create = sign(alice, { to: '', gasLimit, data: new Uint8Array(49_152) })
    const call = sign(alice, { gasLimit, data: new Uint8Array(49_153) })
    expect(refusal(() => validateTransaction(create, rules))).toBeUndefined()
    expect(refusal(() => validateTransaction(call, rules))).toBeUndefined()
  })

  test('the cap of EIP-7825 holds where the hardfork has it', () => {
    const wide = sign(alice, { gasLimit: 16_777_217n })
    expect(refusal(() => validateTransaction(wide, rules))).toBeUndefined()
    expect(refusal(() => validateTransaction(wide, osaka))).toEqual({
      name: 'GasLimitTooHighError',
      code: -32000,
      message: 'transaction gas limit too high (cap: 16777216, tx: 16777217)',
    })
    const lifted = { 7825: { maxTransactionGasLimit: 2 ** 40 } }
    const capOff = { ...rules, common: commonAt('osaka', lifted) }
    expect(refusal(() => validateTransaction(wide, capOff))).toBeUndefined()
  })

  test('more gas than a block has is refused', () => {
    const wide = sign(alice, { gasLimit: 30_000_001n })
    expect(refusal(() => validateTransaction(wide, rules))).toEqual({
      name: 'BlockGasLimitError',
      code: -32000,
      message: 'intrinsic gas too high -- exceeds block gas limit',
    })
  })

  test('less gas than the intrinsic gas is refused', () => {
    const thin = sign(alice, { gasLimit: 20_000n })
    expect(refusal(() => validateTransaction(thin, rules))).toEqual({
      name: 'IntrinsicGasTooLowError',
      code: -32000,
      message: 'intrinsic gas too low: gas 20000, minimum needed 21000',
    })
  })

  test('authorizations and access lists count into the intrinsic gas', () => {
    const thin = sign(alice, { type: 4, gasLimit: 45_999n, authorizationList })
    expect(refusal(() => validateTransaction(thin, rules))?.message).toBe(
      'intrinsic gas too low: gas 45999, minimum needed 46000',
    )
    const accessList = [{ address: recipient as PrefixedHexString, storageKeys: [] }]
    const thinList = sign(alice, { type: 1, accessList })
    expect(refusal(() => validateTransaction(thinList, rules))?.message).toBe(
      'intrinsic gas too low: gas 21000, minimum needed 23400',
    )
  })

  test('less gas than the floor of EIP-7623 is refused from Prague on', () => {
    const data = new Uint8Array(100).fill(1)
    const thin = sign(alice, { data, gasLimit: 24_999n })
    expect(refusal(() => validateTransaction(thin, rules))).toEqual({
      name: 'FloorGasTooLowError',
      code: -32000,
      message:
        'intrinsic gas too low: insufficient gas for floor data gas cost: gas 24999, minimum needed 25000',
    })
    const enough = sign(alice, { data, gasLimit: 25_000n })
    expect(refusal(() => validateTransaction(enough, rules))).toBeUndefined()
    const cancun = { ...rules, common: commonAt('cancun') }
    const early = sign(alice, { data, gasLimit: 24_999n }, { common: cancun.common })
    expect(refusal(() => validateTransaction(early, cancun))).toBeUndefined()
  })

  test('a tip cap above the fee cap is refused', () => {
    const transaction = altered(sign(alice, { type: 2 }), {
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 2n,
    })
    expect(refusal(() => validateTransaction(transaction, rules))).toEqual({
      name: 'TipAboveFeeCapError',
      code: -32000,
      message: `max priority fee per gas higher than max fee per gas: address ${aliceHex}, maxPriorityFeePerGas: 2, maxFeePerGas: 1`,
    })
  })

  test('the highest nonce is refused, the one below passes', () => {
    const last = sign(alice, { nonce: 2n ** 64n - 2n })
    expect(refusal(() => validateTransaction(last, rules))).toBeUndefined()
    const over = altered(last, { nonce: 2n ** 64n - 1n })
    expect(refusal(() => validateTransaction(over, rules))).toEqual({
      name: 'NonceMaxError',
      code: -32000,
      message: 'nonce has max value',
    })
  })

  test('a blob transaction needs a recipient, a blob, a blob fee cap and hashes of version 1', () => {
    const refused = (fields: object) =>
      refusal(() => validateTransaction(altered(blob, fields), rules))
    expect(refused({ to: undefined, gasLimit: 60_000n })).toEqual({
      name: 'BlobCreateError',
      code: -32000,
      message: 'blob transaction of type create',
    })
    expect(refused({ blobVersionedHashes: [] })).toEqual({
      name: 'NoBlobsError',
      code: -32000,
      message: 'blobless blob transaction',
    })
    expect(refused({ maxFeePerBlobGas: 0n })).toEqual({
      name: 'BlobFeeCapBelowMinimumError',
      code: -32000,
      message: 'transaction gas price below minimum: blob fee cap 0, minimum needed 1',
    })
    const [first] = blobHashes(1)
    expect(refused({ blobVersionedHashes: [first, `0x02${'00'.repeat(31)}`] })).toEqual({
      name: 'BlobHashVersionError',
      code: -32000,
      message: 'blob 1 has invalid hash version',
    })
  })

  test('a blob transaction needs its blobs, unless its sender is impersonated', () => {
    const { sidecar, ...bare } = blob
    expect(refusal(() => validateTransaction(bare, rules))).toEqual({
      name: 'MissingSidecarError',
      code: -32000,
      message: 'missing sidecar in blob transaction',
    })
    const impersonated = { ...bare, isImpersonated: true } as const
    expect(refusal(() => validateTransaction(impersonated, rules))).toBeUndefined()
  })

  test('a blob transaction has at most the blobs of a block, from Osaka on six', () => {
    const with9 = sign(alice, {
      type: 3,
      maxFeePerBlobGas: 1n,
      blobVersionedHashes: blobHashes(9),
    })
    expect(refusal(() => validateTransaction(with9, rules))).toBeUndefined()
    const cancun = { ...rules, common: commonAt('cancun') }
    for (const limited of [osaka, cancun]) {
      expect(refusal(() => validateTransaction(with9, limited))).toEqual({
        name: 'TooManyBlobsError',
        code: -32000,
        message: 'too many blobs in transaction: have 9, permitted 6',
      })
    }
  })

  test('a set code transaction needs an authorization and a recipient', () => {
    const refused = (fields: object) =>
      refusal(() => validateTransaction(altered(setCode, fields), rules))
    expect(refused({ authorizationList: [] })).toEqual({
      name: 'NoAuthorizationsError',
      code: -32000,
      message: 'set code tx must have at least one authorization tuple',
    })
    expect(refused({ to: undefined, gasLimit: 100_000n })).toEqual({
      name: 'SetCodeCreateError',
      code: -32000,
      message: 'EIP-7702 transaction cannot be used to create contract',
    })
  })
})

describe('against the state', () => {
  test('a nonce below that of the account is refused, the same and higher ones pass', () => {
    const state = stateWith([[alice.address, { nonce: 5n }]])
    expect(refusal(() => validateSender(sign(alice, { nonce: 4n }), state))).toEqual({
      name: 'NonceTooLowError',
      code: -32000,
      message: 'nonce too low',
    })
    expect(refusal(() => validateSender(sign(alice, { nonce: 5n }), state))).toBeUndefined()
    expect(refusal(() => validateSender(sign(alice, { nonce: 9n }), state))).toBeUndefined()
  })

  test.each([
    ['legacy', sign(alice, { gasPrice: 10n, value: 7n }), 210_007n],
    ['dynamic fee', sign(alice, { type: 2, maxFeePerGas: 10n, value: 7n }), 210_007n],
    [
      'blob',
      sign(alice, {
        type: 3,
        maxFeePerGas: 10n,
        value: 7n,
        maxFeePerBlobGas: 3n,
        blobVersionedHashes: blobHashes(2),
      }),
      210_007n + 2n * 131_072n * 3n,
    ],
  ])('the balance must cover the upfront cost of a %s transaction', (_type, transaction, cost) => {
    const poor = stateWith([[alice.address, { balance: cost - 1n }]])
    expect(refusal(() => validateSender(transaction, poor))).toEqual({
      name: 'InsufficientFundsError',
      code: -32000,
      message: 'insufficient funds for gas * price + value',
    })
    const rich = stateWith([[alice.address, { balance: cost }]])
    expect(refusal(() => validateSender(transaction, rich))).toBeUndefined()
  })

  test('an account that does not exist has no funds, and needs none for a free transaction', () => {
    const state = stateWith([])
    expect(refusal(() => validateSender(sign(alice), state))?.name).toBe('InsufficientFundsError')
    const free = sign(alice, { gasPrice: 0n, value: 0n })
    expect(refusal(() => validateSender(free, state))).toBeUndefined()
  })

  test('a sender with code is refused, one with a delegation passes', () => {
    const contract = stateWith([[alice.address, { code: new Uint8Array(42).fill(0x5b) }]])
    expect(refusal(() => validateSender(sign(alice), contract))).toEqual({
      name: 'SenderNotEoaError',
      code: -32000,
      message: `sender not an eoa: address ${aliceHex}, len(code): 42`,
    })
    const delegate = createAddressFromPrivateKey(numberToBytes(2, 32)).bytes
    const code = Uint8Array.of(0xef, 0x01, 0x00, ...delegate)
    const delegated = stateWith([[alice.address, { code }]])
    expect(refusal(() => validateSender(sign(alice), delegated))).toBeUndefined()
  })
})

describe('against the fees of the next block', () => {
  test('a fee cap below the base fee is refused', () => {
    const transaction = sign(alice, { type: 2, maxFeePerGas: 1n })
    expect(refusal(() => validateFees(transaction, { baseFee: 875_000_000n }))).toEqual({
      name: 'FeeCapTooLowError',
      code: -32000,
      message: `max fee per gas less than block base fee: address ${aliceHex}, maxFeePerGas: 1, baseFee: 875000000`,
    })
    expect(refusal(() => validateFees(transaction, { baseFee: 1n }))).toBeUndefined()
    expect(refusal(() => validateFees(transaction, {}))).toBeUndefined()
  })

  test('a blob fee cap below the blob base fee is refused', () => {
    expect(refusal(() => validateFees(blob, { baseFee: 1n, blobBaseFee: 2n }))).toEqual({
      name: 'BlobFeeCapTooLowError',
      code: -32000,
      message: `max fee per blob gas less than block blob gas fee: address ${aliceHex} blobGasFeeCap: 1, blobBaseFee: 2`,
    })
    expect(refusal(() => validateFees(blob, { baseFee: 1n, blobBaseFee: 1n }))).toBeUndefined()
  })
})
