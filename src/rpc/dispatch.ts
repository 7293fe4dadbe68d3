import type { Devnet } from '../devnet/devnet.ts'
import type { Reader } from '../devnet/read/reader.ts'
import type { CompatName } from '../types/options.ts'
import type { Connection } from './connection.ts'
import { asHardhat, unknownToHardhat } from './hardhatErrors.ts'
import type { Interference } from './interference.ts'
import type { Registry } from './method.ts'
import { ForbiddenMethodError, methodAccess, type Profile } from './profile.ts'
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
) => Promise<unknown>

export interface DispatchOptions {
  readonly registry: Registry
  readonly devnet: Devnet
  readonly profile: Profile
  /** Whose words errors have. @default 'anvil' */
  readonly compat?: CompatName | undefined
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

/** Runs the handler of the method with that name in the registry. */
export type Count = <Result>(method: string, handler: () => Promise<Result>) => Promise<Result>

const countNothing: Count = (_method, handler) => handler()

/** The way from a method's name to its handler, for one endpoint. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { registry, devnet, profile, interference, count = countNothing } = options
  const { subscriptions = new Subscriptions(), suggestsMethods: suggests = false } = options
  const isHardhat = options.compat === 'hardhat'

  async function call(
    name: string,
    args: readonly unknown[],
    connection: Connection | undefined,
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
    const context = { devnet, reader, connection, profile, subscriptions, calledAs: name }
    const answer = count(method.name, () => method.call(context, args))
    return isHardhat ? answer.catch(failAsHardhat) : answer
  }

  function unknownMethod(name: string): RpcError {
    if (isHardhat) return unknownToHardhat(name)
    return methodNotFound(name, suggests ? suggestMethod(registry, name, profile) : undefined)
  }

  function readerBehind(flashblocks: number): Reader {
    if (options.reader !== undefined) return options.reader
    return flashblocks === 0 ? devnet.reader : devnet.readers.behind(flashblocks)
  }

  return (name, args, connection) => {
    if (interference === undefined) return call(name, args, connection, readerBehind(0))
    return interference.run({ method: name, connection: connection?.id }, (behind) =>
      call(name, args, connection, readerBehind(behind)),
    )
  }
}

function failAsHardhat(thrown: unknown): never {
  throw asHardhat(thrown)
}
