import { numberToBytes } from '../lib/hex.ts'
import type { CallRequest } from '../types/request.ts'
import type { StateTree } from '../types/state.ts'
import { ForkedState, large, type Missed } from './forkedState.ts'
import { pack } from './packed.ts'
import { mostRounds, StateMiss } from './stateMiss.ts'
import { Wants } from './wants.ts'

/**
 * Runs a task that changes nothing outside on a state. On a fork of a live chain it goes on with
 * guesses where the state lacks something; that is fetched, all at once, and the task runs again
 * until it lacks nothing. `likely`: the call that it makes, of which the live chain may tell what it
 * needs.
 */
export async function explore<Result>(
  tree: StateTree,
  task: (tree: StateTree) => Promise<Result>,
  likely?: CallRequest,
): Promise<Result> {
  if (!(tree instanceof ForkedState)) return task(tree)
  for (let round = 1; ; round++) {
    const wants = new Wants()
    const forRoot = new Wants()
    const outcome = await attempt(tree, task, { wants, forRoot, guess: '', isOver: false })
    const isLast = round === mostRounds
    const told = round === 1 ? likely : undefined
    if (wants.size > 0 && !isLast) {
      if (told === undefined) addFirstSlots(wants)
      // Zero opens some ways, and much opens others; what may be told need not be guessed.
      if (told === undefined) {
        await attempt(tree, task, { wants, forRoot, guess: large, isOver: false })
      }
      await tree.remote.fetch(wants, told)
    } else if ('result' in outcome) {
      if (forRoot.size === 0 || isLast || !(await canFetch(tree, forRoot))) return outcome.result
    } else if (outcome.error instanceof StateMiss && !isLast) {
      await outcome.error.fetch()
    } else throw outcome.error
  }
}

/** What a contract reads first is most often there: its owner, the other contracts that it knows. */
function addFirstSlots(wants: Wants): void {
  for (const address of wants.accounts) for (const slot of firstSlots) wants.slot(address, slot)
}

const firstSlots = Array.from({ length: 8 }, (_, slot) => pack(numberToBytes(BigInt(slot), 32)))

/** Without what the root takes another one is given. */
async function canFetch({ remote }: ForkedState, wants: Wants): Promise<boolean> {
  return 'result' in (await settled(remote.fetch(wants)))
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
