import type { Common } from '@ethereumjs/common'
import type { EVM } from '@ethereumjs/evm'
import { type Account, Address } from '@ethereumjs/util'
import { digitsOf, digitsOfPacked, hexToBytes } from '../lib/hex.ts'

import { Memo } from '../lib/memo.ts'
import { type Packed, pack, unpack } from '../state/trie/packed.ts'
import type { MutableState } from '../types/state.ts'
import { replaceJournal } from './privateMembers.ts'
import { SharedCommon } from './protocol/sharedCommon.ts'

/** An account that stays touched when the call that has touched it fails, as on mainnet: RIPEMD-160's. */
const alwaysTouched = '0000000000000000000000000000000000000003'

/** What to take back when a call fails: a warm slot, a warm address, or that an address was touched. */
type Note =
  | { readonly address: string; readonly slot: string }
  | { readonly warm: string }
  | { readonly touched: string }

const none: ReadonlySet<string> = new Set()

/** Packed addresses by their digits: the same ones are touched repeatedly. */
const addresses = new Memo<Packed>(10_000)

const packDigits = (digits: string) => pack(hexToBytes(digits))

/** Addresses up to 0xffff. */
const ofPrecompile = /^0{36}/

/**
 * What a transaction has made warm (EIP-2929) and touched (EIP-161). It does what EthereumJS's journal
 * does, which makes a set for each warm address and ten more for each call. Addresses are 40 hex
 * digits, slots 64.
 */
