import { getMerkleStateProof, MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address } from '@ethereumjs/util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { State } from '../../src/state/state.ts'
import type { StateTree } from '../../src/types/state.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

const addresses = [0, 1, 2, 3, 4].map((index) => new Address(numberToBytes(index * 0x1111, 20)))
const slots = [0, 1, 2, 3, 1000].map((index) => numberToBytes(index, 32))
const codes = ['', '00', '6001600155'].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')))

const who = fc.constantFrom(...addresses)
const slot = fc.constantFrom(...slots)
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 200n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
/** As the EVM writes values: without zeros in front, or a whole word. */
const value = fc.oneof(
  fc.constantFrom(new Uint8Array(), new Uint8Array(32), Uint8Array.of(0x7f), Uint8Array.of(0x80)),
  fc.uint8Array({ minLength: 1, maxLength: 32 }),
)

type Write =
  | { do: 'pay'; who: Address; nonce: bigint; balance: bigint }
  | { do: 'setBalance'; who: Address; balance: bigint }
  | { do: 'create' | 'delete' | 'clear'; who: Address }
  | { do: 'code'; who: Address; code: Uint8Array }
  | { do: 'store'; who: Address; slot: Uint8Array; value: Uint8Array }
type Step = Write | { do: 'checkpoint' | 'commit' | 'revert' | 'flush' | 'fork' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      who,
      nonce: fc.bigInt(0n, 300n),
      balance: amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setBalance'), who, balance: amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('create', 'delete', 'clear'), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('code'), who, code: fc.constantFrom(...codes) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('store'), who, slot, value }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('checkpoint', 'commit', 'revert', 'flush', 'fork'),
    }),
  },
)

/** The calls that the EVM makes for a step, on either state. */
async function write(state: State | MerkleStateManager, action: Write): Promise<void> {
  if (action.do === 'pay') {
    const account = (await state.getAccount(action.who)) ?? new Account()
    account.nonce = action.nonce
    account.balance = action.balance
    await state.putAccount(action.who, account)
  } else if (action.do === 'setBalance') {
    await state.modifyAccountFields(action.who, { balance: action.balance })
  } else if (action.do === 'create') {
    const account = (await state.getAccount(action.who)) ?? new Account()
    await state.putAccount(action.who, account)
    await state.clearStorage(action.who)
  } else if (action.do === 'delete') {
    await state.deleteAccount(action.who)
    // The reference would give a new account there the storage of the deleted one.
    if (state instanceof MerkleStateManager) Reflect.set(state, '_storageTries', {})
  } else if (action.do === 'clear') {
    if ((await state.getAccount(action.who)) !== undefined) await state.clearStorage(action.who)
  } else if (action.do === 'code') {
    await state.putCode(action.who, action.code)
  } else if (action.do === 'store') {
    if ((await state.getAccount(action.who)) !== undefined) {
      await state.putStorage(action.who, action.slot, action.value)
    }
  }
}

/** All that can be read of an account. */
async function read(state: State | MerkleStateManager, address: Address) {
  const account = await state.getAccount(address)
  return {
    account: account && {
      nonce: account.nonce,
      balance: account.balance,
      codeHash: bytesToHex(account.codeHash),
      storageRoot: bytesToHex(account.storageRoot),
    },
    code: bytesToHex(await state.getCode(address)),
    codeSize: await state.getCodeSize(address),
    storage: await Promise.all(
      slots.map(async (at) => bytesToHex(await state.getStorage(address, at))),
    ),
  }
}

function contentOf(tree: StateTree) {
  return addresses.map(({ bytes }) => ({
    account: { ...tree.account(bytes) },
    code: tree.code(bytes),
    storage: slots.map((at) => tree.storage(bytes, at)),
  }))
}

async function expectSameProofs(tree: StateTree, reference: MerkleStateManager): Promise<void> {
  for (const address of addresses) {
    const expected = await getMerkleStateProof(reference, address, slots)
    const { account, accountProof, slots: slotProofs } = tree.proof(address.bytes, slots)
    expect(accountProof.map(bytesToHex)).toEqual(expected.accountProof)
    if (tree.account(address.bytes) === undefined) continue
    expect(bytesToHex(account.storageRoot)).toBe(expected.storageHash)
    expect(
      slotProofs.map((each) => ({
        key: bytesToHex(each.slot),
        proof: each.proof.map(bytesToHex),
        value: BigInt(each.value),
      })),
    ).toEqual(expected.storageProof.map((each) => ({ ...each, value: BigInt(each.value) })))
  }
}

test('any sequence of writes, checkpoints, reverts, flushes and forks gives what MerkleStateManager gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const reference = new MerkleStateManager()
      const state = new State(emptyState())
      const taken: { tree: StateTree; root: string; content: unknown }[] = []
      let depth = 0
      for (const action of steps) {
        if ('who' in action) {
          await write(reference, action)
          await write(state, action)
          expect(await read(state, action.who)).toEqual(await read(reference, action.who))
        } else if (action.do === 'checkpoint') {
          depth++
          await Promise.all([reference.checkpoint(), state.checkpoint()])
        } else if (action.do === 'commit' || action.do === 'revert') {
          if (depth === 0) continue
          depth--
          await Promise.all([reference[action.do](), state[action.do]()])
        } else if (action.do === 'flush') {
          const tree = state.tree()
          const root = bytesToHex(tree.root())
          expect(root).toBe(bytesToHex(await reference.getStateRoot()))
          taken.push({ tree, root, content: contentOf(tree) })
        } else {
          const fork = state.shallowCopy()
          for (const { bytes } of addresses) {
            fork.writeAccount(bytes, { nonce: 7n })
            fork.writeStorage(bytes, slots[1] as Uint8Array, Uint8Array.of(7))
          }
          fork.tree().root()
        }
      }
      for (const address of addresses) {
        expect(await read(state, address)).toEqual(await read(reference, address))
        expect(await state.dumpStorage(address)).toEqual(
          (await reference.getAccount(address)) ? await reference.dumpStorage(address) : {},
        )
      }
      expect(bytesToHex(await state.getStateRoot())).toBe(
        bytesToHex(await reference.getStateRoot()),
      )
      await expectSameProofs(state.tree(), reference)
      for (const { tree, root, content } of taken) {
        expect(contentOf(tree)).toEqual(content)
        expect(bytesToHex(rebuilt(tree).root())).toBe(root)
      }
    }),
    runs({ seed: 4, numRuns: 60 }),
  )
})

/** The same content put into a new state, so that no remembered hash takes part. */
function rebuilt(tree: StateTree): StateTree {
  const state = emptyState().fork()
  for (const { bytes } of addresses) {
    const account = tree.account(bytes)
    if (account === undefined) continue
    state.writeAccount(bytes, { nonce: account.nonce, balance: account.balance })
    state.writeCode(bytes, tree.code(bytes))
    for (const at of slots) state.writeStorage(bytes, at, tree.storage(bytes, at))
  }
  return state.tree()
}
