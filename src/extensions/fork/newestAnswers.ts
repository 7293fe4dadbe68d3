import { quantity } from '../../lib/hex.ts'
import type { FollowAnswers, FollowRequests } from '../../types/fork.ts'
import type { Json, JsonObject } from '../../types/values.ts'
import type { Cassette } from './cassette/cassette.ts'
import { readObject, readQuantity } from './upstream/read.ts'
import type { Upstream } from './upstream/upstream.ts'

/** The method of the lines with them in a cassette: its parameters are a time and the number of the block. */
const method = 'preconf_follow'

/** Answers that a cassette has kept. */
interface Kept extends FollowAnswers {
  /** Milliseconds after the start of the devnet. */
  readonly atMs: number
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
  async at(atMs: number, requests: FollowRequests): Promise<FollowAnswers | undefined> {
    const { before, isLast } = this.#keptAt(atMs)
    // What was recorded is a course of its own: newer answers come after all of it.
    if (this.#upstream === undefined || !isLast) return before
    const found = await ask(this.#upstream, requests)
    // Equal answers are found by their earlier time.
    if (before === undefined || !isSame(before.answers, found.answers)) {
      const { blockNumber, answers } = found
      const params = [atMs, quantity(blockNumber)]
      await this.#cassette?.record([{ kind: 'rpc', method, params, result: answers }])
    }
    return found
  }

  /** The newest ones up to a time, of several recordings those of the earliest block, and whether later ones are none. */
  #keptAt(atMs: number): { readonly before: Kept | undefined; readonly isLast: boolean } {
    let before: Kept | undefined
    let isLast = true
    for (const fact of this.#cassette?.facts() ?? []) {
      if (fact.kind !== 'rpc' || fact.method !== method) continue
      const asked = { upstream: this.#cassette?.path ?? 'the cassette', what: method }
      const time = Number(fact.params[0])
      const blockNumber = readQuantity(fact.params[1], 64, asked)
      isLast &&= time < atMs
      if (!(time <= atMs) || (before !== undefined && before.atMs > time)) continue
      if (before?.atMs === time && before.blockNumber <= blockNumber) continue
      before = { atMs: time, blockNumber, answers: readObject(fact.result, asked) }
    }
    return { before, isLast }
  }
}

/** Asks for all at one block, in two exchanges. */
async function ask(upstream: Upstream, requests: FollowRequests): Promise<FollowAnswers> {
  const asked = { upstream: upstream.name, what: 'the newest block' }
  const block = readObject(await upstream.request('eth_getBlockByNumber', ['latest', false]), asked)
  const blockNumber = readQuantity(block.number, 64, asked)
  const answered = [...requests].map(
    async ([key, { method, params }]): Promise<readonly [string, Json]> => [
      key,
      await upstream.request(method, [...params, quantity(blockNumber)]),
    ],
  )
  return { blockNumber, answers: Object.fromEntries(await Promise.all(answered)) }
}

function isSame(one: FollowAnswers['answers'], other: FollowAnswers['answers']): boolean {
  const entries = Object.entries(one)
  const isAll = entries.length === Object.keys(other).length
  return isAll && entries.every(([key, answer]) => (other as JsonObject)[key] === answer)
}
