import { BlockLevelAccessList, createBlockLevelAccessList } from '@ethereumjs/util'
import { bytesToHex, equalBytes, type Hex, hexToBytes } from '../lib/hex.ts'
import { type Packed, pack, unpack } from '../state/trie/packed.ts'
import type { Accesses } from '../types/execution.ts'
import type { MutableState, StateTree } from '../types/state.ts'

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

  /** Returns what was accessed between two states, all at index 0. */
  between(before: StateTree, after: MutableState): Accesses {
    const list = createBlockLevelAccessList()
    for (const { bytes, slots } of this.#accounts.values()) {
      const address = bytesToHex(bytes)
      list.addAddress(address)
      const was = before.account(bytes)
      const is = after.readAccount(bytes)
      const balance = is?.balance ?? 0n
      if (balance !== (was?.balance ?? 0n)) list.addBalanceChange(address, balance, 0)
      const nonce = is?.nonce ?? 0n
      if (nonce !== (was?.nonce ?? 0n)) list.addNonceChange(address, nonce, 0)
      const code = after.readCode(bytes)
      const codeBefore = before.code(bytes)
      if (!equalBytes(code, codeBefore)) list.addCodeChange(address, code, 0, codeBefore)
      for (const packed of slots) {
        const slot = unpack(packed)
        const value = after.readStorage(bytes, slot)
        list.addStorageWrite(address, slot, value, 0, before.storage(bytes, slot))
      }
    }
    return list.accesses
  }

  // What EthereumJS and the protocol's own calls report.

  override addAddress(address: Hex): void {
    this.#recordHex(address)
  }

  override addStorageRead(address: Hex, slot: Uint8Array): void {
    const bytes = hexToBytes(address)
    this.recordSlot(pack(bytes), bytes, pack(slot))
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
