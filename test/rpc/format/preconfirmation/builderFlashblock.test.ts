import { createWithdrawal } from '@ethereumjs/util'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { numberToBytes } from '../../../../src/lib/hex.ts'
import { formatBuilderFlashblock } from '../../../../src/rpc/format/flashblocks.ts'
import { emptyState } from '../../../../src/state/persistentState.ts'
import { decoded, headerOf, pendingBlock, receiptOf, sampleLog } from '../views.ts'

/** The block 7 with one transaction, which has taken all that account 2 had, 1 wei, to account 1. */
async function sampleFlashblock(header = headerOf()) {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const raw = await account.signTransaction({ chainId: 31337, gas: 60_000n, gasPrice: 10n ** 10n })
  const transaction = await decoded(raw)
  const receipt = receiptOf(transaction, { logs: [sampleLog], firstLogIndex: 2, status: 0 })
  const before = emptyState().fork()
  before.writeAccount(numberToBytes(2, 20), { balance: 1n })
  const parentState = before.tree()
  const after = parentState.fork()
  after.writeAccount(numberToBytes(2, 20), { balance: 0n })
  after.writeAccount(numberToBytes(1, 20), { balance: 1n })
  const block = pendingBlock([transaction], [receipt], header)
  const address = numberToBytes(3, 20)
  const withdrawals = [createWithdrawal({ index: 1, validatorIndex: 2, address, amount: 4 })]
  const parent = { ...block.parent, state: parentState }
  return {
    hash: transaction.hash,
    raw,
    flashblock: {
      index: 1,
      payloadId: '0x0000000000000001',
      transactions: [transaction],
      receipts: [receipt],
      view: { ...block, parent, withdrawals, state: after.tree() },
    } as const,
  }
}

it('shows what a flashblock adds, as base/base reads it', async () => {
  const { hash, raw, flashblock } = await sampleFlashblock()
  const { diff, ...shown } = formatBuilderFlashblock(flashblock)
  expect(shown).toEqual({
    payload_id: '0x0000000000000001',
    index: 1,
    metadata: {
      block_number: 7,
      receipts: {
        [hash]: {
          type: '0x0',
          status: '0x0',
          cumulativeGasUsed: '0x5208',
          logs: [
            {
              address: `0x${'11'.repeat(20)}`,
              topics: [`0x${'22'.repeat(32)}`],
              data: '0x33',
            },
          ],
        },
      },
      new_account_balances: {
        '0x0000000000000000000000000000000000000001': '0x1',
        '0x0000000000000000000000000000000000000002': '0x0',
      },
    },
  })
  expect(diff).toMatchObject({
    transactions: [raw],
    withdrawals: [
      {
        index: '0x1',
        validatorIndex: '0x2',
        address: '0x0000000000000000000000000000000000000003',
        amount: '0x4',
      },
    ],
  })
})

it('shows the fields of the block with index 0 only, zeros where an old fork has none', async () => {
  const { flashblock } = await sampleFlashblock(headerOf({}, 'berlin'))
  expect(formatBuilderFlashblock(flashblock)).not.toHaveProperty('base')
  const { base } = formatBuilderFlashblock({ ...flashblock, index: 0 })
  expect(base).toMatchObject({
    parent_hash: flashblock.view.parent.hash,
    parent_beacon_block_root: `0x${'0'.repeat(64)}`,
    block_number: '0x7',
    base_fee_per_gas: '0x0',
  })
})
