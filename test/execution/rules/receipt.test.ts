import { createTx } from '@ethereumjs/tx'
import { generateAddress } from '@ethereumjs/util'
import { encodeReceipt as encodeByReferee } from '@ethereumjs/vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { signed } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import {
  createAddress,
  effectiveGasPrice,
  encodeReceipt,
  logsBloom,
} from '../../../src/execution/rules/receipt.ts'

import { numberToBytes } from '../../../src/lib/hex.ts'
import type { Log, Receipt } from '../../../src/types/transaction.ts'

beforeAll(initCrypto)

const key = numberToBytes(1, 32)

function transaction(fields: Parameters<typeof createTx>[0]) {
  const protocol = createProtocol({ chainId: 1, hardfork: 'prague', transactionGasCap: true })
  return signed(createTx(fields, { common: protocol.commonAt(0n, 0n) }).sign(key))
}

const logs: readonly Log[] = [
  { address: numberToBytes(1, 20), topics: [], data: new Uint8Array() },
  {
    address: numberToBytes(2, 20),
    topics: [1, 2, 3, 4].map((topic) => numberToBytes(topic, 32)),
    data: numberToBytes(9, 100),
  },
]

function receipt(type: number, fields: Partial<Receipt>): Receipt {
  return {
    transaction: transaction({ type, gasLimit: 21_000n, to: `0x${'00'.repeat(20)}` }),
    index: 0,
    status: 1,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n,
    effectiveGasPrice: 0n,
    logs: [],
    firstLogIndex: 0,
    logsBloom: logsBloom(fields.logs ?? []),
    output: new Uint8Array(),
    ...fields,
  }
}

describe('the encoding of a receipt', () => {
  test.each([
    ['of a legacy transaction', receipt.bind(undefined, 0, {})],
    ['of a failed one', receipt.bind(undefined, 0, { status: 0 })],
    ['with logs', receipt.bind(undefined, 2, { logs, cumulativeGasUsed: 29_999_999n })],
    [
      'with a state root, before Byzantium',
      receipt.bind(undefined, 0, { stateRoot: numberToBytes(5, 32), logs }),
    ],
  ])('%s is as EthereumJS has it', (_, make) => {
    const ours = make()
    const { stateRoot } = ours
    const theirs = encodeByReferee(
      {
        ...(stateRoot === undefined ? { status: ours.status } : { stateRoot }),
        cumulativeBlockGasUsed: ours.cumulativeGasUsed,
        bitvector: ours.logsBloom,
        logs: ours.logs.map(({ address, topics, data }) => [address, [...topics], data]),
      } as Parameters<typeof encodeByReferee>[0],
      ours.transaction.envelope.type,
    )
    expect(encodeReceipt(ours)).toEqual(theirs)
  })

  test('begins with the type of its transaction (EIP-2718)', () => {
    expect(encodeReceipt(receipt(1, {}))[0]).toBe(1)
    expect(encodeReceipt(receipt(2, {}))[0]).toBe(2)
    expect(encodeReceipt(receipt(0, {}))[0]).toBeGreaterThanOrEqual(0xc0)
  })
})

test.each([0n, 1n, 127n, 128n, 65_536n])(
  'the address of a contract created at nonce %i',
  (nonce) => {
    const sender = numberToBytes(0xabc, 20)
    expect(createAddress(sender, nonce)).toEqual(
      generateAddress(
        sender,
        nonce === 0n ? new Uint8Array() : numberToBytes(nonce, nonce < 256n ? 1 : 3),
      ),
    )
  },
)

test('the effective gas price is base fee and tip, never above the cap, and a legacy price as it is', () => {
  const dynamic = transaction({ type: 2, maxFeePerGas: 10n, maxPriorityFeePerGas: 3n }).envelope
  expect(effectiveGasPrice(dynamic, 0n)).toBe(3n)
  expect(effectiveGasPrice(dynamic, 5n)).toBe(8n)
  expect(effectiveGasPrice(dynamic, 7n)).toBe(10n)
  expect(effectiveGasPrice(dynamic, 9n)).toBe(10n)
  expect(effectiveGasPrice(transaction({ gasPrice: 10n }).envelope, 5n)).toBe(10n)
})
