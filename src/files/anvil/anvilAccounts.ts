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
import { type JsonBytes, pieceLength } from '../jsonText.ts'

// Generators: an account may have millions of slots.

const [addressBytes, wordBytes] = [20, 32]

/** Writes an account of a large file that was never read. */
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

/** How Anvil names the ways in which executions fail, by EthereumJS's words for them. */
const exits: Readonly<Record<string, string>> = {
  revert: 'Revert',
  'out of gas': 'OutOfGas',
  'code store out of gas': 'OutOfGas',
  'invalid opcode': 'OpcodeNotFound',
  'invalid JUMP': 'InvalidJump',
  'stack underflow': 'StackUnderflow',
  'stack overflow': 'StackOverflow',
  'static state change': 'StateChangeDuringStaticCall',
  'create collision': 'CreateCollision',
  'insufficient balance': 'OutOfFunds',
  'code size to deposit exceeds maximum code size': 'CreateContractSizeLimit',
  'invalid bytecode deployed': 'CreateContractStartingWithEF',
  'initcode exceeds max initcode size': 'CreateInitCodeSizeLimit',
}

const failures = new Map(Object.entries(exits).map(([failure, exit]) => [exit, failure]))

/** Anvil's name for how a transaction ended. */
export function exitOf(failure: string | undefined, output: Uint8Array): string {
  if (failure === undefined) return output.length === 0 ? 'Stop' : 'Return'
  const known =
    exits[failure] ?? Object.entries(exits).find(([text]) => failure.startsWith(text))?.[1]
  // Any name that Anvil knows does, or it could not read the file.
  return known ?? 'PrecompileError'
}

/** Why a transaction failed that Anvil says ended so, in the EVM's words. */
export function failureOf(exit: string): string {
  const spaced = exit.replace(/[a-z](?=[A-Z])/g, (letter) => `${letter} `).toLowerCase()
  return exit === 'OutOfGas' ? 'out of gas' : (failures.get(exit) ?? spaced)
}
