import { type AccountRecords, field, slotField } from '../../state/accountRecords.ts'
import type { BulkAccounts } from '../../state/bulkAccounts.ts'
import { pack, packTrimmed } from '../../state/trie/packed.ts'
import { hashPart, keccak256String } from '../../wasm/keccak/keccak256.ts'

/*
 * Accounts as Anvil and preconf write them, without spaces and with their fields in one order, read from the bytes
 * of the file at once: state files have hundreds of thousands of them. What looks otherwise, or is not
 * whole yet, is left to `AccountReader`, which reads all that there may be and is the judge of this.
 */

/** The value of a hex digit by its character code; 16 for others. */
const digits = new Uint8Array(256).fill(16)
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16)
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

const [quote, comma, zero, nine] = [0x22, 0x2c, 0x30, 0x39]
const closeObject = 0x7d
const text = (characters: string): Uint8Array => new TextEncoder().encode(characters)
const afterAddress = text('":{"nonce":')
const afterNonce = text(',"balance":"0x')
const afterBalance = text('","code":"0x')
const afterCode = text('","storage":{')
const beforeDigits = text('"0x')
const betweenWords = text('":"0x')

const [addressBytes, wordBytes, hashBytes] = [20, 32, 32]
/** Decimal digits of a number that has no more than 53 bits. */
const mostNonceDigits = 15

/** The bytes of a file that are there, and how far they have been read. */
class Cursor {
  readonly bytes: Uint8Array
  readonly end: number
  at: number

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  /** Whether something was looked for past the end. */
  isAtEnd = false

  /** Past the characters, if they come next. */
  takes(expected: Uint8Array): boolean {
    const { bytes, at } = this
    if (at + expected.length > this.end) {
      this.isAtEnd = true
      return false
    }
    for (let index = 0; index < expected.length; index++) {
      if (bytes[at + index] !== expected[index]) return false
    }
    this.at = at + expected.length
    return true
  }

  takesByte(expected: number): boolean {
    if (this.at === this.end) this.isAtEnd = true
    if (this.isAtEnd || this.bytes[this.at] !== expected) return false
    this.at++
    return true
  }

  /** How many hex digits come next. */
  digits(): number {
    const { bytes, end } = this
    let at = this.at
    while (at < end && (digits[bytes[at] as number] as number) < 16) at++
    if (at === end) this.isAtEnd = true
    return at - this.at
  }

  /** Past so many hex digits, which fill `length` bytes from the right. */
  take(count: number, into: Uint8Array, at: number, length: number): void {
    const { bytes } = this
    let from = this.at + count
    for (let index = at + length - 1; index >= at; index--) {
      const low = from > this.at ? (digits[bytes[--from] as number] as number) : 0
      const high = from > this.at ? (digits[bytes[--from] as number] as number) : 0
      into[index] = (high << 4) | low
    }
    this.at += count
  }
}

/**
 * Reads accounts from `start`, where the key of one begins, and gives where the last one ended that was read;
 * `start` when none was, `more` when the bytes end before the first one does.
 */
export function readCompactAccounts(
  bulk: BulkAccounts,
  bytes: Uint8Array,
  start: number,
  end: number,
): number | 'more' {
  const cursor = new Cursor(bytes, start, end)
  let read = start
  bulk.add((take) => {
    while (isAccount(cursor, bulk.records) && take()) {
      read = cursor.at
      if (!cursor.takesByte(comma)) return
    }
  })
  return read === start && cursor.isAtEnd ? 'more' : read
}

/** As `readCompactAccounts`, the slots of an account. */
export function readCompactSlots(
  bulk: BulkAccounts,
  address: Uint8Array,
  { bytes, start, end }: { bytes: Uint8Array; start: number; end: number },
): number {
  const cursor = new Cursor(bytes, start, end)
  const slot = new Uint8Array(96)
  let read = start
  bulk.putSlots(keccak256String(address), (putSlot) => {
    while (isSlot(cursor, slot, 0)) {
      const part = (from: number): Uint8Array => slot.subarray(from, from + wordBytes)
      const value = packTrimmed(part(slotField.value))
      putSlot(pack(part(slotField.key)), pack(part(slotField.slot)), value)
      read = cursor.at
      if (!cursor.takesByte(comma)) return
    }
  })
  return read
}

/** Whether one comes next that is among the records then. */
function isAccount(cursor: Cursor, records: AccountRecords): boolean {
  records.begin()
  const { page, start } = records
  if (!cursor.takes(beforeDigits) || cursor.digits() !== 2 * addressBytes) return false
  cursor.take(2 * addressBytes, page, start + field.address, addressBytes)
  if (!cursor.takes(afterAddress)) return false
  const nonce = nonceAt(cursor)
  if (nonce === undefined || !cursor.takes(afterNonce)) return false
  records.setNonce(nonce)
  const balanceDigits = cursor.digits()
  if (balanceDigits === 0 || balanceDigits > 2 * wordBytes) return false
  cursor.take(balanceDigits, page, start + field.balance, wordBytes)
  if (!cursor.takes(afterBalance)) return false
  const codeDigits = cursor.digits()
  if (codeDigits % 2 !== 0) return false
  const codeFrom = cursor.at
  cursor.at += codeDigits
  if (!cursor.takes(afterCode) || !areSlots(cursor, records)) return false
  const after = cursor.at
  if (codeDigits > 0) {
    const length = codeDigits / 2
    const code = records.addCode(length)
    cursor.at = codeFrom
    cursor.take(codeDigits, code, hashBytes, length)
    hashPart(code, { from: hashBytes, length }, code, 0)
  }
  hashPart(page, { from: start + field.address, length: addressBytes }, page, start + field.key)
  cursor.at = after
  return records.end()
}

/** A whole number of JSON. */
function nonceAt(cursor: Cursor): number | undefined {
  const { bytes, at: start } = cursor
  let nonce = 0
  let at = start
  for (; at < cursor.end; at++) {
    const character = bytes[at] as number
    if (character < zero || character > nine) break
    nonce = nonce * 10 + character - zero
  }
  const length = at - start
  const isPadded = length > 1 && bytes[start] === zero
  cursor.at = at
  return length === 0 || length > mostNonceDigits || isPadded ? undefined : nonce
}

/** Up to the ends of the storage and of the account. A slot of zero is left to who takes it away. */
function areSlots(cursor: Cursor, records: AccountRecords): boolean {
  if (cursor.at < cursor.end && cursor.bytes[cursor.at] === quote) {
    do {
      const start = records.addSlot()
      const { slots } = records
      if (!isSlot(cursor, slots, start) || isZero(slots, start + slotField.value)) return false
    } while (cursor.takesByte(comma))
  }
  return cursor.takesByte(closeObject) && cursor.takesByte(closeObject)
}

function isSlot(cursor: Cursor, into: Uint8Array, at: number): boolean {
  if (!cursor.takes(beforeDigits)) return false
  const slotDigits = cursor.digits()
  if (slotDigits > 2 * wordBytes) return false
  cursor.take(slotDigits, into, at + slotField.slot, wordBytes)
  if (!cursor.takes(betweenWords)) return false
  const valueDigits = cursor.digits()
  if (valueDigits > 2 * wordBytes) return false
  cursor.take(valueDigits, into, at + slotField.value, wordBytes)
  if (!cursor.takesByte(quote)) return false
  hashPart(into, { from: at + slotField.slot, length: wordBytes }, into, at + slotField.key)
  return true
}

function isZero(bytes: Uint8Array, at: number): boolean {
  for (let index = at; index < at + wordBytes; index++) if (bytes[index] !== 0) return false
  return true
}
