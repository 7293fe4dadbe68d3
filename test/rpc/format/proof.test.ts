import { expect, it } from 'vitest'
import { formatProof } from '../../../src/rpc/format/state.ts'

it('shows an account, and slots under the keys they were asked for by', () => {
  const account = {
    nonce: 1n,
    balance: 2n,
    codeHash: new Uint8Array(32).fill(3),
    storageRoot: new Uint8Array(32).fill(4),
  }
  const slot = new Uint8Array(32)
  const proof = {
    account,
    accountProof: [Uint8Array.of(5)],
    slots: [
      { slot, value: 6n, proof: [Uint8Array.of(7)] },
      { slot, value: 6n, proof: [] },
    ],
  }
  const address = new Uint8Array(20).fill(8)
  expect(formatProof(address, ['0x0', `0x${'0'.repeat(64)}`], proof)).toEqual({
    address: `0x${'08'.repeat(20)}`,
    accountProof: ['0x05'],
    balance: '0x2',
    codeHash: `0x${'03'.repeat(32)}`,
    nonce: '0x1',
    storageHash: `0x${'04'.repeat(32)}`,
    storageProof: [
      { key: '0x0', value: '0x6', proof: ['0x07'] },
      { key: `0x${'0'.repeat(64)}`, value: '0x6', proof: [] },
    ],
  })
})
