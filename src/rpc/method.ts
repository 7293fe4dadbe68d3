import type { InferOutput } from 'valibot'
import { nextTurn } from '../clock/pace.ts'
import type { Devnet } from '../devnet/devnet.ts'
import type { Reader } from '../devnet/read/reader.ts'
import type { Connection, WebPage } from './connection.ts'
import { type ParamsSchema, parseParams } from './params.ts'
import type { Access, Profile } from './profile.ts'
import { parseInSlices } from './schema/slices.ts'
import type { Subscriptions } from './subscribe/subscriptions.ts'

/** What a handler gets besides its parameters. */
export interface Context {
  /** The devnet, for changes and for what is not part of the chain. */
  readonly devnet: Devnet
  /** The reader of the chain. */
  readonly reader: Reader
  /** Where pushes go; absent when the client cannot receive any. */
  readonly connection?: Connection | undefined
  /** Where the request comes from, if that is a page. */
  readonly page?: WebPage | undefined
  readonly profile: Profile
  /** The subscriptions of all connections. */
  readonly subscriptions: Subscriptions
  /** The name the client used: the method's own or an alias. */
  readonly calledAs: string
}

/**
 * What an argument of a method names, by its index. On a fork it decides whether the live chain's node
 * answers: a block by its number or tag, a block by number, tag or hash, the state after such a block, a
 * block by its hash, a transaction by its hash.
 */
export type About =
  | { readonly blockNumber: number; readonly takesNumbers?: boolean }
  | { readonly blockId: number; readonly takesNumbers?: boolean }
  | { readonly stateAfter: number; readonly takesNumbers?: boolean }
  | { readonly blockHash: number }
  | { readonly transactionHash: number }

/** What is known of a method besides what it does. */
export interface MethodFacts {
  /** What an argument names; absent where none names a block or a transaction. */
  readonly about?: About | undefined
  /** Whether the node signs with its accounts or sends in the name of one: no page of another origin may call it. */
  readonly signs?: boolean | undefined
  /** Whether its answer is the hash of a transaction that it has sent, or its receipt. */
  readonly sends?: boolean | undefined
  /** How large answers can be; those of a trace are the largest. Absent: they are small. */
  readonly weight?: 'long' | 'trace' | undefined
  /** What endpoints that stand in for the service's say to it, where that is not decided by its namespace. */
  readonly access?: Partial<Record<Profile, Access>> | undefined
}

/** A method of the registry. `names` are its name and aliases, `result` what its handler returns. */
export interface Method<
  names extends string = string,
  params extends ParamsSchema = ParamsSchema,
  result = unknown,
> extends MethodFacts {
  readonly name: names
  readonly aliases: readonly names[]
  /** What it does, in one sentence: for the table in docs/methods.md. */
  readonly summary: string
  readonly params: params
  /** Runs the handler: for a method that is another one with a difference. */
  handle(context: Context, params: InferOutput<params>): result | Promise<result>
  /** Parses the arguments and runs the handler; without a promise where neither waits. */
  call(context: Context, args: readonly unknown[]): result | Promise<result>
}

/**
 * A JSON-RPC method: `params` is a tuple schema, `handler` takes the parsed values and returns a
 * JSON value, a `RawJson`, a `LongList` or nothing (answered as `null`), or throws.
 */
export function defineMethod<
  const name extends string,
  const params extends ParamsSchema,
  result,
  const alias extends string = never,
>(
  definition: MethodFacts & {
    readonly name: name
    readonly aliases?: readonly alias[] | undefined
    readonly summary?: string | undefined
    readonly params: params
    readonly handler: (context: Context, params: InferOutput<params>) => result | Promise<result>
  },
): Method<name | alias, params, result> {
  const { name, aliases = [], summary = '', params, handler } = definition
  const { about, signs, sends, weight, access } = definition
  return {
    about,
    signs,
    sends,
    weight,
    access,
    name,
    aliases,
    summary,
    params,
    handle: handler,
    call: (context, args) => {
      const { machines, settings } = context.devnet
      const parse = () => parseParams(params, args, settings)
      const parsed = parseInSlices(parse, () => nextTurn(machines.clock))
      return parsed instanceof Promise
        ? parsed.then((values) => handler(context, values))
        : handler(context, parsed)
    },
  }
}
