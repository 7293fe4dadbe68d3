import { Address } from '@ethereumjs/util'
import { delegationTo } from '../../execution/authorizations.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { PersistentState } from '../../state/persistentState.ts'
import type { MutableState, StateTree } from '../../types/state.ts'
import type { JsonReader } from '../jsonReader.ts'
import type { Section } from '../section.ts'
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
