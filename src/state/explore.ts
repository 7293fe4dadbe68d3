import { numberToBytes } from '../lib/hex.ts'
import type { CallRequest } from '../types/request.ts'
import type { StateTree } from '../types/state.ts'
import { ForkedState, large, type Missed } from './forkedState.ts'
import { type KnownState, maxRounds, type RemoteState, StateMiss, withState } from './stateMiss.ts'
import { StateQuery } from './stateQuery.ts'
import { type Packed, pack, packTrimmed } from './trie/packed.ts'

/**
 * Runs a task that changes nothing outside on a state. On a fork of a live chain it goes on with
 * guesses where the state lacks something; that is fetched, all at once, and the task runs again
 * until it lacks nothing. `likely`: the call that it makes, of which the live chain may predict what it
 * needs.
 */
export async function explore<Result>(
  tree: StateTree,
  task: (tree: StateTree) => Promise<Result>,
  likely?: CallRequest,
): Promise<Result> {
  if (!(tree instanceof ForkedState)) return task(tree)
  const { remote } = tree
  // The first thing that is missing is what has to be named.
  if (remote.isOffline) return withState(() => task(tree))
  let fetched: StateQuery | undefined
  for (let round = 1; ; round++) {
    const first = missedWith('')
    const outcome = await attempt(tree, task, first)
    const { query, forRoot } = first
    const isLast = round === maxRounds
    const predicted = round === 1 ? likely : undefined
    if (query !== undefined && !isLast) {
      // Reported state need not be guessed.
      if (predicted === undefined || !remote.canPrefetch) {
        const guessed = await guess(tree, task, { query, fetched, data: likely?.data })
        await fetchWithGuesses(remote, { query, guessed }, predicted)
        fetched = guessed
      } else {
        await remote.fetch(query, predicted)
        fetched = query
      }
    } else if ('result' in outcome) {
      if (forRoot === undefined || isLast || !(await canFetch(tree, forRoot))) return outcome.result
    } else if (outcome.error instanceof StateMiss && !isLast) {
      await outcome.error.fetch()
    } else throw outcome.error
  }
}

interface Guesses {
  readonly query: StateQuery
  /** What the round before has fetched. */
  readonly fetched: StateQuery | undefined
  /** The data of the call that is made. */
  readonly data: Uint8Array | undefined
}

/** Returns what is wanted with what is likely to be wanted next. A guess that fails is left out. */
async function guess<Result>(
  tree: ForkedState,
  task: (tree: StateTree) => Promise<Result>,
  { query, fetched, data }: Guesses,
): Promise<StateQuery> {
  const known = tree.remote.ahead
  const guessed = new StateQuery()
  guessed.add(query)
  try {
    if (fetched !== undefined) addHeldAddresses(guessed, fetched, known)
    addFirstSlots(guessed)
    // Zero opens some ways, and much opens others.
    await attempt(tree, task, missedWith(large, guessed))
    addNamed(guessed, addressesIn(data), known)
  } catch {
    // What was added so far is fetched.
  }
  return guessed
}

/** Fetches what is wanted together with the guesses. If that fails, fetches what is wanted alone. */
async function fetchWithGuesses(
  remote: RemoteState,
  { query, guessed }: { readonly query: StateQuery; readonly guessed: StateQuery },
  likely: CallRequest | undefined,
): Promise<void> {
  if (guessed.size === query.size) return remote.fetch(query, likely)
  if ('error' in (await settled(remote.fetch(guessed, likely)))) await remote.fetch(query)
}

/** What a contract reads first is most often there: its owner, the other contracts that it knows. */
function addFirstSlots(query: StateQuery): void {
  for (const address of query.accounts) for (const slot of firstSlots) query.slot(address, slot)
}

const firstSlots = Array.from({ length: 8 }, (_, slot) => pack(numberToBytes(BigInt(slot), 32)))

/** An address that a slot holds is most often of a contract that is called next. */
function addHeldAddresses(query: StateQuery, fetched: StateQuery, known: KnownState): void {
  for (const [address, slots] of fetched.slots) {
    for (const slot of slots) {
      const value = known.slot(address, slot) ?? ''
      // In front of an address a contract often packs a flag or a version.
      const held = value.slice(-20)
      if (held.length < minOfAddress) continue
      const padded = pack(new Uint8Array(20 - held.length)) + held
      if (known.account(padded) === undefined) query.account(padded)
    }
  }
}

/**
 * Contracts that are named beside each other are often of one kind, as the coins of a swap: what one
 * keeps somewhere the other keeps at the same place.
 */
function addNamed(query: StateQuery, named: readonly Packed[], known: KnownState): void {
  const contracts = named.filter((address) => known.account(address)?.code.length)
  const slots = contracts.flatMap((address) => [...(query.slots.get(address) ?? [])])
  for (const address of named) if (known.account(address) === undefined) query.account(address)
  for (const address of contracts) {
    for (const slot of slots) if (known.slot(address, slot) === undefined) query.slot(address, slot)
  }
}

/** The first addresses among the words of a call's data. */
function addressesIn(data: Uint8Array = new Uint8Array()): readonly Packed[] {
  const found = new Set<Packed>()
  for (let at = 4; at + 32 <= data.length && found.size < maxNamed; at += 32) {
    const { length } = packTrimmed(data.subarray(at, at + 32))
    if (length >= minOfAddress && length <= 20) found.add(pack(data.subarray(at + 12, at + 32)))
  }
  return [...found]
}

const maxNamed = 8

/** Bytes without zeros in front: few addresses have less, and few numbers more. */
const minOfAddress = 18

/** Returns whether everything the root needs can be fetched. */
async function canFetch({ remote }: ForkedState, query: StateQuery): Promise<boolean> {
  return 'result' in (await settled(remote.fetch(query)))
}

async function attempt<Result>(
  tree: ForkedState,
  task: (tree: StateTree) => Promise<Result>,
  missed: Missed,
): ReturnType<typeof settled<Result>> {
  const outcome = await settled(task(tree.exploring(missed)))
  missed.isOver = true
  return outcome
}

/** What is to be noted; added to what was before. */
function missedWith(guess: Packed, query?: StateQuery): Missed {
  return { query, forRoot: undefined, guess, isGuessing: false, isOver: false }
}

/** What a promise comes to, as a value. */
export async function settled<Result>(
  promise: Promise<Result>,
): Promise<{ readonly result: Result } | { readonly error: unknown }> {
  try {
    return { result: await promise }
  } catch (error) {
    return { error }
  }
}
