import { bytesToHex, quantity } from '../../lib/hex.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { storageText } from '../state/historyWriter.ts'
import { anvilCode } from './anvilCode.ts'

/**
 * The last field of Anvil's state file: whole states, as many as there are, by the hash of their
 * block; null without blocks.
 */
export function* statesText(blocks: readonly SealedBlock[] | undefined): Generator<string, void> {
  yield ',"historical_states":'
  if (blocks === undefined) return yield 'null}'
  let separator = '['
  for (const { hash, state } of blocks) {
    if (!(state instanceof PersistentState)) continue
    yield `${separator}["${hash}",`
    yield* stateText(state)
    yield ']'
    separator = ','
  }
  yield separator === '[' ? '[]}' : ']}'
}

function* stateText(state: PersistentState): Generator<string, void> {
  let separator = '{"accounts":{'
  for (const { address, nonce, balance, code } of state.accounts()) {
    const hash = bytesToHex(keccak256(code))
    const fields = `"balance":"${quantity(balance)}","nonce":${nonce},"code_hash":"${hash}"`
    yield `${separator}"${bytesToHex(address)}":{${fields},"code":${JSON.stringify(anvilCode(code))}}`
    separator = ','
  }
  yield separator === ',' ? '},"storage":' : `${separator}},"storage":`
  separator = '{'
  for (const { address } of state.accounts()) {
    const slots = [...storageText(state.slots(address))].join('')
    yield `${separator}"${bytesToHex(address)}":${slots}`
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
  yield ',"block_hashes":{}}'
}
