import type { EVM } from '@ethereumjs/evm'
import type { MutableState } from '../../types/state.ts'
import type { AccountName, AccountNote } from '../../wasm/interpreter/addressIds.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import {
  slotAccountAt,
  slotBytes,
  slotFlagsAt,
  slotIsWarm,
  slotIsWritten,
  slotOriginalAt,
  slotValueAt,
  slotWasWarm,
  transientBit,
  wordBytes,
} from '../../wasm/interpreter/layout.ts'
import { insideOfJournal } from './ethereumjs.ts'

/**
 * The state and the journal of an EVM as opcodes see them, without promises: what EthereumJS declares
 * asynchronous is done here when the call comes back.
 */
export class World {
  readonly #evm: EVM
  readonly #state: MutableState
  readonly #core: Core
  readonly #journal: ReturnType<typeof insideOfJournal>
  readonly #hasTransient: boolean
  /** Whose the notes of accounts are that hold. */
  #owner = {}
  /** Calls that have begun without a checkpoint, since nothing has changed since. */
  #pending = 0

  constructor(evm: EVM, state: MutableState, core: Core) {
    const { common } = evm
    this.#evm = evm
    this.#state = state
    this.#core = core
    this.#journal = insideOfJournal(evm)
    this.#hasTransient = common.isActivatedEIP(1153)
  }

  get state(): MutableState {
    return this.#state
  }

  /** What is known of the account. */
  noteOf(name: AccountName): AccountNote {
    const { note } = name
    if (note !== undefined && note.owner === this.#owner) return note
    name.note = {
      owner: this.#owner,
      isPrecompile: this.#evm.precompiles.has(name.digits),
      code: undefined,
      isWarm: false,
      isTouched: false,
    }
    return name.note
  }

  /** Makes the account warm, and says whether it was (EIP-2929). */
  warm(name: AccountName): boolean {
    const note = this.noteOf(name)
    if (note.isWarm) return true
    note.isWarm = true
    const { bytes, digits } = name
    const { journal, alwaysWarmJournal } = this.#journal
    if (journal.has(digits) || alwaysWarmJournal.has(digits)) return true
    this.checkpoint()
    this.#evm.journal.addWarmedAddress(bytes)
    return false
  }

  /** Notes that the account has been called (EIP-161). */
  touch(name: AccountName): void {
    const note = this.noteOf(name)
    if (note.isTouched) return
    note.isTouched = true
    const { digits } = name
    if (this.#journal.touched.has(digits)) return
    this.checkpoint()
    this.#journal.touchAccount(digits)
  }

  /** The code of an account. */
  codeOf(name: AccountName): Uint8Array {
    const note = this.noteOf(name)
    // Reading it from the state takes long.
    note.code ??= this.#state.readCode(name.bytes)
    return note.code
  }

  /** Wei. */
  balanceOf(name: AccountName): bigint {
    return this.#state.readAccount(name.bytes)?.balance ?? 0n
  }

  /** Whether there is no such account, or nothing on it (EIP-161). */
  isEmpty(name: AccountName): boolean {
    const account = this.#state.readAccount(name.bytes)
    if (account === undefined) return true
    return account.nonce === 0n && account.balance === 0n && this.codeOf(name).length === 0
  }

  /** Moves wei that the sender has. An account that gets nothing is made, too, if it is not there. */
  move(from: AccountName, to: AccountName, value: bigint): void {
    if (value === 0n && this.#state.readAccount(to.bytes) !== undefined) return
    this.checkpoint()
    this.#state.writeAccount(from.bytes, { balance: this.balanceOf(from) - value })
    this.#state.writeAccount(to.bytes, { balance: this.balanceOf(to) + value })
  }

  /** To be told when others can have changed accounts. */
  forget(): void {
    this.#owner = {}
  }

  /** Begins a call; what changes from now on is undone when it fails. */
  begin(): void {
    this.#pending++
  }

  /** Takes the checkpoints of the calls that have begun: something is about to change. */
  checkpoint(): void {
    for (; this.#pending > 0; this.#pending--) {
      void this.#evm.journal.checkpoint()
      if (this.#hasTransient) this.#evm.transientStorage.checkpoint()
    }
  }

  commit(): void {
    if (this.#endPending()) return
    void this.#evm.journal.commit()
    if (this.#hasTransient) this.#evm.transientStorage.commit()
  }

  revert(): void {
    if (this.#endPending()) return
    this.forget()
    void this.#evm.journal.revert()
    if (this.#hasTransient) this.#evm.transientStorage.revert()
  }

  /** Fills the core's entry for a slot that it has not seen. */
  loadSlot(entry: number): void {
    const core = this.#core
    const { bytes } = core.names.numbered(core.view().getUint32(entry + slotAccountAt, true))
    const slot = core.readWordBytes(entry, wordBytes)
    core.writeWordBytes(entry + slotValueAt, this.#state.readStorage(bytes, slot))
    core.writeWordBytes(entry + slotOriginalAt, this.#state.readOriginal(bytes, slot))
    if (this.#evm.journal.isWarmedStorage(bytes, slot)) {
      core.view().setUint32(entry + slotFlagsAt, slotIsWarm | slotWasWarm, true)
    }
  }

  /** Puts what the core has written to these slots into the state, and what it has warmed into the journal. */
  takeSlots(start: number, end: number): void {
    const { names } = this.#core
    for (let entry = start; entry < end; entry += slotBytes) {
      const view = this.#core.view()
      const account = view.getUint32(entry + slotAccountAt, true)
      if ((account & transientBit) !== 0) continue
      const flags = view.getUint32(entry + slotFlagsAt, true)
      const { bytes } = names.numbered(account)
      const slot = this.#core.readWordBytes(entry, wordBytes)
      if ((flags & slotIsWritten) !== 0) {
        const value = this.#core.readWordBytes(entry + slotValueAt, wordBytes)
        this.#state.writeStorage(bytes, slot, value)
      }
      if ((flags & slotIsWarm) !== 0 && (flags & slotWasWarm) === 0) {
        this.#evm.journal.addWarmedStorage(bytes, slot)
      }
    }
  }

  /** Whether the innermost call had no checkpoint, and needs none any more. */
  #endPending(): boolean {
    if (this.#pending === 0) return false
    this.#pending--
    return true
  }
}
