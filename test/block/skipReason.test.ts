import { createBlockHeader } from '@ethereumjs/block'
import { toChecksumAddress } from '@ethereumjs/util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Filling } from '../../src/block/openedView.ts'
import { skipReason } from '../../src/block/skipReason.ts'
import { addressOfKey } from '../../src/ethereumjs/crypto.ts'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, hexToBytes } from '../../src/lib/hex.ts'
import type { GenesisAccount } from '../../src/types/state.ts'
import { createStage, type Stage } from './stage.ts'
import { keys, Wallet } from './workload.ts'

type Fields = Parameters<Wallet['sign']>[1]

let stage: Stage
beforeAll(async () => {
  stage = await createStage('osaka')
})

const to = new Uint8Array(20).fill(0x5b)
const empty: Filling = { receiptGas: 0n, gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 }
const blobGas = 131_072n
const blobHash = (index: number) => `0x01${index.toString(16).padStart(62, '0')}` as const
const blobs = (count: number) => Array.from({ length: count }, (_, index) => blobHash(index))

/** Asks about a transfer of 1 wei with nonce 3 of an account with nonce 3, but for what is given. */
function ask(
  fields: Fields,
  {
    account = {},
    filling = {},
    excessBlobGas = 0n,
  }: { account?: Partial<GenesisAccount>; filling?: Partial<Filling>; excessBlobGas?: bigint } = {},
) {
  const { common } = stage
  const header = createBlockHeader(
    { number: 1n, gasLimit: 1_000_000n, baseFeePerGas: 100n, excessBlobGas },
    { common },
  )
  const transaction = new Wallet(common).sign(0, {
    nonce: 3n,
    to,
    value: 1n,
    gasLimit: 21_000n,
    ...(Number(fields.type ?? 0) < 2
      ? { gasPrice: 100n }
      : { maxFeePerGas: 100n, maxPriorityFeePerGas: 0n }),
    ...fields,
  })
  const address = bytesToHex(addressOfKey(keys[0] as Uint8Array))
  const state = buildState([{ address, nonce: 3n, balance: 10n ** 18n, ...account }])
  const reason = skipReason(transaction, header, { ...empty, ...filling }, state)
  const shown = toChecksumAddress(address)
  return reason && [reason.code, reason.isFinal, reason.message.replace(shown, 'SENDER')]
}

test('a good transaction has no reason to be skipped', () => {
  expect(ask({})).toBeUndefined()
  expect(ask({ type: 2 })).toBeUndefined()
  expect(ask({ type: 3, maxFeePerBlobGas: 1n, blobVersionedHashes: blobs(1) })).toBeUndefined()
})

describe('nonce', () => {
  test('too low is final', () => {
    expect(ask({ nonce: 2n })).toEqual([
      'nonceTooLow',
      true,
      'nonce too low: address SENDER, tx: 2 state: 3',
    ])
  })

  test('too low is said before what may pass', () => {
    expect(ask({ nonce: 2n, gasPrice: 1n }, { filling: { gasUsed: 999_999n } })?.[0]).toBe(
      'nonceTooLow',
    )
  })

  test('too high may fit later', () => {
    expect(ask({ nonce: 4n })).toEqual([
      'nonceTooHigh',
      false,
      'nonce too high: address SENDER, tx: 4 state: 3',
    ])
  })
})

describe('fees', () => {
  test('below the base fee wait', () => {
    const message = "max fee per gas 99 is less than the block's base fee 100"
    expect(ask({ gasPrice: 99n })).toEqual(['feeBelowBaseFee', false, message])
    expect(ask({ type: 2, maxFeePerGas: 99n })).toEqual(['feeBelowBaseFee', false, message])
  })

  test('below the blob base fee wait', () => {
    const fields = { type: 3, maxFeePerBlobGas: 1n, blobVersionedHashes: blobs(1) }
    expect(ask(fields, { excessBlobGas: 5_000_000n })).toEqual([
      'blobFeeBelowBlobBaseFee',
      false,
      "max fee per blob gas 1 is less than the block's blob base fee 2",
    ])
  })
})

describe('funds', () => {
  const legacy = 21_000n * 100n + 1n

  test('must cover gas and value to the last wei', () => {
    expect(ask({}, { account: { balance: legacy } })).toBeUndefined()
    expect(ask({}, { account: { balance: legacy - 1n } })).toEqual([
      'insufficientFunds',
      false,
      `insufficient funds for gas * price + value: address SENDER have ${legacy - 1n} want ${legacy}`,
    ])
  })

  test('must cover the highest fees, not those paid', () => {
    const fields = { type: 2, maxFeePerGas: 1000n, maxPriorityFeePerGas: 0n }
    const cost = 21_000n * 1000n + 1n
    expect(ask(fields, { account: { balance: cost } })).toBeUndefined()
    expect(ask(fields, { account: { balance: cost - 1n } })?.[0]).toBe('insufficientFunds')
  })

  test('must cover the blobs', () => {
    const fields = { type: 3, maxFeePerBlobGas: 7n, blobVersionedHashes: blobs(2) }
    const cost = legacy + 2n * blobGas * 7n
    expect(ask(fields, { account: { balance: cost } })).toBeUndefined()
    expect(ask(fields, { account: { balance: cost - 1n } })?.[0]).toBe('insufficientFunds')
  })

  test('are none on an account without a balance', () => {
    expect(ask({}, { account: { balance: 0n } })?.[0]).toBe('insufficientFunds')
  })
})

describe('the sender', () => {
  test('must have no code (EIP-3607)', () => {
    expect(ask({}, { account: { code: hexToBytes('60') } })).toEqual([
      'senderNotEoa',
      true,
      'sender not an eoa: address SENDER, len(code): 1',
    ])
  })

  test('may have a delegation (EIP-7702)', () => {
    expect(ask({}, { account: { code: hexToBytes(`ef0100${'11'.repeat(20)}`) } })).toBeUndefined()
    const longer = hexToBytes(`ef0100${'11'.repeat(21)}`)
    expect(ask({}, { account: { code: longer } })?.[0]).toBe('senderNotEoa')
  })
})

describe('the block', () => {
  test('has gas for so much', () => {
    expect(ask({}, { filling: { gasUsed: 979_000n } })).toBeUndefined()
    expect(ask({}, { filling: { gasUsed: 979_001n } })).toEqual([
      'blockGasExceeded',
      false,
      'gas limit 21000 exceeds the gas left in the block 20999',
    ])
    expect(ask({ gasLimit: 1_000_001n })).toEqual([
      'blockGasExceeded',
      true,
      'gas limit 1000001 exceeds the gas left in the block 1000000',
    ])
  })

  test('has room for so many blobs', () => {
    const fields = { type: 3, maxFeePerBlobGas: 1n, blobVersionedHashes: blobs(2) }
    expect(ask(fields, { filling: { blobGasUsed: 7n * blobGas } })).toBeUndefined()
    expect(ask(fields, { filling: { blobGasUsed: 8n * blobGas } })).toEqual([
      'blockBlobGasExceeded',
      false,
      'blob gas 262144 exceeds the blob gas left in the block 131072',
    ])
  })

  test('has so many bytes (EIP-7934)', () => {
    const limit = 8 * 1024 * 1024
    expect(ask({}, { filling: { bytes: limit - 3000 } })).toBeUndefined()
    expect(ask({}, { filling: { bytes: limit - 2048 } })?.slice(0, 2)).toEqual([
      'blockSizeExceeded',
      false,
    ])
  })
})
