import type { Hex } from '../../lib/hex.ts'

/** Calls that were sent together (EIP-5792). */
export interface CallBatch {
  /** The hashes of the transactions that were made of them, in their order. */
  readonly hashes: readonly Hex[]
  /** Calls at the end for which there is no transaction, as one could not be sent. */
  readonly unsent: number
}

/** Older ones are forgotten. */
const maxBatches = 1000

/** The batches of calls that were sent, by their ids. */
export class CallBatches {
  #byId: ReadonlyMap<string, CallBatch> = new Map()

  find(id: string): CallBatch | undefined {
    return this.#byId.get(id)
  }

  set(id: string, batch: CallBatch): void {
    this.#byId = new Map([...this.#without(id), [id, batch] as const].slice(-maxBatches))
  }

  delete(id: string): void {
    this.#byId = new Map(this.#without(id))
  }

  snapshot(): ReadonlyMap<string, CallBatch> {
    return this.#byId
  }

  restore(byId: ReadonlyMap<string, CallBatch>): void {
    this.#byId = byId
  }

  #without(id: string): readonly (readonly [string, CallBatch])[] {
    return [...this.#byId].filter(([other]) => other !== id)
  }
}
