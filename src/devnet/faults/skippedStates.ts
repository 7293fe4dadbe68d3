import type { Chain } from '../../chain/chain.ts'
import type { Reached } from '../../types/chainStates.ts'
import type { SealedBlock } from '../../types/view.ts'
import type { Faults } from './faults.ts'

/** A state that blocks come to after they are sealed. */
interface LaterState {
  readonly name: string
  readonly reached: Reached
  /** How many blocks follow one that comes to it. */
  readonly blocks: bigint
}

interface SkippedStatesDeps {
  readonly faults: Faults
  readonly chain: Pick<Chain, 'genesis'>
  readonly states: readonly LaterState[]
}

/** Names of states, each with the number of a block; never changes. */
type Skipped = ReadonlySet<string>

/** The number of skips that are remembered. */
const maxSkipped = 1024

type Numbered = Pick<SealedBlock, 'number'>

/** The states that blocks have not come to, by `skipState`. */
export class SkippedStates {
  readonly #deps: SkippedStatesDeps
  #skipped: Skipped = new Set()

  constructor(deps: SkippedStatesDeps) {
    this.#deps = deps
  }

  /** A block is the head now: those before it come to later states, or do not. */
  note({ number }: Numbered): void {
    const { faults, chain, states } = this.#deps
    if (faults.isEmpty) return
    for (const { name, blocks } of states) {
      const reaching = number - blocks
      if (reaching <= chain.genesis.number) continue
      const taken = faults.takeFirst('skipState', ({ state }) => state === name)
      if (taken === undefined) continue
      const newest = [...this.#skipped, keyOf(name, reaching)].slice(-maxSkipped)
      this.#skipped = new Set(newest)
    }
  }

  /** Whether the block has not come to the state. */
  has({ name }: Pick<LaterState, 'name'>, { number }: Numbered): boolean {
    return this.#skipped.size > 0 && this.#skipped.has(keyOf(name, number))
  }

  /** Number of the newest block, up to that one, that has come to the state. */
  newest(reached: Reached, number: bigint): bigint {
    if (this.#skipped.size === 0) return number
    const state = this.#deps.states.find((candidate) => candidate.reached === reached)
    let newest = number
    while (state !== undefined && this.has(state, { number: newest })) newest--
    return newest
  }

  snapshot(): Skipped {
    return this.#skipped
  }

  restore(skipped: Skipped): void {
    this.#skipped = skipped
  }
}

function keyOf(state: string, number: bigint): string {
  return `${number} ${state}`
}
