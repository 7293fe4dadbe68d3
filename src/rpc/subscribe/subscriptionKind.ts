import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import type { SharedText } from '../jsonText.ts'
import { type ParamsSchema, parseParams } from '../params.ts'

/** Takes a result to a subscriber: its JSON, or the rest of a push, which many share. */
export type Push = (result: string | SharedText) => void

/** One of the things that `eth_subscribe` can be told to push. */
export interface SubscriptionKind {
  /** As `eth_subscribe` calls it. */
  readonly name: string
  /** Parses all parameters of `eth_subscribe` and pushes from now on, until the returned function is called. */
  start(devnet: Devnet, args: readonly unknown[], push: Push): () => void
}

/** The first parameter of `eth_subscribe`. */
export const kindName = v.string('expected a string')

/** `params` is the schema of all parameters of `eth_subscribe`, the kind's name first. */
export function defineSubscription<const params extends ParamsSchema>(definition: {
  readonly name: string
  readonly params: params
  readonly start: (devnet: Devnet, params: v.InferOutput<params>, push: Push) => () => void
}): SubscriptionKind {
  const { name, params, start } = definition
  return {
    name,
    start: (devnet, args, push) => start(devnet, parseParams(params, args), push),
  }
}
