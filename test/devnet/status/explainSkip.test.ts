import { createBlockHeader } from '@ethereumjs/block'
import { beforeAll, expect, test } from 'vitest'
import type { Filling } from '../../../src/block/openedView.ts'
import { type SkipReason, skipReason, thrownReason } from '../../../src/block/skipReason.ts'
import { explainSkip } from '../../../src/devnet/status/explainSkip.ts'
import { addressOfKey } from '../../../src/ethereumjs/crypto.ts'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import type { GenesisAccount } from '../../../src/types/state.ts'
import { createStage, type Stage } from '../../block/stage.ts'
import { keys, Wallet } from '../../block/workload.ts'

let stage: Stage
let address: Hex
beforeAll(async () => {
  stage = await createStage('osaka')
  address = bytesToHex(addressOfKey(keys[0] as Uint8Array))
})

const empty: Filling = { receiptGas: 0n, gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 }
const blobGas = 131_072n

interface Changes {
  readonly account?: Partial<GenesisAccount>
  readonly filling?: Partial<Filling>
  readonly excessBlobGas?: bigint
  readonly skipped?: SkipReason
}

/** Explains why block 9 does not take a transfer of 1 wei with nonce 3 of an account with nonce 3. */
function ask(fields: Parameters<Wallet['sign']>[1], changes: Changes = {}) {
  const { common } = stage
  const { account = {}, excessBlobGas = 0n } = changes
  const header = createBlockHeader(
    { number: 9n, gasLimit: 1_000_000n, baseFeePerGas: 100n, excessBlobGas },
    { common },
  )
  const transaction = new Wallet(common).sign(0, {
    type: 2,
    nonce: 3n,
    to: new Uint8Array(20).fill(0x5b),
    value: 1n,
    gasLimit: 21_000n,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 0n,
    ...fields,
  })
  const held = { nonce: 3n, balance: 10n ** 18n, ...account }
  const filling = { ...empty, ...changes.filling }
  const state = buildState([{ address, ...held }])
  const skipped = changes.skipped ?? skipReason(transaction, header, filling, state)
  return explainSkip({
    transaction,
    header,
    filling,
    account: held,
    skipped: skipped as SkipReason,
  })
}

function blobs(count: number) {
  const blobVersionedHashes = Array.from(
    { length: count },
    (_, index) => `0x01${index.toString(16).padStart(62, '0')}` as const,
  )
  return { type: 3, maxFeePerBlobGas: 1n, blobVersionedHashes }
}

test('a used nonce', () => {
  expect(ask({ nonce: 2n })).toEqual({
    reason: 'nonceTooLow',
    message: 'its nonce 2 is used, its sender is at nonce 3; sign it again with that nonce',
    details: { nonce: 2n, accountNonce: 3n },
  })
})

test('a fee below the base fee', () => {
  expect(ask({ maxFeePerGas: 99n })).toEqual({
    reason: 'feeBelowBaseFee',
    message:
      'it pays at most 99 wei per gas, and the base fee of block 9 is 100 wei; replace it by one with a higher fee, or wait until the base fee has fallen',
    details: { maxFeePerGas: 99n, baseFeePerGas: 100n, blockNumber: 9n },
  })
})

test('a blob fee below the blob base fee', () => {
  expect(ask(blobs(1), { excessBlobGas: 5_000_000n })).toEqual({
    reason: 'blobFeeBelowBlobBaseFee',
    message:
      'it pays at most 1 wei per blob gas, and the blob base fee of block 9 is 2 wei; replace it by one with a higher fee, or wait until the blob base fee has fallen',
    details: { maxFeePerBlobGas: 1n, blobBaseFee: 2n, blockNumber: 9n },
  })
})

test('too little balance', () => {
  expect(ask({}, { account: { balance: 2_000_000n } })).toEqual({
    reason: 'insufficientFunds',
    message: `its sender ${address} has 2000000 wei, and value and gas at the highest fee need 2100001; give it 100001 wei more`,
    details: { needs: 2_100_001n, has: 2_000_000n },
  })
})

test('more gas than is left in the block', () => {
  expect(ask({}, { filling: { gasUsed: 980_000n } })).toEqual({
    reason: 'blockGasExceeded',
    message:
      'its gas limit 21000 is more than the gas left in block 9, 20000; it fits into a later block',
    details: { gasLimit: 21_000n, gasLeft: 20_000n, blockGasLimit: 1_000_000n },
  })
})

test('more gas than a block has', () => {
  expect(ask({ gasLimit: 1_000_001n })).toEqual({
    reason: 'blockGasLimitExceeded',
    message: 'its gas limit 1000001 is above that of a block, 1000000; sign it again with less gas',
    details: { gasLimit: 1_000_001n, gasLeft: 1_000_000n, blockGasLimit: 1_000_000n },
  })
})

test('more blobs than there is room for', () => {
  expect(ask(blobs(2), { filling: { blobGasUsed: 8n * blobGas } })).toEqual({
    reason: 'blockBlobGasExceeded',
    message:
      'its blob gas 262144 exceeds the blob gas left in the block 131072; it fits into a later block',
    details: { blobGas: 2n * blobGas, blobGasUsed: 8n * blobGas },
  })
})

test('more bytes than there is room for', () => {
  const bytes = 8 * 1024 * 1024 - 2048
  const { reason, message, details } = ask({}, { filling: { bytes } })
  expect(reason).toBe('blockSizeExceeded')
  expect(message).toMatch(/^its size \d+ exceeds the bytes left in the block 0; it fits into a /)
  expect(details).toEqual({ size: expect.any(Number), sizeUsed: bytes })
})

test('a sender with code', () => {
  expect(ask({}, { account: { code: hexToBytes('60') } })).toEqual({
    reason: 'senderNotEoa',
    message: `its sender ${address} has code and may not send (EIP-3607); it will be dropped`,
    details: { sender: address },
  })
})

test('an error that running it has thrown is reported', () => {
  expect(ask({}, { skipped: thrownReason(new Error('no room')) })).toEqual({
    reason: 'invalid',
    message: 'it cannot run: no room',
    details: {},
  })
})
