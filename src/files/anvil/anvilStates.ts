import { Address } from '@ethereumjs/util'
import { delegationTo, isDelegation } from '../../execution/authorizations.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import { PersistentState } from '../../state/persistentState.ts'
import type { MutableState, StateTree } from '../../types/state.ts'
import type { SealedBlock } from '../../types/view.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import type { JsonReader } from '../jsonReader.ts'
import type { Section } from '../section.ts'
import { storageText } from '../state/historyWriter.ts'
import { addressOf, wordOf } from '../state/stateAccounts.ts'

const maxUint64 = 2n ** 64n - 1n

/**
 * Reads `historical_states`: whole states by the hash of their block, which take only what is not in
 * `like` too. Versions that know two states of a block, before and after it was edited, give the one
 * after it ran.
 */
export async function readStates(
  json: JsonReader,
  like: PersistentState,
): Promise<ReadonlyMap<Hex, StateTree>> {
  const states = new Map<Hex, StateTree>()
  const readList = (): Promise<void> =>
    json.array(async () => {
      let hash: Hex | undefined
      await json.array(async (index) => {
        if (index === 0) hash = bytesToHex(wordOf(json, await json.scalar()))
        else if (index === 1 && hash !== undefined) states.set(hash, await readState(json, like))
        else json.refuse('is one element too many: give the hash of a block and a state')
      })
    })
  const kind = await json.kind()
  if (kind === 'array') await readList()
  else if (kind === 'scalar') await json.scalar()
  // Keys are in this order in a file, so that the second list wins.
  else await json.object((key) => (key.endsWith('states') ? readList() : json.skip()))
  return states
}

async function readState(json: JsonReader, like: PersistentState): Promise<StateTree> {
  const state = like.fork()
  const accounts = new Set<string>()
  const stored = new Set<string>()
  await json.object(async (key) => {
    if (key === 'accounts') {
      await json.object(async (address) => {
        const bytes = addressOf(json, address)
        accounts.add(bytesToHex(bytes))
        writeFields(state, bytes, await json.section())
      })
    } else if (key === 'storage') {
      await json.object(async (address) => {
        const bytes = addressOf(json, address)
        stored.add(bytesToHex(bytes))
        await readSlots(json, state, bytes)
      })
    } else await json.skip()
  })
  for (const { address } of (state.tree() as PersistentState).accounts()) {
    const hex = bytesToHex(address)
    if (!accounts.has(hex)) await state.deleteAccount(new Address(address))
    else if (!stored.has(hex)) state.wipeStorage(address)
  }
  return state.tree()
}

function writeFields(state: MutableState, address: Uint8Array, account: Section): void {
  state.writeAccount(address, {
    nonce: account.number('nonce', maxUint64) ?? 0n,
    balance: account.number('balance') ?? 0n,
  })
  if (account.keys.includes('code')) state.writeCode(address, codeOf(account))
}

/** The code as it was deployed, out of what the EVM of Anvil makes of it. */
function codeOf(account: Section): Uint8Array {
  const analyzed = account.section('code') as Section
  const [form = ''] = analyzed.keys
  if (form === 'LegacyRaw') return analyzed.bytes(form) ?? new Uint8Array()
  const inner = analyzed.section(form) ?? analyzed.refuse(form, 'give an object')
  const delegate = inner.bytes('delegated_address', 20)
  // All that newer versions have of it.
  if (delegate !== undefined) return delegationTo(delegate)
  const bytes =
    inner.bytes('bytecode') ?? inner.bytes('raw') ?? inner.refuse('raw', 'give the code')
  // Behind it are zeros that stop every jump.
  return bytes.subarray(0, Number(inner.number('original_len') ?? BigInt(bytes.length)))
}

/** Reads all slots of an account; those that it has beside them go. */
async function readSlots(
  json: JsonReader,
  state: MutableState,
  address: Uint8Array,
): Promise<void> {
  const read = new Set<string>()
  await json.object(async (key) => {
    const slot = wordOf(json, key)
    read.add(bytesToHex(slot))
    state.writeStorage(address, slot, wordOf(json, await json.scalar()))
  })
  for (const { slot } of (state.tree() as PersistentState).slots(address)) {
    if (!read.has(bytesToHex(slot))) state.writeStorage(address, slot, new Uint8Array())
  }
}

const push1 = 0x60
const push32 = 0x7f
const jumpdest = 0x5b
const stop = 0x00

/** Code as Anvil keeps it in `historical_states`: what its EVM makes of it before it runs. */
export function anvilCode(code: Uint8Array): object {
  if (isDelegation(code)) {
    const address = bytesToHex(code.subarray(3))
    return { Eip7702: { delegated_address: address, version: 0, raw: bytesToHex(code) } }
  }
  const { jumpTable, end, last } = analyzed(code)
  // Execution ends at a STOP, also behind a push that exceeds the code.
  const padding = end - code.length + (code.length === 0 || last !== stop ? 1 : 0)
  return {
    LegacyAnalyzed: {
      bytecode: `${bytesToHex(code)}${'00'.repeat(padding)}`,
      original_len: code.length,
      jump_table: {
        order: 'bitvec::order::Lsb0',
        head: { width: 8, index: 0 },
        bits: code.length,
        data: [...jumpTable],
      },
    },
  }
}

/** Where jumps may go, a bit for each byte; where the last instruction ends, and what it is. */
function analyzed(code: Uint8Array): { jumpTable: Uint8Array; end: number; last: number } {
  const jumpTable = new Uint8Array(Math.ceil(code.length / 8))
  let [at, last] = [0, stop]
  while (at < code.length) {
    last = code[at] as number
    if (last === jumpdest) jumpTable[at >> 3] = (jumpTable[at >> 3] as number) | (1 << (at & 7))
    at += last >= push1 && last <= push32 ? last - push1 + 2 : 1
  }
  return { jumpTable, end: at, last }
}

/**
 * The last field of Anvil's state file: whole states, as many as there are, by the hash of their
 * block; null without blocks.
 */
export function* statesText(blocks: readonly SealedBlock[] | undefined): Generator<string, void> {
  yield ',"historical_states":'
  if (blocks === undefined) return yield 'null'
  let separator = '['
  for (const { hash, state } of blocks) {
    if (!(state instanceof PersistentState)) continue
    yield `${separator}["${hash}",`
    yield* stateText(state)
    yield ']'
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
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
