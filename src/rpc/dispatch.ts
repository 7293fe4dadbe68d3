import type { Devnet } from '../devnet/devnet.ts'
import { hookOf } from '../devnet/hooks/extension.ts'
import { isAutomining } from '../devnet/options/cadenceOptions.ts'
import type { Reader } from '../devnet/read/reader.ts'
import type { Hex } from '../lib/hex.ts'
import type { Answers } from './answers.ts'
import {
  type Connection,
  clientOf,
  Disconnected,
  ForeignPageError,
  type WebPage,
} from './connection.ts'
import { type ErrorWords, plainWords, translateError, type WordsSource } from './errorWords.ts'
import type { FaultMiddleware } from './faultMiddleware.ts'
import { LongList, longInTurns } from './jsonText.ts'
import type { Context, Method } from './method.ts'
import { ForbiddenMethodError, isOpenToPages, methodAccess, type Profile } from './profile.ts'
import type { Registry } from './registry.ts'
import { invalidRequest, methodNotFound, type RpcError } from './rpcError.ts'
import { Subscriptions } from './subscribe/subscriptions.ts'
import { suggestMethod } from './suggestMethod.ts'

/** Longest method name that is looked up and repeated in an error; geth's limit. */
const maxMethodLength = 2048

/**
 * Calls a method by name. Rejects with whatever the method throws: see `toRpcError`; with a
 * `Disconnected` when the connection is to be cut instead.
 */
export type Dispatch = (
  method: string,
  args: readonly unknown[],
  connection?: Connection | undefined,
  page?: WebPage | undefined,
) => Promise<unknown>

export interface DispatchOptions {
  readonly registry: Registry
  readonly devnet: Devnet
  readonly profile: Profile
  /** Whose words errors have. @default geth's */
  readonly words?: WordsSource | undefined
  /** Whether the error about an unknown method names the one that was probably meant. @default false */
  readonly suggestsMethods?: boolean | undefined
  /** What requests read; the chain as it is now when absent. */
  readonly reader?: Reader | undefined
  /** Where those of all its endpoints are kept; of this one alone when absent. */
  readonly subscriptions?: Subscriptions | undefined
  /** Faults that requests meet; none when absent. */
  readonly faultMiddleware?: FaultMiddleware | undefined
  /** Makes long answers one after another; all at once when absent. */
  readonly answers?: Answers | undefined
  /** Counts requests; none are counted when absent. */
  readonly count?: Count | undefined
}

/** The client of a request, as far as it matters. */
interface Asker {
  readonly connection: Connection | undefined
  readonly page: WebPage | undefined
}

/** Errors that no other node has words for. */
const ownWords = [Disconnected, ForbiddenMethodError, ForeignPageError]

/** A request for a method of the registry. */
export interface CountedRequest {
  readonly method: string
  readonly args: readonly unknown[]
  /** The id of a connection. */
  readonly from?: string | undefined
}

/** Called when a request has been answered, or when its handler has thrown. */
export type Answered = (failure: { readonly thrown: unknown } | undefined) => void

/** Begins to count a request, as its handler begins. */
export type Count = (request: CountedRequest) => Answered

