import { MerkleStateManager } from '@ethereumjs/statemanager'
import { createAddressFromString } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { buildState } from '../../src/files/genesis/genesisWriter.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'

const rich = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const contract = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const code = Uint8Array.of(0x60, 0x01)
const slot = numberToBytes(3, 32)

const tree = buildState([
  { address: rich, balance: 10n ** 22n },
  { address: contract, nonce: 1n, code, storage: [[slot, numberToBytes(9, 32)]] },
])

const canonical = {
  [rich]: '0x21e19e0c9bab2400000',
  [contract]: ['0x0', bytesToHex(code), [[bytesToHex(slot), '0x09']], '0x1'],
}

test('a genesis state has the root that EthereumJS computes', async () => {
  const reference = new MerkleStateManager()
  await reference.generateCanonicalGenesis(canonical)
  expect(tree.root()).toEqual(await reference.getStateRoot())
  expect(tree.account(createAddressFromString(contract).bytes)?.nonce).toBe(1n)
})

test('an account of which only the address is given exists', () => {
  const { nonce, balance } =
    buildState([{ address: rich }]).account(createAddressFromString(rich).bytes) ?? {}
  expect({ nonce, balance }).toEqual({ nonce: 0n, balance: 0n })
})

test('no accounts are the empty state', () => {
  expect(buildState([]).root()).toEqual(emptyState().root())
})