export class WarmJournal {
  /** Warm addresses and slots of the transaction's calls. */
  journal = new Map<string, Set<string>>()
  touched = new Set<string>()
  /** What is warm from the start, whatever fails. */
  readonly alwaysWarmJournal = { has: (address: string) => this.#isAlwaysWarm(address) }
  #alwaysWarm: ReadonlySet<string> = none
  /** No set where no slot is. */
  #alwaysWarmSlots = new Map<string, Set<string> | undefined>()
  readonly #state: MutableState
  readonly #removesEmpty: boolean
  readonly #hasColdPrecompiles: boolean
  readonly #notes: Note[] = []
  readonly #checkpoints: number[] = []

  constructor(state: MutableState, common: Common) {
    this.#state = state
    this.#removesEmpty = common.gteHardfork('spuriousDragon')
    const extension = common instanceof SharedCommon ? common.extension : undefined
    this.#hasColdPrecompiles = extension?.hasColdPrecompiles ?? false
  }

  putAccount(address: Address, account: Account | undefined): Promise<void> {
    this.touchAddress(address)
    return this.#state.putAccount(address, account)
  }

  deleteAccount(address: Address): Promise<void> {
    this.touchAddress(address)
    return this.#state.deleteAccount(address)
  }

  touchAddress(address: Address): void {
    this.touchAccount(digitsOf(address.bytes))
  }

  touchAccount(address: string): void {
    if (this.touched.has(address)) return
    this.touched.add(address)
    this.#note({ touched: address })
  }

  checkpoint(): Promise<void> {
    this.#checkpoints.push(this.#notes.length)
    return this.#state.checkpoint()
  }

  commit(): Promise<void> {
    this.#checkpoints.pop()
    if (this.#checkpoints.length === 0) clear(this.#notes)
    return this.#state.commit()
  }

  revert(): Promise<void> {
    const position = this.#checkpoints.pop() ?? 0
    while (this.#notes.length > position) this.#takeBack(this.#notes.pop() as Note)
    return this.#state.revert()
  }

  /** Forgets everything. */
  cleanJournal(): void {
    // Not cleared: a map that is, again and again, keeps what it held until all memory is collected.
    if (this.journal.size > 0) this.journal = new Map()
    if (this.touched.size > 0) this.touched = new Set()
    if (this.#alwaysWarmSlots.size > 0) this.#alwaysWarmSlots = new Map()
    this.#alwaysWarm = none
    clear(this.#notes)
    clear(this.#checkpoints)
  }

  /** Removes touched accounts that are empty, and forgets everything. */
  async cleanup(): Promise<void> {
    this.removeEmpty()
    this.cleanJournal()
  }

  /** Removes touched accounts that are empty (EIP-161). */
  removeEmpty(): void {
    if (!this.#removesEmpty) return
    for (const digits of this.touched) {
      const address = addresses.get(digits, packDigits)
      // It is done when the call comes back.
      if (this.#isEmpty(address)) void this.#state.deleteAccount(new Address(unpack(address)))
    }
  }

  /** Precompiles are warm from the start, where the network has it so. */
  warmPrecompiles(precompiles: ReadonlySet<string>): void {
    if (!this.#hasColdPrecompiles) this.#alwaysWarm = precompiles
  }

  /** Adds an address, with or without `0x`. `isListed`: by the transaction itself (EIP-2930). */
  addAlwaysWarmAddress(address: string, isListed = false): void {
    const digits = withoutPrefix(address)
    if (this.#hasColdPrecompiles && !isListed && ofPrecompile.test(digits)) return
    if (!this.#isAlwaysWarm(digits)) this.#alwaysWarmSlots.set(digits, undefined)
  }

  /** Adds a slot; the address is with or without `0x`. */
  addAlwaysWarmSlot(address: string, slot: string): void {
    const digits = withoutPrefix(address)
    const slots = this.#alwaysWarmSlots.get(digits) ?? new Set()
    this.#alwaysWarmSlots.set(digits, slots.add(withoutPrefix(slot)))
  }

  isWarmedAddress(address: Uint8Array): boolean {
    const digits = digitsOf(address)
    return this.journal.has(digits) || this.#isAlwaysWarm(digits)
  }

  addWarmedAddress(address: Uint8Array): void {
    this.#slotsOf(digitsOf(address))
  }

  isWarmedStorage(address: Uint8Array, slot: Uint8Array): boolean {
    return this.isWarmSlot(digitsOf(address), pack(slot))
  }

  /** Returns whether a slot is warm, by the digits of the address and the packed slot. */
  isWarmSlot(address: string, slot: Packed): boolean {
    const slots = this.journal.get(address) ?? none
    const alwaysWarm = this.#alwaysWarmSlots.get(address) ?? none
    if (slots.size === 0 && alwaysWarm.size === 0) return false
    const digits = digitsOfPacked(slot)
    return slots.has(digits) || alwaysWarm.has(digits)
  }

  addWarmedStorage(address: Uint8Array, slot: Uint8Array): void {
    this.addWarmSlot(digitsOf(address), pack(slot))
  }

  /** Warms a slot, by the digits of the address and the packed slot. */
  addWarmSlot(address: string, slot: Packed): void {
    const digits = digitsOfPacked(slot)
    const slots = this.#slotsOf(address)
    if (slots.has(digits)) return
    slots.add(digits)
    this.#note({ address, slot: digits })
  }

  #isAlwaysWarm(address: string): boolean {
    return this.#alwaysWarm.has(address) || this.#alwaysWarmSlots.has(address)
  }

  /** The warm slots of an address, which is warm from now on. */
  #slotsOf(address: string): Set<string> {
    const known = this.journal.get(address)
    if (known !== undefined) return known
    const slots = new Set<string>()
    this.journal.set(address, slots)
    this.#note({ warm: address })
    return slots
  }

  #note(note: Note): void {
    if (this.#checkpoints.length > 0) this.#notes.push(note)
  }

  #takeBack(note: Note): void {
    if ('slot' in note) this.journal.get(note.address)?.delete(note.slot)
    else if ('warm' in note) this.journal.delete(note.warm)
    else if (note.touched !== alwaysTouched) this.touched.delete(note.touched)
  }

  #isEmpty(address: Packed): boolean {
    const account = this.#state.fieldsOf(address)
    return (
      account === undefined ||
      (account.nonce === 0n && account.balance === 0n && account.code.length === 0)
    )
  }
}

/** Lets an EVM keep its journal so. Lists of what was accessed, which none asks for here, it does not make. */
export function installWarmJournal(evm: EVM, state: MutableState): WarmJournal {
  const journal = new WarmJournal(state, evm.common)
  replaceJournal(evm, journal)
  return journal
}

function withoutPrefix(hex: string): string {
  return hex.startsWith('0x') ? hex.slice(2) : hex
}

/** One by one: they are few, and to set the length is a call into the engine, whatever is in it. */
function clear(list: unknown[]): void {
  while (list.length > 0) list.pop()
}
