import { BlockLevelAccessList, setLengthLeft } from '@ethereumjs/util'
import { equalBytes, type Hex, hexToBytes } from '../lib/hex.ts'
import { type Packed, pack } from '../state/trie/packed.ts'
import type { Access } from '../types/execution.ts'
import type { MutableState, PlainAccount, StateTree } from '../types/state.ts'

const missing: PlainAccount = { balance: 0n, nonce: 0n, code: new Uint8Array() }

/**
 * What a part of a block accesses (EIP-7928): only where, as what has changed is seen in the end by comparing states.
 * So a call that fails takes nothing back. EthereumJS's own list, in whose place it stands, is copied at each call.
 */
export class AccessLog extends BlockLevelAccessList {
  /** The slots of each account, packed as its address is. */
  readonly #accounts = new Map<Packed, Set<Packed>>()

  /** Notes an account by its packed address. */
  record(address: Packed): void {
    if (!this.#accounts.has(address)) this.#accounts.set(address, new Set())
  }

  recordSlot(address: Packed, slot: Packed): void {
    this.record(address)
    this.#accounts.get(address)?.add(slot)
  }

  /** Returns what was accessed between two states. */
  between(before: StateTree, after: MutableState): Map<Packed, Access> {
    const accesses = new Map<Packed, Access>()
    // What is written answers packed bytes as they are.
    const state = before.fork()
    for (const [address, slots] of this.#accounts) {
      const was = state.fieldsOf(address) ?? missing
      const is = after.fieldsOf(address) ?? missing
      const values = new Map<Packed, Packed | undefined>()
      for (const slot of slots) {
        const value = after.slot(address, slot)
        values.set(slot, value === state.slot(address, slot) ? undefined : value)
      }
      accesses.set(address, {
        slots: values,
        balance: is.balance === was.balance ? undefined : is.balance,
        nonce: is.nonce === was.nonce ? undefined : is.nonce,
        code: is.code === was.code || equalBytes(is.code, was.code) ? undefined : is.code,
      })
    }
    return accesses
  }

  // What EthereumJS and the protocol's own calls report.

  override addAddress(address: Hex): void {
    this.#recordHex(address)
  }

  override addStorageRead(address: Hex, slot: Uint8Array): void {
    this.recordSlot(pack(hexToBytes(address)), pack(setLengthLeft(slot, 32)))
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
    this.record(pack(hexToBytes(address)))
  }
}
