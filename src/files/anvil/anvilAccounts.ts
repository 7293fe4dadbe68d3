import type { StoredAccount } from '../../state/account.ts'
import type { AccountParts } from '../../state/accountRecords.ts'
import { values } from '../../state/trie/trie.ts'
import {
  addressAt,
  balanceAt,
  slotBytes,
  slotNumberAt,
  slotValueAt,
} from '../../wasm/accounts/layout.ts'
import type { JsonBytes } from '../jsonBytes.ts'
import { pieceLength } from '../jsonText.ts'

// Generators: an account may have millions of slots.

const [addressBytes, wordBytes] = [20, 32]

/** The account of a large file that nobody has asked for. */
export function* recordText(account: AccountParts, json: JsonBytes): Generator<Uint8Array, void> {
  const { record, start, nonce, code, slots } = account
  json.text('"0x')
  json.hex(record, start + addressAt, addressBytes)
  json.text(`":{"nonce":${nonce},"balance":"0x`)
  json.quantity(record, start + balanceAt, wordBytes)
  json.text('","code":"0x')
  json.hex(code)
  json.text('","storage":{')
  for (let slot = 0; slot < slots.length; slot += slotBytes) {
    json.text(slot === 0 ? '"0x' : ',"0x')
    json.hex(slots, slot + slotNumberAt, wordBytes)
    json.text('":"0x')
    json.hex(slots, slot + slotValueAt, wordBytes)
    json.text('"')
    if (json.length >= pieceLength) yield json.take()
  }
  json.text('}}')
}

export function* accountText(
  account: StoredAccount,
  isFork: boolean,
  json: JsonBytes,
): Generator<Uint8Array, void> {
  const { address, beneath, nonce, balance, code } = account
  json.text('"0x')
  json.packedHex(address)
  json.text('":{')
  // Ours, which Anvil passes over; first, as it says what the rest is written over.
  const isMarked = isFork && beneath !== 'shown'
  if (isMarked) json.text(`"${beneath ?? 'whole'}":true,`)
  json.text(`"nonce":${nonce},"balance":"0x${balance.toString(16)}","code":"0x`)
  json.hex(code)
  json.text('","storage":{')
  yield* slotsOf(account, json)
  json.text('}}')
}

function* slotsOf({ storage }: StoredAccount, json: JsonBytes): Generator<Uint8Array, void> {
  let isFirst = true
  for (const { slot, value } of values(storage)) {
    json.text(isFirst ? '"0x' : ',"0x')
    isFirst = false
    json.packedHex(slot)
    json.text('":"0x')
    json.packedHex(value, 32)
    json.text('"')
    if (json.length >= pieceLength) yield json.take()
  }
}
