import { bytesToHex, equalBytes, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { isDelegation } from '../authorizations.ts'
import { createAddress } from '../rules/receipt.ts'
import { addressOf, type Budget, createdAddress } from './frames.ts'
import { isCall, looksAtAccount, opcodes } from './instruction.ts'
import type { Access, TracedState, TracedTransaction, Tracer } from './tracer.ts'

/** An account, as far as it was traced. */
export interface TracedAccount {
  /** Wei. */
  readonly balance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
  /** 32 bytes; none without code. Zero where code has gone. */
  readonly codeHash?: Uint8Array | undefined
  readonly storage: Map<Hex, Uint8Array>
}

/** Accounts by address. */
export type Prestate = Map<Hex, TracedAccount>

const zeroWord = new Uint8Array(32)

/** An account without its storage. */
export function readAccount(
  state: TracedState,
  address: Uint8Array,
  { disableCode = false }: { disableCode?: boolean | undefined },
): TracedAccount {
  const { balance = 0n, nonce = 0n, codeHash } = state.readAccount(address) ?? {}
  const code = state.readCode(address)
  const hasCode = code.length > 0
  return {
    balance,
    nonce,
    code: hasCode && !disableCode ? code : undefined,
    codeHash: hasCode ? codeHash : undefined,
    storage: new Map(),
  }
}

/** Whether there is nothing at all of an account. */
export function isEmpty({ balance, nonce, codeHash }: TracedAccount): boolean {
  return balance === 0n && nonce === 0n && codeHash === undefined
}

/**
 * What has changed in an account; nothing when nothing has. Slots that are the same or were not
 * there are taken out of `before`.
 */
export function changesOf(
  before: TracedAccount,
  after: TracedAccount,
  readSlot: (slot: Hex) => Uint8Array,
): TracedAccount | undefined {
  const storage = changedSlots(before, readSlot)
  const isCodeNew = !same(before.codeHash, after.codeHash)
  const isCodeTold = before.code !== undefined || after.code !== undefined
  const changes = {
    balance: after.balance === before.balance ? undefined : after.balance,
    nonce: after.nonce === before.nonce ? undefined : after.nonce,
    code: isCodeNew && isCodeTold ? (after.code ?? new Uint8Array()) : undefined,
    codeHash: isCodeNew ? (after.codeHash ?? zeroWord) : undefined,
  }
  const isChanged = Object.values(changes).some((change) => change !== undefined)
  return isChanged || storage.isChanged ? { ...changes, storage: storage.after } : undefined
}

function changedSlots(
  { storage }: TracedAccount,
  readSlot: (slot: Hex) => Uint8Array,
): { isChanged: boolean; after: Map<Hex, Uint8Array> } {
  const after = new Map<Hex, Uint8Array>()
  let isChanged = false
  for (const [slot, before] of [...storage]) {
    const value = readSlot(slot)
    const isSame = equalBytes(before, value)
    if (isSame || isZero(before)) storage.delete(slot)
    if (isSame) continue
    isChanged = true
    if (!isZero(value)) after.set(slot, value)
  }
  return { isChanged, after }
}

function isZero(word: Uint8Array): boolean {
  return equalBytes(word, zeroWord)
}

function same(left: Uint8Array | undefined, right: Uint8Array | undefined): boolean {
  return bytesToHex(left ?? zeroWord) === bytesToHex(right ?? zeroWord)
}

export interface PrestateTracerOptions {
  /** Tells only what has changed, before and after. */
  readonly diffMode?: boolean | undefined
  readonly disableCode?: boolean | undefined
  readonly disableStorage?: boolean | undefined
  /** Tells accounts that were not there, too. Not together with `diffMode`. */
  readonly includeEmpty?: boolean | undefined
}

export interface PrestateResult {
  readonly pre: Prestate
  /** Changed fields of changed accounts; only in `diffMode`. */
  readonly post: Prestate | undefined
}

/** Characters of an account and of a slot in an answer, without the code. */
const accountLength = 250
const slotLength = 140

/** More init code than any fork allows; what is longer fails before it is hashed. */
const maxInitCode = 2n ** 20n

/**
 * Tells the accounts and slots that a transaction reads or writes, as they were before it, or with
 * `diffMode` those that it changes, before and after: geth's `prestateTracer`.
 */
export function prestateTracer(
  options: PrestateTracerOptions,
  budget: Budget,
): Tracer<PrestateResult> {
  const { diffMode = false, disableStorage = false, includeEmpty = false } = options
  const pre: Prestate = new Map()
  const post: Prestate = new Map()
  const created = new Set<Hex>()
  const destroyed = new Set<Hex>()
  /** Takes back what the last access has added. */
  let undo: (() => void)[] = []
  let current: TracedTransaction | undefined

  function transaction(): TracedTransaction {
    if (current === undefined) throw new Error('the trace has not started')
    return current
  }

  function lookUp(address: Uint8Array): TracedAccount {
    const key = bytesToHex(address)
    const known = pre.get(key)
    if (known !== undefined) return known
    const account = readAccount(transaction().state, address, options)
    budget.spend(accountLength + 2 * (account.code?.length ?? 0))
    pre.set(key, account)
    undo.push(() => pre.delete(key))
    return account
  }

  /** The account, and the one whose code it runs instead of its own (EIP-7702). */
  function lookUpCallee(address: Uint8Array): void {
    lookUp(address)
    const code = transaction().state.readCode(address)
    if (isDelegation(code)) lookUp(code.slice(3))
  }

  function lookUpSlot(address: Uint8Array, item: bigint): void {
    if (disableStorage) return
    const { storage } = lookUp(address)
    const slot = numberToBytes(item, 32)
    const key = bytesToHex(slot)
    if (storage.has(key)) return
    budget.spend(slotLength)
    storage.set(key, transaction().state.readStorage(address, slot))
    undo.push(() => storage.delete(key))
  }

  function lookUpCreated(address: Uint8Array): void {
    lookUp(address)
    created.add(bytesToHex(address))
  }

  function lookUpCreation(access: Access): void {
    const { opcode, address, height } = access
    if (opcode === opcodes.create) {
      const { nonce = 0n } = transaction().state.readAccount(address) ?? {}
      lookUpCreated(createAddress(address, nonce))
    } else if (height >= 4 && access.item(2) <= maxInitCode) {
      const input = access.readMemory(access.item(1), access.item(2))
      const salt = numberToBytes(access.item(3), 32)
      lookUpCreated(createdAddress(address, { nonce: 0n, salt, input }))
    }
  }

  function markDestroyed(address: Uint8Array): void {
    const key = bytesToHex(address)
    if (transaction().keepsDestroyed && !created.has(key)) return
    destroyed.add(key)
    undo.push(() => destroyed.delete(key))
  }

  function compare(): void {
    const { state } = transaction()
    for (const [key, before] of [...pre]) {
      if (destroyed.has(key)) continue
      const address = hexToBytes(key)
      const after = readAccount(state, address, options)
      const readSlot = (slot: Hex) => state.readStorage(address, hexToBytes(slot))
      const changes = changesOf(before, after, readSlot)
      if (changes === undefined) pre.delete(key)
      else post.set(key, changes)
    }
  }

  return {
    start: (started) => {
      current = started
      const { from, to, payees, authorities, state } = started
      lookUp(from)
      if (to !== undefined) lookUpCallee(to)
      else lookUpCreated(createAddress(from, state.readAccount(from)?.nonce ?? 0n))
      for (const payee of payees) lookUp(payee)
      for (const authority of authorities) lookUp(authority)
    },
    access: (access) => {
      const { opcode, address, height } = access
      undo = []
      if (opcode === opcodes.create || opcode === opcodes.create2) {
        lookUpCreation(access)
      } else if (height === 0) {
        return
      } else if (opcode === opcodes.sload || opcode === opcodes.sstore) {
        lookUpSlot(address, access.item(0))
      } else if (looksAtAccount(opcode)) {
        lookUp(addressOf(access.item(0)))
        if (opcode === opcodes.selfDestruct) markDestroyed(address)
      } else if (isCall(opcode) && height >= 5) {
        lookUpCallee(addressOf(access.item(1)))
      }
    },
    denied: () => {
      for (const takeBack of undo) takeBack()
    },
    end: () => {
      if (diffMode) compare()
      if (includeEmpty) return
      for (const [key, account] of pre) if (isEmpty(account)) pre.delete(key)
    },
    result: () => ({ pre, post: diffMode ? post : undefined }),
  }
}
