import { Address } from '@ethereumjs/util'
import { hexToBytes } from '../../lib/hex.ts'
import { BulkAccounts } from '../../state/bulkAccounts.ts'
import { ForkedState } from '../../state/forkedState.ts'
import { pack, packTrimmed } from '../../state/trie/packed.ts'
import type { MutableState, StateTree } from '../../types/state.ts'
import { parseAccounts, parseSlots } from '../../wasm/accounts/accounts.ts'
import { keccak256String } from '../../wasm/keccak/keccak256.ts'
import type { JsonReader, ReadAhead } from '../jsonReader.ts'
import type { Scalar } from '../jsonText.ts'
import { hexBytes, paddedBytes, show, wholeNumber } from '../section.ts'

/*
 * Accounts as Anvil and preconf write them, without spaces and with their fields in one order, read from the bytes
 * of the file at once: state files have hundreds of thousands of them. What looks otherwise, or is not
 * whole yet, is left to `AccountReader`, which reads all that there may be and is the judge of this.
 */

/** Bytes that are looked at where the last account was left to the other reader: the next one may be too. */
const minLooked = 2 ** 11
const maxLooked = 2 ** 20

/** Reads accounts from where the key of one begins, and leaves one that is there already. */
function compactAccounts(bulk: BulkAccounts): ReadAhead {
  let looked = maxLooked
  return (bytes, start, end) => {
    const { code, slots } = bulk.pages
    const parse = (until: number) => parseAccounts(bytes.subarray(start, until), code, slots)
    let parsed = parse(Math.min(end, start + looked))
    const isCut = parsed.count === 0 && parsed.isAtEnd && start + looked < end
    if (isCut) parsed = parse(end)
    const added = bulk.add(parsed)
    // The end of the bytes that are there says nothing of the next account.
    const isLeft = added < parsed.count || (added === 0 && !parsed.isAtEnd)
    looked = isLeft ? minLooked : Math.min(2 * looked, maxLooked)
    if (added > 0) return start + (parsed.ends[added - 1] as number)
    return parsed.count === 0 && parsed.isAtEnd ? 'more' : start
  }
}

/** Reads the slots of an account as `compactAccounts` reads accounts. */
function compactSlots(bulk: BulkAccounts, address: Uint8Array): ReadAhead {
  return (bytes, start, end) => {
    const { read, slots } = parseSlots(bytes.subarray(start, end))
    bulk.putSlots(keccak256String(address), (putSlot) => {
      for (const { key, number, value } of slots) {
        putSlot(pack(key), pack(number), packTrimmed(value))
      }
    })
    return start + read
  }
}

const maxUint64 = 2n ** 64n - 1n
const maxUint256 = 2n ** 256n - 1n

/** Writes that wait to be put into the state: few enough to take next to no memory. */
const maxWrites = 1_000

/** The number of slots from which they bypass the layer of writes, which costs more than it saves. */
const manySlots = 64

/** Reads accounts out of a file and puts them over a state. */
export interface AccountReader {
  /**
   * Reads the account with an address as its key. What the file does not say stays: other slots,
   * fields that are missing. An account that is null is taken away; on a fork one that is `"live"`, and
   * a slot that is null, is as on the live chain, one that is `whole` shows nothing of it, and one that
   * is `removed` is not there.
   */
  account(key: string): Promise<void>
  /** Reads an object of accounts by their addresses. */
  accounts(): Promise<void>
  /** The state with what has been read so far. */
  tree(): StateTree
}

/** What becomes of a nonce when a file has another. */
type NonceRule = (present: bigint, read: bigint) => bigint

/** The nonce as the file has it. */
export const replacedNonce: NonceRule = (_, read) => read

/** Never down, as the transactions that used the nonces are on a chain already. */
export const highestNonce: NonceRule = (present, read) => {
  if (read > present) return read
  return present
}

/** Whether a key of a file is an address: 20 bytes in hex. */
export function isAddress(key: string): boolean {
  return /^(0x)?[0-9a-f]{40}$/i.test(key)
}

/** The address that the key of an account is. */
export function addressOf(json: JsonReader, key: string): Uint8Array {
  if (!isAddress(key)) json.refuse('is not an address: give 20 bytes in hex')
  return hexToBytes(key.length === 40 ? key : key.slice(2))
}

/**
 * Reads accounts over `base`. With `mayKeepRecords` it is quicker where there are many, and throws a
 * `RepeatedAccount` for a file that has one of them twice.
 */
