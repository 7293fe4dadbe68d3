import { quantity } from '../../lib/hex.ts'
import type { FollowAnswers, FollowRequests } from '../../types/fork.ts'
import type { Json } from '../../types/values.ts'
import type { Cassette } from './cassette/cassette.ts'
import type { Fact } from './cassette/lines.ts'
import { readHash, readObject, readQuantity } from './upstream/read.ts'
import type { Upstream } from './upstream/upstream.ts'

/** The method of the lines with them in a cassette: its parameters are a time, a key, and the block. */
const method = 'preconf_follow'

/** An answer that a cassette has kept. */
interface Kept {
  /** Milliseconds after the start of the devnet. */
  readonly atMs: number
  readonly blockNumber: bigint
  readonly answer: Json
}

/** What the newest block of the live chain answers from time to time: the only facts that are not of the fork block. */
export class NewestAnswers {
  readonly #upstream: Upstream | undefined
  readonly #cassette: Cassette | undefined

  constructor(upstream: Upstream | undefined, cassette: Cassette | undefined) {
    this.#upstream = upstream
    this.#cassette = cassette
  }

  /** What the cassette has of that time, else what the upstream answers now; offline what was last before that time. */
  async at(atMs: number, requests: FollowRequests): Promise<FollowAnswers> {
    const { before, isLast } = this.#keptAt(atMs)
    // What was recorded is a course of its own: newer answers come after all of it.
    if (this.#upstream === undefined || !isLast) return before
    const { block, answers } = await ask(this.#upstream, requests)
    // Equal answers are found by their earlier time.
    const changed = Object.entries(answers).filter(([key, answer]) => before[key] !== answer)
    const facts = changed.map(
      ([key, result]): Fact => ({ kind: 'rpc', method, params: [atMs, key, ...block], result }),
    )
    await this.#cassette?.record(facts)
    return answers
  }

  /** The newest answers up to a time, of several recordings those of the earliest block, and whether none is later. */
  #keptAt(atMs: number): { readonly before: FollowAnswers; readonly isLast: boolean } {
    const best = new Map<string, Kept>()
    let isLast = true
    for (const fact of this.#cassette?.facts() ?? []) {
      if (fact.kind !== 'rpc' || fact.method !== method) continue
      const asked = { upstream: this.#cassette?.path ?? 'the cassette', what: method }
      const [time, key, block] = fact.params
      const kept = {
        atMs: Number(time),
        blockNumber: readQuantity(block, 64, asked),
        answer: fact.result,
      }
      isLast &&= kept.atMs < atMs
      const known = best.get(String(key))
      if (kept.atMs <= atMs && isBetter(kept, known)) best.set(String(key), kept)
    }
    const before = Object.fromEntries([...best].map(([key, { answer }]) => [key, answer]))
    return { before, isLast }
  }
}

function isBetter(one: Kept, known: Kept | undefined): boolean {
  if (known === undefined || one.atMs !== known.atMs) return one.atMs > (known?.atMs ?? -1)
  return one.blockNumber < known.blockNumber
}

/** Asks for all at one block, in two exchanges. */
async function ask(upstream: Upstream, requests: FollowRequests) {
  const asked = { upstream: upstream.name, what: 'the newest block' }
  const found = readObject(await upstream.request('eth_getBlockByNumber', ['latest', false]), asked)
  const number = quantity(readQuantity(found.number, 64, asked))
  const answered = [...requests].map(
    async ([key, { method, params }]): Promise<readonly [string, Json]> => [
      key,
      await upstream.request(method, [...params, number]),
    ],
  )
  const answers: FollowAnswers = Object.fromEntries(await Promise.all(answered))
  return { block: [number, readHash(found.hash, asked)], answers }
}
