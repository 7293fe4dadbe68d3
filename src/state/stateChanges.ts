import type { MutableState, StateEdit, StateTree } from '../types/state.ts'
import {
  type AccountFields,
  type Beneath,
  type StoredAccount,
  type StoredSlot,
  sameFields,
} from './account.ts'
import { type Packed, unpack, unpackWord } from './trie/packed.ts'
import type { Node } from './trie/trie.ts'
import { trieChanges } from './trie/trieHash.ts'

/** A slot and the value that it is to have: zero for none, nothing for that of the live chain. 32 bytes each. */
export interface SlotChange {
  readonly slot: Uint8Array
  readonly value: Uint8Array | undefined
}

/** What makes an account of one state that of another. */
export interface AccountChange {
  readonly address: Uint8Array
  /** What it is then, without its storage; none when it is not there. */
  readonly account: AccountFields | undefined
  /** What is visible of a fork's live chain; without `account` it is unchanged. */
  readonly beneath: Beneath
  readonly isNewCode: boolean
  /** Only those that change. */
  slots(): Generator<SlotChange, void>
}

/** What of the accounts in `from` is not as in `to`, in an order that follows from what they hold. */
export function* accountChanges(
  from: Node<StoredAccount> | undefined,
  to: Node<StoredAccount> | undefined,
): Generator<AccountChange, void> {
  for (const { before, after } of trieChanges(from, to, ({ address }) => address)) {
    const { address } = (after ?? before) as StoredAccount
    const hasFields =
      before !== undefined &&
      after !== undefined &&
      sameFields(before, after) &&
      before.beneath === after.beneath
    if (hasFields && slotChanges(before, after).next().done === true) continue
    yield {
      address: unpack(address),
      account: after,
      beneath: after?.beneath,
      isNewCode: after !== undefined && before?.codeHash !== after.codeHash,
      slots: () => slotChanges(before, after),
    }
  }
}

const zero: Packed = ''

function* slotChanges(
  from: StoredAccount | undefined,
  to: StoredAccount | undefined,
): Generator<SlotChange, void> {
  // An account that goes takes its slots with it.
  if (to === undefined) return
  // What is beneath may have come to show, or not to: none of the old slots counts then.
  const old = from?.beneath === to.beneath ? from?.storage : undefined
  const isBeneath = to.beneath === 'shown'
  for (const { before, after } of trieChanges(old, to.storage, ({ slot }) => slot)) {
    if (before?.value === after?.value) continue
    const { slot } = (after ?? before) as StoredSlot
    const value = after === undefined && isBeneath ? undefined : unpackWord(after?.value ?? zero)
    yield { slot: unpack(slot), value }
  }
}

/** Wei; an account holds no more. */
const maxBalance = 2n ** 256n - 1n

/** Makes the change in a state that is being written. */
export function writeEdit(state: MutableState, edit: StateEdit): void {
  const { address, nonce, code, storage = [] } = edit
  const balance = newBalance(state, edit)
  if (balance !== undefined || nonce !== undefined) {
    state.writeAccount(address, {
      ...(balance === undefined ? {} : { balance }),
      ...(nonce === undefined ? {} : { nonce }),
    })
  }
  if (code !== undefined) state.writeCode(address, code)
  for (const [slot, value] of storage) state.writeStorage(address, slot, value)
}

function newBalance(state: MutableState, { address, balance, addBalance }: StateEdit) {
  if (addBalance === undefined) return balance
  const sum = (balance ?? state.readAccount(address)?.balance ?? 0n) + addBalance
  return sum < maxBalance ? sum : maxBalance
}

/** The state with that change. */
export function applyEdit(tree: StateTree, edit: StateEdit): StateTree {
  const state = tree.fork()
  writeEdit(state, edit)
  return state.tree()
}
