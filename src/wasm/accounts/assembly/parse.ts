// Reads accounts of JSON without spaces and with their fields in one order, as Anvil and preconf write them.
import { isZero } from '../../interpreter/assembly/word'
import {
  addressAt,
  balanceAt,
  codeAt,
  nonceAt,
  recordBytes,
  slotBytes,
  slotNumberAt,
  slotsAt,
  slotValueAt,
} from '../layout'
import { endOfDigits, writeDigits } from './hexDigits'
import { HASH, hashRest, hashSoon } from './keccakPair'
import { sort } from './sort'

const QUOTE: u8 = 0x22
const COMMA: u8 = 0x2c
const CLOSE: u8 = 0x7d
const ZERO: u8 = 0x30
const ADDRESS: usize = 20
const WORD: usize = 32
/** Decimal digits of a number that has no more than 53 bits. */
const maxNonceDigits: usize = 15

/** `"0x` */
const beforeDigits = memory.data<u8>([0x22, 0x30, 0x78])
/** `":{"nonce":` */
const afterAddress = memory.data<u8>([0x22, 0x3a, 0x7b, 0x22, 0x6e, 0x6f, 0x6e, 0x63, 0x65, 0x22, 0x3a])
/** `,"balance":"0x` */
const afterNonce = memory.data<u8>([
  0x2c, 0x22, 0x62, 0x61, 0x6c, 0x61, 0x6e, 0x63, 0x65, 0x22, 0x3a, 0x22, 0x30, 0x78,
])
/** `","code":"0x` */
const afterBalance = memory.data<u8>([
  0x22, 0x2c, 0x22, 0x63, 0x6f, 0x64, 0x65, 0x22, 0x3a, 0x22, 0x30, 0x78,
])
/** `","storage":{` */
const afterCode = memory.data<u8>([
  0x22, 0x2c, 0x22, 0x73, 0x74, 0x6f, 0x72, 0x61, 0x67, 0x65, 0x22, 0x3a, 0x7b,
])
/** `":"0x` */
const betweenWords = memory.data<u8>([0x22, 0x3a, 0x22, 0x30, 0x78])

/** How many were read. */
export let accounts: usize = 0
/** Where the last of them ended; where the text began when there is none. */
export let readEnd: usize = 0
/** Whether something was looked for past the end. */
export let isAtEnd: bool = false
/** Where the code of the last one ends. */
export let codesEnd: usize = 0
/** How many slots all have. */
export let slots: usize = 0

let at: usize = 0
let end: usize = 0
let slotsFrom: usize = 0
let codesFrom: usize = 0

/**
 * Reads accounts from `from`, where the key of one begins, up to `to`: each into its record, and where it ends in the
 * text, counted from `from`, into `ends`; code and slots to theirs, which are pages of these numbers. `spare` is for
 * sorting slots.
 */
export function parse(
  from: usize,
  to: usize,
  records: usize,
  ends: usize,
  codes: usize,
  slotsStart: usize,
  spare: usize,
  codePage: u32,
  slotPage: u32,
): void {
  at = from
  end = to
  accounts = 0
  readEnd = from
  isAtEnd = false
  codesFrom = codes
  codesEnd = codes
  slotsFrom = slotsStart
  slots = 0
  while (isAccount(records + accounts * recordBytes, codePage, slotPage)) {
    readEnd = at
    store<u32>(ends + (accounts << 2), <u32>(at - from))
    accounts++
    if (!takesByte(COMMA)) break
  }
  hashRest()
  for (let index: usize = 0; index < accounts; index++) {
    const own = records + index * recordBytes + slotsAt
    const count = bswap<u32>(load<u32>(own, 8))
    const first = slotsFrom + bswap<u32>(load<u32>(own, 4)) * slotBytes
    if (count < 2) continue
    // One that is there twice is left to who knows the last one.
    if (!sort(first, count, slotBytes, 0, spare)) return forgetFrom(index, records)
    memory.copy(first, spare, count * slotBytes)
  }
}

/** The accounts from one on are as if they had not been read. */
function forgetFrom(first: usize, records: usize): void {
  isAtEnd = false
  slots = bswap<u32>(load<u32>(records + first * recordBytes + slotsAt, 4))
  for (let index = first; index < accounts; index++) {
    const code = records + index * recordBytes + codeAt
    if (load<u32>(code, 8) == 0) continue
    codesEnd = codesFrom + bswap<u32>(load<u32>(code, 4))
    break
  }
  accounts = first
}