/**
 * Creates the way of a request from a method's name to its answer, for one endpoint: injected faults, the method and
 * whether it may be called, the call, and the words of its errors.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { registry, devnet, profile, faultMiddleware, answers, count } = options
  const { subscriptions = new Subscriptions(), suggestsMethods = false } = options
  const { words: wordsOf = () => plainWords } = options
  const answerOnFork = hookOf(registry.extensions, 'answerOnFork')
  const explainer = hookOf(registry.extensions, 'explainer')

  function dispatch(
    name: string,
    args: readonly unknown[],
    connection?: Connection,
    page?: WebPage,
  ): Promise<unknown> {
    const asker = { connection, page }
    if (faultMiddleware === undefined) return answer(name, args, asker, readerBehind(0))
    return faultMiddleware.run({ method: name, connection: connection?.id }, (behind) =>
      answer(name, args, asker, readerBehind(behind)),
    )
  }

  /** What a request reads whose reads are a number of flashblocks behind. */
  function readerBehind(flashblocks: number): Reader {
    if (options.reader !== undefined) return options.reader
    return flashblocks === 0 ? devnet.reader : devnet.readers.behind(flashblocks)
  }

  /** One asynchronous function: an extra async hop costs as much as a small method. */
  async function answer(
    name: string,
    args: readonly unknown[],
    asker: Asker,
    reader: Reader,
  ): Promise<unknown> {
    const { connection, page } = asker
    try {
      const method = findMethod(options, name, page)
      if (method === undefined) throw await unknownMethod(name)
      const settling = devnet.blocks.settle()
      if (settling !== undefined) await settling
      const context = { devnet, reader, connection, page, profile, subscriptions, calledAs: name }
      const end = count?.({ method: method.name, args, from: connection?.id })
      let result: unknown
      try {
        result =
          answers === undefined
            ? call(method, context, args)
            : answers.run(method.weight, () => callInTurns(method, context, args))
        // Most results of small reads are strings, and to await one takes a tenth of the time of the read.
        if (typeof result === 'object') result = await result
        if (result instanceof LongList) result = result.all()
      } catch (thrown) {
        // Names of sources are for developers.
        if (profile === 'devnet' && !page?.isForeign) await explainer?.find(thrown, devnet)
        end?.({ thrown })
        if (method.sends) noteSent(method, thrown, asker)
        throw thrown
      }
      const following = devnet.hooks.beside?.()
      if (following !== undefined) await following
      end?.(undefined)
      if (method.sends) noteSent(method, result, asker)
      return result
    } catch (thrown) {
      const error = errorFor(await wordsOf(), thrown, name, args)
      throw explainer === undefined ? error : explainer.explain(error, thrown)
    }
  }

  /** Remembers by which request a transaction came, whose hash or receipt is the outcome of a method. */
  function noteSent(method: Method, outcome: unknown, { connection, page }: Asker): void {
    const hash = transactionHashOf(outcome)
    const client = clientOf(connection, page)
    if (hash !== undefined) devnet.statuses.sent(hash, { method: method.name, client })
  }

  function call(method: Method, context: Context, args: readonly unknown[]): unknown {
    const isFork = answerOnFork !== undefined && devnet.forked.live !== undefined
    return isFork ? answerOnFork(method, context, args) : method.call(context, args)
  }

  /** The same as `call`, but encodes a long list in turns with other work. */
  function callInTurns(method: Method, context: Context, args: readonly unknown[]): unknown {
    const result = call(method, context, args)
    return result instanceof Promise ? result.then(longInTurns) : longInTurns(result)
  }

  async function unknownMethod(name: string): Promise<RpcError> {
    const { unknownMethod } = await wordsOf()
    return unknownMethod(name, suggestsMethods ? suggestMethod(registry, name, profile) : undefined)
  }

  /** What was thrown, in the words of this endpoint. */
  function errorFor(
    words: ErrorWords,
    thrown: unknown,
    method: string,
    args: readonly unknown[],
  ): unknown {
    if (ownWords.some((kind) => thrown instanceof kind)) return thrown
    return translateError(words, thrown, () => ({
      method,
      args,
      head: devnet.reader.head.number,
      isAutomined: isAutomining(devnet.schedule.cadence),
      chainId: devnet.protocol.chainId,
    }))
  }

  return dispatch
}

/** The hash in an answer that is one, in a receipt, or in the error about a transaction that was sent and failed. */
function transactionHashOf(outcome: unknown): Hex | undefined {
  const found =
    typeof outcome === 'object' && outcome !== null && 'transactionHash' in outcome
      ? outcome.transactionHash
      : outcome
  return typeof found === 'string' && /^0x[0-9a-f]{64}$/.test(found) ? (found as Hex) : undefined
}

/** Returns the method with that name; `undefined` where there is none. Throws when the client may not call it. */
function findMethod(
  { registry, profile }: Pick<DispatchOptions, 'registry' | 'profile'>,
  name: string,
  page: WebPage | undefined,
): Method | undefined {
  if (name.length > maxMethodLength) {
    const problem = `method name of ${name.length} characters, the limit is ${maxMethodLength}`
    throw invalidRequest(problem)
  }
  const method = registry.find(name)
  if (method === undefined) return undefined
  const access = methodAccess(profile, method, name)
  if (access === 'notFound') throw methodNotFound(name)
  if (access === 'forbidden') throw new ForbiddenMethodError(name)
  if (page?.isForeign && !isOpenToPages(method, name)) {
    const error = new ForeignPageError(name, page.origin)
    page.onRefused(error.message)
    throw error
  }
  return method
}
