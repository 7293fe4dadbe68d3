import { BlockLevelAccessList, setLengthLeft } from '@ethereumjs/util'
import { equalBytes, type Hex, hexToBytes } from '../lib/hex.ts'
import { type Packed, pack, packTrimmed, unpack } from '../state/trie/packed.ts'
import type { Access } from '../types/execution.ts'
import type { MutableState, StateTree } from '../types/state.ts'

const none = new Uint8Array()

/** An account that was accessed. */
interface Accessed {
  readonly bytes: Uint8Array
  /** Packed. */
  readonly slots: Set<Packed>
}

/**
 * What a part of a block accesses (EIP-7928): only where, as what has changed is seen in the end by comparing states.
 * So a call that fails takes nothing back. EthereumJS's own list, in whose place it stands, is copied at each call.
 */
export class AccessLog extends BlockLevelAccessList {
  readonly #accounts = new Map<Packed, Accessed>()

  /** Notes an account by its packed address. */
  record(address: Packed, bytes: Uint8Array): void {
    if (!this.#accounts.has(address)) this.#accounts.set(address, { bytes, slots: new Set() })
  }

  recordSlot(address: Packed, bytes: Uint8Array, slot: Packed): void {
    this.record(address, bytes)
    this.#accounts.get(address)?.slots.add(slot)
  }

  /** Returns what was accessed between two states. */
  between(before: StateTree, after: MutableState): Map<Packed, Access> {
    const accesses = new Map<Packed, Access>()
    for (const [address, { bytes, slots }] of this.#accounts) {
      const was = before.account(bytes)
      const { balance = 0n, nonce = 0n, code = none } = after.fieldsOf(address) ?? {}
      const codeBefore = was === undefined ? none : before.code(bytes)
      const values = new Map<Packed, Packed | undefined>()
      for (const slot of slots) {
        const value = after.slot(address, slot)
        const isRead = value === packTrimmed(before.storage(bytes, unpack(slot)))
        values.set(slot, isRead ? undefined : value)
      }
      accesses.set(address, {
        slots: values,
        ...(balance !== (was?.balance ?? 0n) && { balance }),
        ...(nonce !== (was?.nonce ?? 0n) && { nonce }),
        ...(!equalBytes(code, codeBefore) && { code }),
      })
    }
    return accesses
  }

  // What EthereumJS and the protocol's own calls report.

  override addAddress(address: Hex): void {
    this.#recordHex(address)
  }

  override addStorageRead(address: Hex, slot: Uint8Array): void {
    const bytes = hexToBytes(address)
    this.recordSlot(pack(bytes), bytes, pack(setLengthLeft(slot, 32)))
  }

  override addStorageWrite(address: Hex, slot: Uint8Array): void {
    this.addStorageRead(address, slot)
  }

  override addBalanceChange(address: Hex): void {
    this.#recordHex(address)
  }

  override addNonceChange(address: Hex): void {
    this.#recordHex(address)
  }

  override addCodeChange(address: Hex): void {
    this.#recordHex(address)
  }

  override checkpoint(): void {}

  override commit(): void {}

  override revert(): void {}

  override cleanupNetZeroBalanceChanges(): void {}

  override cleanupSelfdestructed(): void {}

  #recordHex(address: Hex): void {
    const bytes = hexToBytes(address)
    this.record(pack(bytes), bytes)
  }
}