/** The same as `parse`, for slots: zero is allowed, and the order is that of the text. */
export function parseSlots(from: usize, to: usize, slotsStart: usize): void {
  at = from
  end = to
  readEnd = from
  isAtEnd = false
  slots = 0
  while (isSlot(slotsStart + slots * slotBytes)) {
    readEnd = at
    slots++
    if (!takesByte(COMMA)) break
  }
  hashRest()
}

/** Whether one comes next; then its record is written, or will be by `hashRest`. */
function isAccount(record: usize, codePage: u32, slotPage: u32): bool {
  memory.fill(record + nonceAt, 0, recordBytes - nonceAt)
  if (!takes(beforeDigits, 3) || digits() != 2 * ADDRESS) return false
  take(2 * ADDRESS, record + addressAt, ADDRESS)
  if (!takes(afterAddress, 11) || !takesNonce(record + nonceAt) || !takes(afterNonce, 14)) return false
  const balanceDigits = digits()
  if (balanceDigits == 0 || balanceDigits > 2 * WORD) return false
  take(balanceDigits, record + balanceAt, WORD)
  if (!takes(afterBalance, 12)) return false
  const codeDigits = digits()
  if ((codeDigits & 1) != 0) return false
  const code = at
  at += codeDigits
  if (!takes(afterCode, 13) || !areSlots(record + slotsAt, slotPage)) return false
  if (codeDigits > 0) {
    const length = codeDigits >> 1
    const bytes = codesEnd + HASH
    writeDigits(code, codeDigits, bytes, bytes + length)
    hashSoon(codesEnd, bytes, length)
    store<u32>(record + codeAt, bswap<u32>(codePage))
    store<u32>(record + codeAt, bswap<u32>(<u32>(codesEnd - codesFrom)), 4)
    store<u32>(record + codeAt, bswap<u32>(<u32>(HASH + length)), 8)
    codesEnd = bytes + length
  }
  hashSoon(record, record + addressAt, ADDRESS)
  return true
}

/** A whole number of JSON. */
function takesNonce(to: usize): bool {
  const from = at
  let nonce: u64 = 0
  while (at < end) {
    const digit = load<u8>(at) - ZERO
    if (digit > 9) break
    nonce = nonce * 10 + digit
    at++
  }
  const length = at - from
  if (length == 0 || length > maxNonceDigits || (length > 1 && load<u8>(from) == ZERO)) return false
  store<u64>(to, bswap<u64>(nonce))
  return true
}

/** Up to the ends of the storage and of the account. A slot of zero is left to who takes it away. */
function areSlots(to: usize, page: u32): bool {
  const first = slots
  if (at < end && load<u8>(at) == QUOTE) {
    do {
      const slot = slotsFrom + slots * slotBytes
      if (!isSlot(slot) || isZero(slot + slotValueAt)) return forgetSlots(first)
      slots++
    } while (takesByte(COMMA))
  }
  if (!takesByte(CLOSE) || !takesByte(CLOSE)) return forgetSlots(first)
  if (slots == first) return true
  store<u32>(to, bswap<u32>(page))
  store<u32>(to, bswap<u32>(<u32>first), 4)
  store<u32>(to, bswap<u32>(<u32>(slots - first)), 8)
  return true
}

function forgetSlots(first: usize): bool {
  slots = first
  return false
}

/** Whether one comes next; then its slot is written, or will be by `hashRest`. */
function isSlot(slot: usize): bool {
  if (!takes(beforeDigits, 3)) return false
  const numberDigits = digits()
  if (numberDigits > 2 * WORD) return false
  take(numberDigits, slot + slotNumberAt, WORD)
  if (!takes(betweenWords, 5)) return false
  const valueDigits = digits()
  if (valueDigits > 2 * WORD) return false
  take(valueDigits, slot + slotValueAt, WORD)
  if (!takesByte(QUOTE)) return false
  hashSoon(slot, slot + slotNumberAt, WORD)
  return true
}

/** Past the characters, at most 16, if they come next. */
function takes(expected: usize, length: usize): bool {
  if (at + length > end) {
    isAtEnd = true
    return false
  }
  const same = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(expected)))
  if ((~same & ((1 << <i32>length) - 1)) != 0) return false
  at += length
  return true
}

function takesByte(expected: u8): bool {
  if (at == end) isAtEnd = true
  if (isAtEnd || load<u8>(at) != expected) return false
  at++
  return true
}

/** How many hex digits come next. */
function digits(): usize {
  const next = endOfDigits(at, end)
  if (next < end) return next - at
  isAtEnd = true
  return end - at
}

/** Reads a number of hex digits, which become `length` bytes, as by `writeDigits`. */
function take(count: usize, to: usize, length: usize): void {
  writeDigits(at, count, to, to + length)
  at += count
}