export function accountReader(
  json: JsonReader,
  base: StateTree,
  nonceRule: NonceRule,
  mayKeepRecords = false,
): AccountReader {
  const state = base.fork()
  let bulk: BulkAccounts | undefined
  let writes = 0

  function wrote(): void {
    writes++
    if (writes % maxWrites === 0) state.tree()
  }

  async function account(key: string): Promise<void> {
    const address = addressOf(json, key)
    wrote()
    if ((await json.kind()) === 'scalar') return withoutFields(json, state, address)
    // An account that has nothing is an account too.
    if (!(base instanceof ForkedState)) state.writeAccount(address, {})
    let isFirst = base instanceof ForkedState
    let isRemoved = false
    await json.object(async (field) => {
      if (isFirst && field === 'removed') {
        await state.deleteAccount(new Address(address))
        isRemoved = true
      }
      if (isFirst && !isRemoved) beginOnFork(state, address, field === 'whole')
      isFirst = false
      if (isRemoved) return json.skip()
      if (field === 'storage') return readStorage(json, state, address, { bulk, wrote })
      if (field === 'nonce') {
        const nonce = numberOf(json, await json.scalar(), maxUint64)
        const present = state.readAccount(address)?.nonce ?? 0n
        state.writeAccount(address, { nonce: nonceRule(present, nonce) })
      } else if (field === 'balance') {
        state.writeAccount(address, { balance: numberOf(json, await json.scalar(), maxUint256) })
      } else if (field === 'code') {
        state.writeCode(address, bytesOf(json, await json.scalar()))
      } else await json.skip()
    })
    if (isFirst) beginOnFork(state, address, false)
  }

  async function accounts(): Promise<void> {
    if (!BulkAccounts.isFor(base)) return json.object(account)
    const many = new BulkAccounts(state, mayKeepRecords)
    bulk = many
    await json.object(account, compactAccounts(many))
    await many.finish()
  }

  return {
    account,
    accounts,
    tree: () => bulk?.tree() ?? state.tree(),
  }
}

const noBytes = new Uint8Array()

/** An account that is null, or as on the live chain. */
async function withoutFields(
  json: JsonReader,
  state: MutableState,
  address: Uint8Array,
): Promise<void> {
  const scalar = await json.scalar()
  const tree = state.tree()
  if (scalar !== null && scalar !== 'live') json.refuse(`is ${show(scalar)}: give an object`)
  const isLive = scalar === 'live' && tree instanceof ForkedState
  // A file of a fork is refused where there is none, once it is known to be one.
  if (isLive) state.load(tree.revealed(pack(address)))
  else await state.deleteAccount(new Address(address))
}

/** Makes as much of the live chain's account visible as in the one that is read. */
function beginOnFork(state: MutableState, address: Uint8Array, isWhole: boolean): void {
  const tree = state.tree() as ForkedState
  const isShown = tree.beneath(pack(address)) === 'shown'
  if (!isShown && !isWhole) state.load(tree.revealed(pack(address)))
  state.writeAccount(address, {})
  if (isShown && isWhole) state.wipeStorage(address)
}

async function readStorage(
  json: JsonReader,
  state: MutableState,
  address: Uint8Array,
  { bulk, wrote }: { bulk: BulkAccounts | undefined; wrote: () => void },
): Promise<void> {
  if (await isNull(json)) return
  let slots = 0
  const many = bulk && compactSlots(bulk, address)
  const ahead: ReadAhead | undefined =
    many && ((bytes, start, end) => (++slots < manySlots ? start : many(bytes, start, end)))
  await json.object((key) => {
    const slot = wordOf(json, key)
    const write = (value: Scalar): void => {
      const tree = value === null ? state.tree() : undefined
      if (tree instanceof ForkedState) state.load(tree.revealed(pack(address), pack(slot)))
      else state.writeStorage(address, slot, value === null ? noBytes : wordOf(json, value))
      wrote()
    }
    const value = json.scalar()
    if (value instanceof Promise) return value.then(write)
    // At once where it can be: there may be millions.
    write(value)
    return undefined
  }, ahead)
}

/** Whether null stands where an object may; then it is read. */
export async function isNull(json: JsonReader): Promise<boolean> {
  if ((await json.kind()) !== 'scalar') return false
  const scalar = await json.scalar()
  return scalar === null || json.refuse(`is ${show(scalar)}: give an object`)
}

/** A number in any of the ways in which Anvil and geth have written them. */
function numberOf(json: JsonReader, value: unknown, most: bigint): bigint {
  const number = wholeNumber(value ?? 0)
  if (number === undefined || number > most) {
    return json.refuse(`is ${show(value)}: give a whole number from 0 to ${most}`)
  }
  return number
}

/** Bytes in hex; none for null. */
export function bytesOf(json: JsonReader, value: unknown): Uint8Array {
  const bytes = hexBytes(value ?? '0x')
  return bytes ?? json.refuse(`is ${show(value)}: give bytes as 0x and hex digits`)
}

/** 32 bytes in hex that may lack zeros in front. */
export function wordOf(json: JsonReader, value: unknown): Uint8Array {
  const word = paddedBytes(value, 32)
  return word ?? json.refuse(`is ${show(value)}: give at most 32 bytes as 0x and hex digits`)
}
