import { type AccountFields, type StoredAccount, type StoredSlot, sameFields } from './account.ts'
import { type Packed, unpack, unpackWord } from './packed.ts'
import type { Node } from './trie.ts'
import { trieChanges } from './trieChanges.ts'

/** A slot and the value that it is to have: zero for none. 32 bytes each. */
export interface SlotChange {
  readonly slot: Uint8Array
  readonly value: Uint8Array
}

/** What makes an account of one state that of another. */
export interface AccountChange {
  readonly address: Uint8Array
  /** What it is then, without its storage; none when it is not there. */
  readonly account: AccountFields | undefined
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
    const hasFields = before !== undefined && after !== undefined && sameFields(before, after)
    if (hasFields && slotChanges(before, after).next().done === true) continue
    yield {
      address: unpack(address),
      account: after,
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
  for (const { before, after } of trieChanges(from?.storage, to.storage, ({ slot }) => slot)) {
    if (before?.value === after?.value) continue
    const { slot } = (after ?? before) as StoredSlot
    yield { slot: unpack(slot), value: unpackWord(after?.value ?? zero) }
  }
}
