import type { PrestateResult, TracedAccount } from '../../execution/trace/prestateTracer.ts'

import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'

/** What became of a value: Parity's signs for the same, come, gone and another. */
type Delta =
  | '='
  | { readonly '+': Hex }
  | { readonly '-': Hex }
  | { readonly '*': { readonly from: Hex; readonly to: Hex } }

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/** The changed accounts of a transaction in Parity's format: a sign before each value. */
export function formatStateDiff({ pre, post }: PrestateResult) {
  const addresses = new Set([...pre.keys(), ...(post?.keys() ?? [])])
  return Object.fromEntries(
    [...addresses].map((address) => [address, formatDiff(pre.get(address), post?.get(address))]),
  )
}

function formatDiff(before: TracedAccount | undefined, after: TracedAccount | undefined) {
  if (before === undefined) return formatWhole(after, (value) => ({ '+': value }))
  if (after === undefined) return formatWhole(before, (value) => ({ '-': value }))
  const [old, now] = [values(before), values(after)]
  return {
    balance: after.balance === undefined ? '=' : changed(old.balance, now.balance),
    code: after.code === undefined ? '=' : changed(old.code, now.code),
    nonce: after.nonce === undefined ? '=' : changed(old.nonce, now.nonce),
    storage: formatSlots(before.storage, after.storage),
  }
}

/** All of an account that has come or gone. */
function formatWhole(account: TracedAccount | undefined, sign: (value: Hex) => Delta) {
  const { balance, code, nonce } = values(account)
  const slots = [...(account?.storage ?? [])].map(([slot, value]) => [
    slot,
    sign(bytesToHex(value)),
  ])
  return {
    balance: sign(balance),
    code: sign(code),
    nonce: sign(nonce),
    storage: Object.fromEntries(slots) as Readonly<Record<Hex, Delta>>,
  }
}

function values(account: Partial<TracedAccount> | undefined) {
  const { balance = 0n, nonce = 0n, code = new Uint8Array() } = account ?? {}
  return { balance: quantity(balance), nonce: quantity(nonce), code: bytesToHex(code) }
}

function changed(from: Hex, to: Hex): Delta {
  return { '*': { from, to } }
}

/** A slot of an account that stays has a value before and after, be it zero. */
function formatSlots(
  before: TracedAccount['storage'],
  after: TracedAccount['storage'],
): Readonly<Record<Hex, Delta>> {
  const at = (slots: TracedAccount['storage'], slot: Hex) => {
    const value = slots.get(slot)
    return value === undefined ? zeroWord : bytesToHex(value)
  }
  const slots = new Set([...before.keys(), ...after.keys()])
  return Object.fromEntries(
    [...slots].map((slot) => [slot, changed(at(before, slot), at(after, slot))]),
  )
}
