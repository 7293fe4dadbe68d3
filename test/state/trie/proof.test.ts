import { verifyMerkleProof } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { expect, test } from 'vitest'
import { buildState } from '../../../src/files/genesis/genesisWriter.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'

const slot = numberToBytes(1, 32)
const unsetSlot = numberToBytes(99, 32)
const contract = numberToBytes(1, 20)
const missing = numberToBytes(99, 20)

const tree = buildState([
  {
    address: '0x0000000000000000000000000000000000000001',
    nonce: 1n,
    storage: [1, 2, 3, 4, 5].map((number) => [numberToBytes(number, 32), Uint8Array.of(number)]),
  },
  { address: '0x0000000000000000000000000000000000000002', balance: 5n },
  { address: '0x0000000000000000000000000000000000000003', balance: 5n },
])

function verified(root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]) {
  return verifyMerkleProof(key, [...proof], { root, useKeyHashing: true })
}

test('an account and its slots are proven', async () => {
  const { account, accountProof, slots } = tree.proof(contract, [slot])
  const { storageRoot, codeHash } = account
  expect(await verified(tree.root(), contract, accountProof)).toEqual(
    RLP.encode([1n, 0n, storageRoot, codeHash]),
  )
  expect(slots).toHaveLength(1)
  const [proven] = slots
  expect(proven).toMatchObject({ slot, value: 1n })
  expect(await verified(storageRoot, slot, proven?.proof ?? [])).toEqual(Uint8Array.of(1))
})

test('that a slot is not set is proven', async () => {
  const { account, slots } = tree.proof(contract, [unsetSlot])
  expect(slots[0]?.value).toBe(0n)
  expect(await verified(account.storageRoot, unsetSlot, slots[0]?.proof ?? [])).toBeNull()
})

test('that an account is not there is proven; its hashes are zero and its slots have no proof', async () => {
  const { account, accountProof, slots } = tree.proof(missing, [slot])
  expect(account).toEqual({
    nonce: 0n,
    balance: 0n,
    codeHash: new Uint8Array(32),
    storageRoot: new Uint8Array(32),
  })
  expect(await verified(tree.root(), missing, accountProof)).toBeNull()
  expect(slots).toEqual([{ slot, value: 0n, proof: [] }])
})
