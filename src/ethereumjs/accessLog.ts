import { BlockLevelAccessList, setLengthLeft } from '@ethereumjs/util'
import { bytesToHex, equalBytes, type Hex, hexToBytes } from '../lib/hex.ts'
import { type Packed, pack, packTrimmed, unpack } from '../state/trie/packed.ts'
import type { Accesses } from '../types/execution.ts'
import type { MutableState, StateTree } from '../types/state.ts'

type Access = Accesses[Hex]

const none = new Uint8Array()

/** Hex digits of whole bytes; none for zero. */
function digitsOf(value: bigint): Hex {
  if (value === 0n) return '0x'
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

/** A slot without the zeros in front. */
function trimmed(slot: Packed): Packed {
  let start = 0
  while (start < slot.length && slot.charCodeAt(start) === 0) start++
  return slot.slice(start)
}

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

  /** Returns what was accessed between two states, all at index 0, as EthereumJS's list would have it. */
  between(before: StateTree, after: MutableState): Accesses {
    const accesses: Accesses = {}
    for (const [packed, { bytes, slots }] of this.#accounts) {
      const was = before.account(bytes)
      const is = after.fieldsOf(packed)
      const balance = is?.balance ?? 0n
      const nonce = is?.nonce ?? 0n
      const code = is?.code ?? none
      const access: Access = {
        storageChanges: {},
        storageReads: new Set(),
        balanceChanges: new Map(),
        nonceChanges: new Map(),
        codeChanges: [],
      }
      if (balance !== (was?.balance ?? 0n)) access.balanceChanges.set(0, digitsOf(balance))
      if (nonce !== (was?.nonce ?? 0n)) access.nonceChanges.set(0, digitsOf(nonce))
      if (!equalBytes(code, was === undefined ? none : before.code(bytes))) {
        access.codeChanges.push([0, code])
      }
      for (const slot of slots) {
        const key = bytesToHex(unpack(trimmed(slot)))
        const value = after.slot(packed, slot)
        if (value === packTrimmed(before.storage(bytes, unpack(slot)))) {
          access.storageReads.add(key)
        } else {
          access.storageChanges[key] = [[0, unpack(value)]]
        }
      }
      accesses[bytesToHex(bytes)] = access
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
