import { createBlockHeader } from '@ethereumjs/block'
import { beforeAll, describe, expect, test } from 'vitest'
import { explainPooled, type Situation } from '../../../src/devnet/status/explainPooled.ts'
import { addressOfKey } from '../../../src/ethereumjs/crypto.ts'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { Receipt, SignedTransaction } from '../../../src/types/transaction.ts'
import { createStage, type Stage } from '../../block/stage.ts'
import { keys, Wallet } from '../../block/workload.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage('osaka')
})

function transfer(nonce: bigint, maxFeePerGas = 1000n): SignedTransaction {
  return new Wallet(stage.common).sign(0, {
    type: 2,
    nonce,
    maxFeePerGas,
    maxPriorityFeePerGas: 0n,
    gasLimit: 21_000n,
    to: new Uint8Array(20).fill(0x5b),
    value: 1n,
  })
}

/** Explains a transaction of an account at nonce 3, in block 9 with a base fee of 100 wei, at the usual cadence. */
function ask(transaction: SignedTransaction, changes: Partial<Situation> = {}) {
  const header = createBlockHeader(
    { number: 9n, gasLimit: 1_000_000n, baseFeePerGas: 100n },
    { common: stage.common },
  )
  const address = bytesToHex(addressOfKey(keys[0] as Uint8Array))
  const state = buildState([{ address, nonce: 3n, balance: 10n ** 18n }])
  return explainPooled({
    transaction,
    earlier: [],
    nextNonce: transaction.envelope.nonce + 1n,
    block: { header, receipts: [], state },
    stateWaits: { has: () => false, deferral: () => undefined },
    unpublished: false,
    mining: 'flashblocks',
    paused: false,
    ...changes,
  })
}

test('it waits for an earlier one of its sender that lacks state of the live chain', () => {
  const earlier = transfer(3n)
  const reason = { code: 'awaitingState', message: 'the node is down' } as const
  const deferral = (hash: string) => (hash === earlier.hash ? reason : undefined)
  const found = ask(transfer(4n), {
    earlier: [earlier],
    stateWaits: { has: () => false, deferral },
  })
  expect(found).toMatchObject({
    reason: 'behindAnother',
    message: expect.stringContaining('the live chain does not give the state that it needs'),
    details: { blockedBy: { hash: earlier.hash, reason: 'awaitingState' } },
  })
  const isFetched = { has: (hash: string) => hash === earlier.hash, deferral: () => undefined }
  expect(ask(transfer(4n), { earlier: [earlier], stateWaits: isFetched })).toMatchObject({
    reason: 'behindAnother',
    details: { blockedBy: { reason: 'awaitingState' } },
  })
})

describe('nothing in its way', () => {
  test('it waits for the next flashblock, or for the next block', () => {
    const details = { mining: 'flashblocks', paused: false }
    expect(ask(transfer(3n))).toEqual({
      hash: transfer(3n).hash,
      reason: 'waiting',
      message: 'nothing keeps it out: it waits for the next flashblock',
      details,
    })
    expect(ask(transfer(3n), { mining: 'interval' })).toMatchObject({
      reason: 'waiting',
      message: 'nothing keeps it out: it waits for the next block',
    })
  })

  test('no flashblock was requested while the cadence is paused', () => {
    const { reason, message, details } = ask(transfer(3n), { paused: true })
    expect([reason, details]).toEqual(['cadence', { mining: 'flashblocks', paused: true }])
    expect(message).toMatch(/^nothing keeps it out, but the cadence is paused; call resume\(\), /)
  })

  test.each(['manual', 'auto'] as const)('nobody asks for a flashblock in %s mode', (mining) => {
    const { reason, message, details } = ask(transfer(3n), { mining })
    expect([reason, details]).toEqual(['cadence', { mining, paused: false }])
    expect(message).toContain(`(mining is ${mining}); call flashblock() or seal()`)
  })

  test('it is what the next block would take', () => {
    const transaction = transfer(3n, 1n)
    const { header, state } = stage.genesis
    const receipts = [{ transaction } as Receipt]
    const block = { header, state, receipts }
    expect(ask(transaction, { block, mining: 'interval' }).reason).toBe('waiting')
  })
})

test('a nonce is missing: the first one is named', () => {
  const transaction = transfer(7n)
  expect(ask(transaction, { earlier: [transfer(3n)], nextNonce: 4n })).toEqual({
    hash: transaction.hash,
    reason: 'nonceGap',
    message:
      'it has nonce 7, but its sender is at nonce 3 and no transaction with nonce 4 is in the pool; send that one first',
    details: { nonce: 7n, accountNonce: 3n, missingNonce: 4n },
  })
})

test('a nonce below that of the account is used', () => {
  expect(ask(transfer(2n), { nextNonce: 3n })).toMatchObject({
    reason: 'nonceTooLow',
    details: { nonce: 2n, accountNonce: 3n },
  })
})

test('what keeps an earlier one of the sender out keeps it out too', () => {
  const [fine, cheap, last] = [transfer(3n), transfer(4n, 99n), transfer(5n)]
  const blockedBy = {
    hash: cheap.hash,
    reason: 'feeBelowBaseFee',
    message:
      'it pays at most 99 wei per gas, and the base fee of block 9 is 100 wei; replace it by one with a higher fee, or wait until the base fee has fallen',
    details: { maxFeePerGas: 99n, baseFeePerGas: 100n, blockNumber: 9n },
  }
  expect(ask(cheap, { earlier: [fine] })).toEqual(blockedBy)
  expect(ask(last, { earlier: [fine, cheap] })).toEqual({
    hash: last.hash,
    reason: 'behindAnother',
    message: `it has nonce 5 and waits for ${cheap.hash} of the same sender: ${blockedBy.message}`,
    details: { nonce: 5n, blockedBy },
  })
  expect(ask(last, { earlier: [fine, transfer(4n)] }).reason).toBe('waiting')
})

test('it is built and cannot be seen', () => {
  expect(ask(transfer(3n), { unpublished: true })).toMatchObject({
    reason: 'unpublished',
    message: expect.stringMatching(/^it is in block 9, which is being built, but /),
    details: { blockNumber: 9n },
  })
})
