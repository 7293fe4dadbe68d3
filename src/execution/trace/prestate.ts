import { bytesToHex, equalBytes, type Hex } from '../../lib/hex.ts'
import type { TracedState } from './tracer.ts'

/** An account, as far as it is told. */
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
