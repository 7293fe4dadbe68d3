import type { Clock } from '../../clock/clock.ts'
import type { Hex } from '../../lib/hex.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { FateTimes, FaultName } from '../../types/transactionFate.ts'
import { type Faults, isMeant } from './faults.ts'

interface InclusionDelaysDeps {
  readonly faults: Faults
  readonly clock: Pick<Clock, 'now'>
  readonly pool: { has(hash: Hex): boolean }
  /** When the pool got them. */
  readonly records: { find(hash: Hex): { readonly times: FateTimes } | undefined }
}

/** A transaction that is left out, until a time of the chain in ms, and the fault that does it. */
interface Hold {
  readonly untilMs: number
  readonly fault: FaultName
}

/** All that is left out at a moment; never changes. */
type Held = ReadonlyMap<Hex, Hold>

/** The transactions that the builder leaves out for some time, by `delayInclusion`. */
export class InclusionDelays {
  readonly #deps: InclusionDelaysDeps
  #held: Held = new Map()

  constructor(deps: InclusionDelaysDeps) {
    this.#deps = deps
  }

  /** Whether the builder, which has come to the transaction, leaves it out. */
  isLeftOut(transaction: SignedTransaction): boolean {
    const { faults } = this.#deps
    if (this.#held.size === 0 && faults.isEmpty) return false
    return this.find(transaction.hash) !== undefined || this.#begins(transaction)
  }

  /** The same for a block that is only supposed: it begins no fault. */
  get begun(): { isLeftOut(transaction: SignedTransaction): boolean } {
    return { isLeftOut: ({ hash }) => this.find(hash) !== undefined }
  }

  /** What leaves the transaction out now. */
  find(hash: Hex): Hold | undefined {
    const hold = this.#held.get(hash)
    return hold !== undefined && this.#deps.clock.now() < hold.untilMs ? hold : undefined
  }

  /** Leaves out none any more. */
  end(): void {
    this.#held = new Map()
  }

  snapshot(): Held {
    return this.#held
  }

  restore(held: Held): void {
    this.#held = held
  }

  /** Whether a fault begins to keep it out. */
  #begins(transaction: SignedTransaction): boolean {
    const { faults, clock, pool, records } = this.#deps
    const { hash } = transaction
    const nowMs = clock.now()
    const sinceMs = records.find(hash)?.times.pooledMs ?? nowMs
    const taken = faults.takeFirst(
      'delayInclusion',
      (fault) => isMeant(fault, transaction) && nowMs < sinceMs + fault.ms,
      { transaction: hash },
    )
    if (taken === undefined) return false
    const { id, fault } = taken
    const kept = [...this.#held].filter(([known]) => pool.has(known) && this.find(known))
    const hold = { untilMs: sinceMs + fault.ms, fault: { id, kind: fault.kind } }
    this.#held = new Map([...kept, [hash, hold]])
    return true
  }
}
