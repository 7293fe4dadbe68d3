import type { Devnet } from '../devnet/devnet.ts'
import { isAutomining } from '../devnet/options/cadenceOptions.ts'
import type { Reader } from '../devnet/read/reader.ts'
import type { Connection } from './connection.ts'
import { Disconnected } from './disconnected.ts'
import { explain, explained, traceOf } from './explain.ts'
import { type ForeignPage, ForeignPageError, isOpenToPages } from './foreignPage.ts'
import type { Interference } from './interference.ts'
import { answerOnFork } from './live/answerOnFork.ts'
import type { Registry } from './method.ts'
import { ForbiddenMethodError, methodAccess, type Profile } from './profile.ts'
import { codedError, invalidRequest, methodNotFound, type RpcError } from './rpcError.ts'
import { Subscriptions } from './subscribe/subscriptions.ts'
import { suggestMethod } from './suggestMethod.ts'
import { errorWords } from './words/errorWords.ts'
import { type ErrorWords, worded } from './words/words.ts'

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
  page?: ForeignPage | undefined,
) => Promise<unknown>

export interface DispatchOptions {
  readonly registry: Registry
  readonly devnet: Devnet
  readonly profile: Profile
  /** Whose words errors have. @default geth's */
  readonly words?: ErrorWords | undefined
  /** Whether the error about an unknown method names the one that was probably meant. @default false */
  readonly suggestsMethods?: boolean | undefined
  /** What requests read; the chain as it is now when absent. */
  readonly reader?: Reader | undefined
  /** Where those of all its endpoints are kept; of this one alone when absent. */
  readonly subscriptions?: Subscriptions | undefined
  /** Faults that requests meet; none when absent. */
  readonly interference?: Interference | undefined
  /** Runs the handler of a method and counts that. */
  readonly count?: Count | undefined
}

/** Who a request comes from, as far as that matters. */
interface Asker {
  readonly connection: Connection | undefined
  readonly page: ForeignPage | undefined
}

/** Errors that no other node has words for. */
const ownWords = [Disconnected, ForbiddenMethodError, ForeignPageError]

/** Runs the handler of the method with that name in the registry; `from`: the id of a connection. */
export type Count = <Result>(
  request: {
    readonly method: string
    readonly args: readonly unknown[]
    readonly from?: string | undefined
  },
  handler: () => Promise<Result>,
) => Promise<Result>

const countNothing: Count = (_request, handler) => handler()

/** The way from a method's name to its handler, for one endpoint. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { registry, devnet, profile, interference, count = countNothing } = options
  const { subscriptions = new Subscriptions(), suggestsMethods: suggests = false } = options
  const { words = errorWords.geth } = options

  async function call(
    name: string,
    args: readonly unknown[],
    { connection, page }: Asker,
    reader: Reader,
  ): Promise<unknown> {
    if (name.length > maxMethodLength) {
      const problem = `method name of ${name.length} characters, the limit is ${maxMethodLength}`
      throw invalidRequest(problem)
    }
    const method = registry.find(name)
    if (method === undefined) throw unknownMethod(name)
    const access = methodAccess(profile, name)
    if (access === 'notFound') throw methodNotFound(name)
    if (access === 'forbidden') throw new ForbiddenMethodError(name)
    if (page !== undefined && !isOpenToPages(name)) throw refusedTo(page, name)
    const settling = devnet.blocks.settle()
    if (settling !== undefined) await settling
    const context = { devnet, reader, connection, profile, subscriptions, calledAs: name }
    const isForked = devnet.forked.live !== undefined
    const request = { method: method.name, args, from: connection?.id }
    return count(request, async () => {
      try {
        return await (isForked ? answerOnFork(method, context, args) : method.call(context, args))
      } catch (thrown) {
        // Names of sources are for who develops.
        if (profile === 'devnet' && page === undefined) await explain(thrown, devnet)
        throw thrown
      }
    })
  }

  async function answered(
    name: string,
    args: readonly unknown[],
    asker: Asker,
    reader: Reader,
  ): Promise<unknown> {
    try {
      return await call(name, args, asker, reader)
    } catch (thrown) {
      const error = told(thrown, name, args)
      const trace = thrown instanceof Error ? traceOf(thrown) : undefined
      const coded = trace && codedError(error)
      throw trace && coded ? explained(coded, trace) : error
    }
  }

  /** What was thrown, in the words that hold here. */
  function told(thrown: unknown, method: string, args: readonly unknown[]): unknown {
    if (ownWords.some((kind) => thrown instanceof kind)) return thrown
    return worded(words, thrown, () => ({
      method,
      args,
      head: devnet.reader.head.number,
      isAutomined: isAutomining(devnet.schedule.cadence),
      chainId: devnet.protocol.chainId,
    }))
  }

  function unknownMethod(name: string): RpcError {
    return words.unknownMethod(name, suggests ? suggestMethod(registry, name, profile) : undefined)
  }

  function readerBehind(flashblocks: number): Reader {
    if (options.reader !== undefined) return options.reader
    return flashblocks === 0 ? devnet.reader : devnet.readers.behind(flashblocks)
  }

  return (name, args, connection, page) => {
    const asker = { connection, page }
    if (interference === undefined) return answered(name, args, asker, readerBehind(0))
    return interference.run({ method: name, connection: connection?.id }, (behind) =>
      answered(name, args, asker, readerBehind(behind)),
    )
  }
}

function refusedTo(page: ForeignPage, method: string): ForeignPageError {
  const error = new ForeignPageError(method, page.origin)
  page.onRefused(error.message)
  return error
}
