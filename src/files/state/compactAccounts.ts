import { emptyCodeHash, type StorageNode, type StoredAccount } from '../../state/account.ts'
import type { BulkAccounts, PutSlot } from '../../state/bulkAccounts.ts'
import { pack, packTrimmed } from '../../state/packed.ts'
import { newOwner, put, remove } from '../../state/trie.ts'
import { keccak256String } from '../../wasm/keccak/keccak256.ts'

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

const addressBytes = new Uint8Array(20)
const wordBytes = new Uint8Array(32)
const noCode = new Uint8Array()
/** Decimal digits of a number that has no more than 53 bits. */
const mostNonceDigits = 15
/** Hex digits of a number of 64 bits. */
const quickDigits = 16
const halves = new Uint32Array(2)
const whole = new BigUint64Array(halves.buffer)

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

  /** Past the characters, if they come next. */
  takes(expected: Uint8Array): boolean {
    const { bytes, at } = this
    if (at + expected.length > this.end) return false
    for (let index = 0; index < expected.length; index++) {
      if (bytes[at + index] !== expected[index]) return false
    }
    this.at = at + expected.length
    return true
  }

  takesByte(expected: number): boolean {
    if (this.at === this.end || this.bytes[this.at] !== expected) return false
    this.at++
    return true
  }

  /** How many hex digits come next. */
  digits(): number {
    const { bytes, end } = this
    let at = this.at
    while (at < end && (digits[bytes[at] as number] as number) < 16) at++
    return at - this.at
  }

  /** Past so many hex digits, which fill the bytes from the right. */
  take(count: number, into: Uint8Array): void {
    const { bytes } = this
    let from = this.at + count
    for (let index = into.length - 1; index >= 0; index--) {
      const low = from > this.at ? (digits[bytes[--from] as number] as number) : 0
      const high = from > this.at ? (digits[bytes[--from] as number] as number) : 0
      into[index] = (high << 4) | low
    }
    this.at += count
  }
}

/**
 * Reads accounts from `start`, where the key of one begins, and gives where the last one ended that was read;
 * `start` when none was.
 */
export function readCompactAccounts(
  bulk: BulkAccounts,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const cursor = new Cursor(bytes, start, end)
  let read = start
  let account = accountAt(cursor)
  if (account === undefined) return start
  bulk.add((add) => {
    while (account !== undefined && add(keccak256String(addressBytes), account)) {
      read = cursor.at
      account = cursor.takesByte(comma) ? accountAt(cursor) : undefined
    }
  })
  return read
}

/** As `readCompactAccounts`, the slots of an account. */
export function readCompactSlots(
  bulk: BulkAccounts,
  address: Uint8Array,
  { bytes, start, end }: { bytes: Uint8Array; start: number; end: number },
): number {
  const cursor = new Cursor(bytes, start, end)
  let read = start
  bulk.putSlots(keccak256String(address), (putSlot) => {
    while (slotAt(cursor, putSlot)) {
      read = cursor.at
      if (!cursor.takesByte(comma)) return
    }
  })
  return read
}

/** Its address is in `addressBytes` then. */
function accountAt(cursor: Cursor): StoredAccount | undefined {
  if (!cursor.takes(beforeDigits) || cursor.digits() !== 40) return undefined
  const addressFrom = cursor.at
  cursor.at += 40
  if (!cursor.takes(afterAddress)) return undefined
  const nonce = nonceAt(cursor)
  if (nonce === undefined || !cursor.takes(afterNonce)) return undefined
  const balance = balanceAt(cursor)
  if (balance === undefined || !cursor.takes(afterBalance)) return undefined
  const codeDigits = cursor.digits()
  if (codeDigits % 2 !== 0) return undefined
  const codeFrom = cursor.at
  cursor.at += codeDigits
  if (!cursor.takes(afterCode)) return undefined
  const storage = storageAt(cursor)
  if (storage === undefined) return undefined
  const after = cursor.at
  const code = bytesAt(cursor, codeFrom, codeDigits, codeDigits === 0 ? noCode : undefined)
  const codeHash = codeDigits === 0 ? emptyCodeHash : keccak256String(code)
  const address = pack(bytesAt(cursor, addressFrom, 40, addressBytes))
  cursor.at = after
  return { address, nonce, balance, codeHash, code, storage: storage.root, beneath: undefined }
}

function bytesAt(
  cursor: Cursor,
  from: number,
  count: number,
  into: Uint8Array = new Uint8Array(count / 2),
): Uint8Array {
  cursor.at = from
  cursor.take(count, into)
  return into
}

/** A whole number of JSON. */
function nonceAt(cursor: Cursor): bigint | undefined {
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
  if (length === 0 || length > mostNonceDigits || isPadded) return undefined
  cursor.at = at
  return BigInt(nonce)
}

function balanceAt(cursor: Cursor): bigint | undefined {
  const count = cursor.digits()
  if (count === 0 || count > 64) return undefined
  if (count > quickDigits) {
    const end = cursor.at + count
    const hex = String.fromCharCode(...cursor.bytes.subarray(cursor.at, end))
    cursor.at = end
    return BigInt(`0x${hex}`)
  }
  cursor.take(count, wordBytes)
  const b = wordBytes
  const half = (from: number): number =>
    (((b[from] as number) << 24) |
      ((b[from + 1] as number) << 16) |
      ((b[from + 2] as number) << 8) |
      (b[from + 3] as number)) >>>
    0
  halves[0] = half(28)
  halves[1] = half(24)
  return whole[0] as bigint
}

/** Up to the ends of the storage and of the account. */
function storageAt(cursor: Cursor): { root: StorageNode | undefined } | undefined {
  let root: StorageNode | undefined
  if (cursor.at < cursor.end && cursor.bytes[cursor.at] === quote) {
    const owner = newOwner()
    const putSlot: PutSlot = (key, slot, value) => {
      root = value === '' ? remove(root, key, owner) : put(root, key, { slot, value }, owner)
    }
    do {
      if (!slotAt(cursor, putSlot)) return undefined
    } while (cursor.takesByte(comma))
  }
  return cursor.takesByte(closeObject) && cursor.takesByte(closeObject) ? { root } : undefined
}

function slotAt(cursor: Cursor, putSlot: PutSlot): boolean {
  if (!cursor.takes(beforeDigits)) return false
  const slotFrom = cursor.at
  const slotDigits = cursor.digits()
  cursor.at += slotDigits
  if (slotDigits > 64 || !cursor.takes(betweenWords)) return false
  const valueFrom = cursor.at
  const valueDigits = cursor.digits()
  cursor.at += valueDigits
  if (valueDigits > 64 || !cursor.takesByte(quote)) return false
  const after = cursor.at
  bytesAt(cursor, valueFrom, valueDigits, wordBytes)
  const value = packTrimmed(wordBytes)
  bytesAt(cursor, slotFrom, slotDigits, wordBytes)
  putSlot(keccak256String(wordBytes), pack(wordBytes), value)
  cursor.at = after
  return true
}
