import type { Devnet } from '../devnet/devnet.ts'
import type { Connection } from './connection.ts'
import { ForbiddenMethodError, methodAccess, type Profile } from './profile.ts'
import type { Registry } from './registry.ts'
import { invalidRequest, methodNotFound } from './rpcError.ts'

/** Longest method name that is looked up and repeated in an error; geth's limit. */
const maxMethodLength = 2048

/** Calls a method by name. Rejects with whatever the method throws: see `toRpcError`. */
export type Dispatch = (
  method: string,
  args: readonly unknown[],
  connection?: Connection | undefined,
) => Promise<unknown>

export interface DispatchOptions {
  readonly registry: Registry
  readonly devnet: Devnet
  readonly profile: Profile
}

/** The way from a method's name to its handler, for one endpoint. */
export function createDispatch({ registry, devnet, profile }: DispatchOptions): Dispatch {
  return async (name, args, connection) => {
    if (name.length > maxMethodLength) {
      const problem = `method name of ${name.length} characters, the limit is ${maxMethodLength}`
      throw invalidRequest(problem)
    }
    const method = registry.find(name)
    if (method === undefined) throw methodNotFound(name)
    const access = methodAccess(profile, name)
    if (access === 'notFound') throw methodNotFound(name)
    if (access === 'forbidden') throw new ForbiddenMethodError(name)
    return method.call({ devnet, connection, profile, calledAs: name }, args)
  }
}
