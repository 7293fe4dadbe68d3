import { createBlockHeader } from '@ethereumjs/block'
import { createTx } from '@ethereumjs/tx'
import { createWithdrawal, KECCAK256_RLP, SHA256_NULL, type Withdrawal } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { signed } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { receiptsRoot, transactionsRoot } from '../../../src/execution/rules/body.ts'
import { closeBlock } from '../../../src/execution/rules/closeBlock.ts'
import { logsBloom } from '../../../src/execution/rules/receipt.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { Receipt } from '../../../src/types/transaction.ts'
import { machines, noBlockHashes, rules, stateWith } from './stateWith.ts'

beforeAll(initCrypto)

const somebody = numberToBytes(1, 20)

function close(
  hardfork: HardforkName,
  receipts: readonly Receipt[],
  withdrawals: readonly Withdrawal[] = [],
) {
  const common = rules(hardfork)
  const header = createBlockHeader({ number: 1n, gasLimit: 30_000_000n }, { common })
  const on = { common, tree: stateWith(hardfork), blockHashes: noBlockHashes }
  return machines().use(on, async (machine) => {
    const { header: closed } = await closeBlock(machine, header, { receipts, withdrawals })
    return { header: closed, state: machine.state.tree() }
  })
}

function receipt(index: number, fields: Partial<Receipt>): Receipt {
  const envelope = createTx(
    { nonce: index, to: somebody, gasLimit: 21_000n },
    { common: rules('osaka') },
  ).sign(numberToBytes(1, 32))
  const { logs = [] } = fields
  return {
    transaction: signed(envelope),
    index,
    status: 1,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n * BigInt(index + 1),
    effectiveGasPrice: 0n,
    logs,
    firstLogIndex: 0,
    logsBloom: logsBloom(logs),
    output: new Uint8Array(),
    ...fields,
  }
}

test('an empty block has the roots of nothing, and its state is as it was', async () => {
  const { header, state } = await close('osaka', [])
  expect(header).toMatchObject({ gasUsed: 0n, blobGasUsed: 0n })
  expect(header.transactionsTrie).toEqual(KECCAK256_RLP)
  expect(header.receiptTrie).toEqual(KECCAK256_RLP)
  expect(header.requestsHash).toEqual(SHA256_NULL)
  expect(header.logsBloom).toEqual(new Uint8Array(256))
  expect(header.stateRoot).toEqual(stateWith('osaka').root())
  expect(state.root()).toEqual(header.stateRoot)
})

test('a header sums up its receipts', async () => {
  const log = (topic: number) => ({
    address: somebody,
    topics: [numberToBytes(topic, 32)],
    data: new Uint8Array(),
  })
  const receipts = [
    receipt(0, { logs: [log(1)] }),
    receipt(1, { blobGasUsed: 131_072n, status: 0 }),
    receipt(2, { logs: [log(2)], blobGasUsed: 262_144n }),
  ]
  const { header } = await close('osaka', receipts)
  expect(header).toMatchObject({ gasUsed: 63_000n, blobGasUsed: 393_216n })
  expect(header.logsBloom).toEqual(logsBloom([log(1), log(2)]))
  expect(header.receiptTrie).toEqual(receiptsRoot(receipts))
  expect(header.transactionsTrie).toEqual(
    transactionsRoot(receipts.map(({ transaction }) => transaction)),
  )
})

test('withdrawals are in the state that the header names', async () => {
  const withdrawal = createWithdrawal({ index: 0, validatorIndex: 0, address: somebody, amount: 4 })
  const { header, state } = await close('shanghai', [], [withdrawal])
  expect(state.account(somebody)?.balance).toBe(4_000_000_000n)
  expect(header.stateRoot).toEqual(state.root())
  expect(header.requestsHash).toBeUndefined()
})
