// SLOAD, SSTORE, TLOAD and TSTORE with the gas rules since Berlin (EIP-2929 over EIP-2200).
import {
  accountAt, coldReadPrice, exitHost, exitOutOfGas, exitRefundExhausted, exitStackUnderflow, exitStaticState,
  initPrice, isStaticAt, cleanPrice, cleanRefundColdPrice, cleanRefundPrice, clearRefundPrice, dirtyPrice,
  coldWritePrice, gasAtWriteAt, initRefundColdPrice, initRefundPrice, newSlotPrice, noopPrice, refundAt, sentryPrice, slotFlagsAt,
  slotIsSeen, slotIsWarm, slotIsWritten, slotOriginalAt, slotReadAt, slotValueAt, stackAt, warmReadPrice,
} from '../layout'
import { baseGasOf } from './opcodeTable'
import { SLOAD, SSTORE } from './opcodes'
import { findSlot, note, transientBit } from './slots'
import { payFrom, refillTo } from './stateGas'
import { copyWord, isEqual, isZero } from './word'

const prices = memory.data((newSlotPrice + 1) * 8, 16)

/** Whether storage is here; else the host does it. */
let isStorageHere = false

export function setStorageHere(isHere: bool): void {
  isStorageHere = isHere
}

export function setPrice(index: i32, price: i32): void {
  store<i64>(prices + (usize(index) << 3), i64(price))
}

// @ts-ignore: decorator
@inline
function priceOf(index: i32): i64 {
  return load<i64>(prices + (usize(index) << 3))
}

/** Why the last of these opcodes has left, after it has given a negative amount of gas. */
export let storageExit: i32 = 0

function fail(exit: i32): i64 {
  storageExit = exit
  return -1
}

/**
 * Puts the value of the slot that stands at `at` in its place. Gives the gas that is left, negative where
 * `storageExit` says why nothing has been done.
 */
export function loadStorage(frame: usize, at: usize, gas: i64): i64 {
  if (!isStorageHere) return fail(exitHost)
  const entry = findSlot(load<u32>(frame, accountAt), at)
  if (entry == 0) return fail(exitHost)
  const flags = load<u32>(entry, slotFlagsAt)
  const isWarm = (flags & slotIsWarm) != 0
  gas -= baseGasOf(SLOAD) + priceOf(isWarm ? warmReadPrice : coldReadPrice)
  if (gas < 0) return fail(exitOutOfGas)
  store<u32>(entry, 1, slotReadAt)
  if (!isWarm || !(flags & slotIsSeen)) {
    note(entry)
    store<u32>(entry, flags | slotIsWarm | slotIsSeen, slotFlagsAt)
  }
  copyWord(at, entry + slotValueAt)
  return gas
}

/** Sets the slot on top of the stack at `sp` to the value below it. Gives what `loadStorage` gives. */
export function writeStorage(frame: usize, sp: usize, gas: i64): i64 {
  if (!isStorageHere) return fail(exitHost)
  if (load<u32>(frame, isStaticAt)) return fail(exitStaticState)
  if (sp - frame - stackAt < 64) return fail(exitStackUnderflow)
  const entry = findSlot(load<u32>(frame, accountAt), sp - 32)
  if (entry == 0) return fail(exitHost)
  if (gas <= priceOf(sentryPrice)) return fail(exitOutOfGas)
  store<u32>(entry, 1, slotReadAt)
  store<i64>(frame, gas, gasAtWriteAt)
  const refund = load<i64>(frame, refundAt)
  const change = refundOf(entry, sp - 64)
  if (refund + change < 0) {
    store<i64>(frame, 0, refundAt)
    return fail(exitRefundExhausted)
  }
  gas -= baseGasOf(SSTORE) + costOf(entry, sp - 64)
  const flags = load<u32>(entry, slotFlagsAt)
  if (!(flags & slotIsWarm)) gas -= priceOf(coldWritePrice)
  if (gas < 0) return fail(exitOutOfGas)
  const newSlot = priceOf(newSlotPrice)
  if (newSlot != 0) {
    gas = settleState(frame, entry, sp - 64, gas, newSlot)
    if (gas < 0) return fail(exitOutOfGas)
  }
  note(entry)
  store<i64>(frame, refund + change, refundAt)
  store<u32>(entry, flags | slotIsWarm | slotIsWritten | slotIsSeen, slotFlagsAt)
  copyWord(entry + slotValueAt, sp - 64)
  return gas
}

/** Pays for a slot that becomes new, or gives back what was paid for one that is gone again. Gives the gas left. */
function settleState(frame: usize, entry: usize, value: usize, gas: i64, price: i64): i64 {
  if (!isZero(entry + slotOriginalAt)) return gas
  const wasZero = isZero(entry + slotValueAt)
  if (wasZero == isZero(value)) return gas
  return wasZero ? payFrom(frame, gas, price) : refillTo(frame, gas, price)
}

/** Gas of a write, besides that of a slot that is cold. */
function costOf(entry: usize, value: usize): i64 {
  const current = entry + slotValueAt
  const original = entry + slotOriginalAt
  if (isEqual(current, value)) {
    const isWarm = load<u32>(entry, slotFlagsAt) & slotIsWarm
    return priceOf(isWarm ? warmReadPrice : noopPrice)
  }
  if (!isEqual(original, current)) return priceOf(dirtyPrice)
  return priceOf(isZero(original) ? initPrice : cleanPrice)
}

/** What a write adds to the gas that is given back in the end. */
function refundOf(entry: usize, value: usize): i64 {
  const current = entry + slotValueAt
  const original = entry + slotOriginalAt
  if (isEqual(current, value)) return 0
  const isNew = isZero(original)
  if (isEqual(original, current)) return !isNew && isZero(value) ? priceOf(clearRefundPrice) : 0
  let refund: i64 = 0
  if (!isNew && isZero(current)) refund -= priceOf(clearRefundPrice)
  else if (!isNew && isZero(value)) refund += priceOf(clearRefundPrice)
  if (isEqual(original, value)) {
    if (load<u32>(entry, slotFlagsAt) & slotIsWarm) {
      refund += priceOf(isNew ? initRefundPrice : cleanRefundPrice)
    } else {
      refund += priceOf(isNew ? initRefundColdPrice : cleanRefundColdPrice)
    }
  }
  return refund
}

/** Puts the value of the transient slot that stands at `at` in its place. Says whether it is here. */
export function loadTransient(frame: usize, at: usize): bool {
  if (!isStorageHere) return false
  const entry = findSlot(load<u32>(frame, accountAt) | transientBit, at)
  if (entry == 0) return false
  copyWord(at, entry + slotValueAt)
  return true
}

/** Sets the transient slot on top of the stack at `sp`. Gives an exit, or -1 when it is done. */
export function writeTransient(frame: usize, sp: usize): i32 {
  if (!isStorageHere) return exitHost
  if (load<u32>(frame, isStaticAt)) return exitStaticState
  if (sp - frame - stackAt < 64) return exitStackUnderflow
  const entry = findSlot(load<u32>(frame, accountAt) | transientBit, sp - 32)
  if (entry == 0) return exitHost
  note(entry)
  copyWord(entry + slotValueAt, sp - 64)
  return -1
}
