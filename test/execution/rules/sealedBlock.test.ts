import { createBlock } from '@ethereumjs/block'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { sealedBlock } from '../../../src/execution/rules/closeBlock.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { sign, signer } from '../../txpool/signing.ts'

beforeAll(initCrypto)

test('a sealed block has the hash, number and size of its encoding', () => {
  const common = createProtocol({
    chainId: 31_337,
    hardfork: 'osaka',
    transactionGasCap: false,
  }).commonAt(0n, 0n)
  const transactions = [sign(signer(1), { type: 0 }), sign(signer(2), { type: 2 })]
  const block = createBlock(
    {
      header: { number: 7n },
      transactions: transactions.map(({ envelope }) => envelope),
      withdrawals: [],
    },
    { common },
  )
  const sealed = sealedBlock(block, { transactions, receipts: [], state: emptyState() })
  expect(sealed).toMatchObject({
    kind: 'sealed',
    hash: bytesToHex(block.hash()),
    number: 7n,
    size: block.serialize().length,
  })
})
