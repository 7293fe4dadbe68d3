import type { EVM } from '@ethereumjs/evm'
import { type Packed, unpack } from '../../state/trie/packed.ts'
import type { MutableState } from '../../types/state.ts'
import type { AccountFacts, AddressId } from '../../wasm/interpreter/addressIds.ts'
import type { Core } from '../../wasm/interpreter/core.ts'
import {
  slotAccountAt,
  slotBytes,
  slotFlagsAt,
  slotIsWarm,
  slotIsWritten,
  slotOriginalAt,
  slotReadAt,
  slotValueAt,
  slotWasWarm,
} from '../../wasm/interpreter/layout.ts'
import { AccessLog } from '../accessLog.ts'
import { insideOfJournal } from '../privateMembers.ts'

/** A slot that the core has been given. */
interface LoadedSlot {
  readonly account: AddressId
  /** Its number. */
  readonly packed: Packed
}

const none = new Uint8Array()

/**
 * The state and the journal of an EVM as opcodes see them, without promises: what EthereumJS declares
 * asynchronous is done here when the call comes back.
 */
export class HostState {
  readonly #evm: EVM
  readonly #state: MutableState
  readonly #core: Core
  readonly #journal: ReturnType<typeof insideOfJournal>
  readonly #hasTransient: boolean
  /** Whose the facts about accounts are that hold. */
  #owner = {}
  /** Loaded slots by the places of their entries, transient ones among them. */
  #loaded: LoadedSlot[] = []
  /** Gets what is accessed, where blocks have lists of that. */
  #accesses: AccessLog | undefined
  /** Calls that have begun without a mark, since nothing has changed since. */
  #unmarked = 0

  /** `hasTransient`: whether there is transient storage (EIP-1153). */
  constructor(evm: EVM, state: MutableState, core: Core, hasTransient: boolean) {
    this.#evm = evm
    this.#state = state
    this.#core = core
    this.#journal = insideOfJournal(evm)
    this.#hasTransient = hasTransient
    this.renew()
  }

  /** Begins another execution, of which nothing is known. */
  renew(): void {
    this.forget()
    this.#loaded = []
    this.#unmarked = 0
    const { blockLevelAccessList } = this.#evm
    this.#accesses = blockLevelAccessList instanceof AccessLog ? blockLevelAccessList : undefined
  }

  get state(): MutableState {
    return this.#state
  }

