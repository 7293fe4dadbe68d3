// Storage slots and transient ones that a transaction touches. What was written since a call began is
// taken back when that call fails. The host loads what is not here, and writes back what is left in the end.
import { WORD, copyWord, isEqual, limb, setSmall, swapBytes } from './word'
import {
  notesBytes, slotAccountAt, slotBytes, slotFlagsAt, slotOriginalAt, slotReadAt, slotValueAt,
} from '../layout'

/**
 * Puts the value into a new entry, and the original value where that is another one, with the highest byte first
 * and zeros there so far; sets its flags. Says whether there are two.
 */
// @ts-ignore: decorator
@external("host", "loadSlot")
declare function loadSlot(entry: usize): bool

/** The host keeps notes that there is no more room for, the oldest ones. */
// @ts-ignore: decorator
@external("host", "keepNotes")
declare function keepNotes(at: usize, bytes: usize): void

/** Puts back what was kept last. */
// @ts-ignore: decorator
@external("host", "returnNotes")
declare function returnNotes(at: usize): void

/** A bit in the number of an account: the slot is transient. */
export const transientBit = 0x80000000

/** What a slot held before a call wrote it. */
const noteBytes: usize = 48

const nextAt: usize = 104
/** The call that has noted last what the entry held before. */
const notedAt: usize = 108

const bucketBits: u64 = 15
/** The generation and the first entry of each bucket. */
const buckets = memory.data(8 << 15, 16)

let start: usize = 0
let end: usize = 0
let limit: usize = 0
let notesStart: usize = 0
let notesEnd: usize = 0
/** Bytes of notes that the host keeps. */
let keptNotes: usize = 0
let generation: u32 = 0
/** The call at work; 0 is the outermost, whose failure leaves nothing to be taken back. */
let call: u32 = 0
let calls: u32 = 0

/** Forgets everything, and sets where entries stand, and after them the notes of what they held before. */
export function openSlots(at: usize, bytes: usize): void {
  start = at
  limit = at + bytes
  notesStart = limit
  generation++
  end = start
  forgetNotes()
  call = 0
  calls = 0
}

export function slotsStart(): usize {
  return start
}

export function slotsEnd(): usize {
  return end
}

/** Begins a call and gives what `revertCall` wants; `currentCall` tells who called. */
export function openCall(): usize {
  call = ++calls
  return bytesOfNotes()
}

export function currentCall(): u32 {
  return call
}

/** Ends a call that has succeeded: what it did is now its caller's. */
export function closeCall(caller: u32): void {
  call = caller
  if (caller == 0) forgetNotes()
}

/** Ends a call that has failed: takes back what was written since it began. */
export function revertCall(mark: usize, caller: u32): void {
  while (bytesOfNotes() > mark) {
    if (notesEnd == notesStart) {
      returnNotes(notesStart)
      keptNotes -= notesBytes
      notesEnd += notesBytes
    }
    notesEnd -= noteBytes
    const entry: usize = load<u32>(notesEnd)
    store<u32>(entry, load<u32>(notesEnd, 4), slotFlagsAt)
    copyWord(entry + slotValueAt, notesEnd + 16)
  }
  call = caller
}

function forgetNotes(): void {
  notesEnd = notesStart
  keptNotes = 0
}

function bytesOfNotes(): usize {
  return keptNotes + notesEnd - notesStart
}

/** Notes what an entry holds before the call at work changes it. */
export function note(entry: usize): void {
  if (call == 0 || load<u32>(entry, notedAt) == call) return
  if (notesEnd == notesStart + notesBytes) {
    keepNotes(notesStart, notesBytes)
    keptNotes += notesBytes
    notesEnd = notesStart
  }
  store<u32>(notesEnd, u32(entry))
  store<u32>(notesEnd, load<u32>(entry, slotFlagsAt), 4)
  copyWord(notesEnd + 16, entry + slotValueAt)
  notesEnd += noteBytes
  store<u32>(entry, call, notedAt)
}

/** The entry of an account's slot; 0 when there is no room for another. */
export function findSlot(account: u32, slot: usize): usize {
  const bucket = bucketOf(account, slot)
  const isThere = load<u32>(bucket) == generation
  const first: usize = isThere ? load<u32>(bucket, 4) : 0
  for (let entry = first; entry != 0; entry = load<u32>(entry, nextAt)) {
    if (load<u32>(entry, slotAccountAt) == account && isEqual(entry, slot)) return entry
  }
  if (end + slotBytes > limit) return 0
  const entry = end
  end += slotBytes
  copyWord(entry, slot)
  store<u32>(entry, account, slotAccountAt)
  store<u32>(entry, u32(first), nextAt)
  store<u32>(entry, 0, notedAt)
  store<u32>(entry, 0, slotFlagsAt)
  store<u32>(entry, 0, slotReadAt)
  store<u32>(bucket, generation)
  store<u32>(bucket, u32(entry), 4)
  setSmall(entry + slotValueAt, 0)
  if ((account & transientBit) == 0) loadFromHost(entry)
  return entry
}

function loadFromHost(entry: usize): void {
  const value = entry + slotValueAt
  const original = entry + slotOriginalAt
  setSmall(original, 0)
  const hasChanged = loadSlot(entry)
  swapBytes(value, value)
  if (hasChanged) swapBytes(original, original)
  else copyWord(original, value)
}

/** A value as the host takes it. */
const taken = memory.data(32, 16)

/** Where the bytes of `takeValue` end. */
export function takenEnd(): usize {
  return taken + WORD
}

/** Gives where the value of an entry starts, with its highest byte first and without zeros in front. */
export function takeValue(entry: usize): usize {
  const value = entry + slotValueAt
  swapBytes(taken, value)
  for (let index: usize = 0; index < 4; index++) {
    const part = limb(value, 3 - index)
    if (part != 0) return taken + (index << 3) + (<usize>clz<u64>(part) >> 3)
  }
  return taken + WORD
}

// @ts-ignore: decorator
@inline
function bucketOf(account: u32, slot: usize): usize {
  const mixed =
    load<u64>(slot) ^
    rotl<u64>(load<u64>(slot, 8), 17) ^
    rotl<u64>(load<u64>(slot, 16), 31) ^
    rotl<u64>(load<u64>(slot, 24), 47) ^
    (u64(account) << 32)
  return buckets + (usize((mixed * 0x9e3779b97f4a7c15) >> (64 - bucketBits)) << 3)
}