  /** What is known of the account. */
  factsOf(account: AddressId): AccountFacts {
    const { facts } = account
    if (facts !== undefined && facts.owner === this.#owner) return facts
    account.facts = {
      owner: this.#owner,
      isPrecompile: this.#evm.precompiles.has(account.digits),
      code: undefined,
      isWarm: false,
      isTouched: false,
      isRecorded: this.#accesses === undefined,
    }
    return account.facts
  }

  /** Notes that the account has been accessed, for which the code has paid (EIP-7928). */
  record(account: AddressId): void {
    const facts = this.factsOf(account)
    if (facts.isRecorded) return
    facts.isRecorded = true
    this.#accesses?.record(account.packed)
  }

  /** Notes these slots, of calls that failed too (EIP-7928). */
  recordSlots(start: number, end: number): void {
    if (this.#accesses === undefined) return
    const view = this.#core.view()
    for (let entry = start; entry < end; entry += slotBytes) {
      const loaded = this.#loaded[this.#place(entry)]
      if (loaded === undefined || view.getUint32(entry + slotReadAt, true) === 0) continue
      this.#accesses.recordSlot(loaded.account.packed, loaded.packed)
    }
  }

  /** Makes the account warm, and says whether it was (EIP-2929). */
  warm(account: AddressId): boolean {
    const facts = this.factsOf(account)
    if (facts.isWarm) return true
    facts.isWarm = true
    const { bytes, digits } = account
    const { journal, alwaysWarmJournal } = this.#journal
    if (journal.has(digits) || alwaysWarmJournal.has(digits)) return true
    this.mark()
    this.#evm.journal.addWarmedAddress(bytes)
    return false
  }

  /** Notes that the account has been called (EIP-161). */
  touch(account: AddressId): void {
    const facts = this.factsOf(account)
    if (facts.isTouched) return
    facts.isTouched = true
    const { digits } = account
    if (this.#journal.touched.has(digits)) return
    this.mark()
    this.#journal.touchAccount(digits)
  }

  /** The code of an account. */
  codeOf(account: AddressId): Uint8Array {
    const facts = this.factsOf(account)
    // Reading it from the state takes long.
    facts.code ??= this.#state.fieldsOf(account.packed)?.code ?? none
    return facts.code
  }

  /** Wei. */
  balanceOf(account: AddressId): bigint {
    return this.#state.fieldsOf(account.packed)?.balance ?? 0n
  }

  /** Whether there is no such account, or nothing on it (EIP-161). */
  isEmpty(account: AddressId): boolean {
    const known = this.#state.fieldsOf(account.packed)
    if (known === undefined) return true
    return known.nonce === 0n && known.balance === 0n && this.codeOf(account).length === 0
  }

  /** Moves wei that the sender has. An account that gets nothing is made, too, if it is not there. */
  move(from: AddressId, to: AddressId, value: bigint): void {
    if (value === 0n && this.#state.fieldsOf(to.packed) !== undefined) return
    this.mark()
    this.#state.writeAccount(from.bytes, { balance: this.balanceOf(from) - value })
    this.#state.writeAccount(to.bytes, { balance: this.balanceOf(to) + value })
  }

  /** Must be called when other code may have changed accounts. */
  forget(): void {
    this.#owner = {}
  }

  /** Begins a call; what changes from now on is undone when it fails. */
  begin(): void {
    this.#unmarked++
  }

  /** Marks where the calls that have begun are undone to: something is about to change. */
  mark(): void {
    for (; this.#unmarked > 0; this.#unmarked--) {
      void this.#evm.journal.checkpoint()
      if (this.#hasTransient) this.#evm.transientStorage.checkpoint()
    }
  }

  /** Ends a call: what it has changed stays. */
  keep(): void {
    if (this.#endUnmarked()) return
    void this.#evm.journal.commit()
    if (this.#hasTransient) this.#evm.transientStorage.commit()
  }

  /** Ends a call that has failed: what it has changed is as before. */
  undo(): void {
    if (this.#endUnmarked()) return
    this.forget()
    void this.#evm.journal.revert()
    if (this.#hasTransient) this.#evm.transientStorage.revert()
  }

  /** Fills the core's entry for a slot that it has not seen; gives whether it held another value when the transaction began. */
  loadSlot(entry: number): boolean {
    const core = this.#core
    const account = core.addressIds.numbered(core.view().getUint32(entry + slotAccountAt, true))
    const { packed } = core.wordAt(entry)
    this.#loaded[this.#place(entry)] = { account, packed }
    const value = this.#state.slot(account.packed, packed)
    const original = this.#state.originalSlot(account.packed, packed, value)
    const hasChanged = original !== value
    core.writeSlotWord(entry + slotValueAt, value)
    if (hasChanged) core.writeSlotWord(entry + slotOriginalAt, original)
    if (this.#isWarm(account, packed)) {
      core.view().setUint32(entry + slotFlagsAt, slotIsWarm | slotWasWarm, true)
    }
    return hasChanged
  }

  /** Puts what the core has written to these slots into the state, and what it has warmed into the journal. */
  takeSlots(start: number, end: number): void {
    const core = this.#core
    for (let entry = start; entry < end; entry += slotBytes) {
      const loaded = this.#loaded[this.#place(entry)]
      // A transient one.
      if (loaded === undefined) continue
      const { account, packed } = loaded
      const flags = core.view().getUint32(entry + slotFlagsAt, true)
      if ((flags & slotIsWritten) !== 0) {
        this.#state.setSlot(account.packed, packed, core.slotValue(entry))
      }
      if ((flags & slotIsWarm) !== 0 && (flags & slotWasWarm) === 0) {
        if (this.#journal.addWarmSlot !== undefined) {
          this.#journal.addWarmSlot(account.digits, packed)
        } else {
          this.#evm.journal.addWarmedStorage(account.bytes, unpack(packed))
        }
      }
    }
  }

  #isWarm({ bytes, digits }: AddressId, slot: Packed): boolean {
    return (
      this.#journal.isWarmSlot?.(digits, slot) ??
      this.#evm.journal.isWarmedStorage(bytes, unpack(slot))
    )
  }

  /** Which of the slots an entry is for. */
  #place(entry: number): number {
    return (entry - this.#core.slots) / slotBytes
  }

  /** Whether the innermost call had no mark, and needs none any more. */
  #endUnmarked(): boolean {
    if (this.#unmarked === 0) return false
    this.#unmarked--
    return true
  }
}
