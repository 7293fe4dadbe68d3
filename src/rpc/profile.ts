import { RpcError } from './rpcError.ts'

/**
 * Which of the service's endpoints to be: `devnet` answers everything, `public` and `dedicated`
 * what the service's endpoints of these names answer.
 */
export type Profile = 'devnet' | 'public' | 'dedicated'

export type Access = 'allowed' | 'notFound' | 'forbidden'

/**
 * Namespaces that a real node keeps to its owner. Those that neither change the chain by themselves nor
 * tell of the node are open to pages of any origin.
 */
const developmentNamespaces: ReadonlyMap<string, 'open' | 'closed'> = new Map([
  ['admin', 'closed'],
  ['anvil', 'closed'],
  ['debug', 'closed'],
  ['erigon', 'open'],
  ['evm', 'closed'],
  ['ganache', 'closed'],
  ['hardhat', 'closed'],
  ['miner', 'closed'],
  ['ots', 'open'],
  ['personal', 'closed'],
  ['preconf', 'closed'],
  ['tenderly', 'closed'],
  ['testing', 'closed'],
  ['trace', 'open'],
  ['wallet', 'open'],
])

function namespaceOf(method: string): string {
  return method.slice(0, method.indexOf('_'))
}

/** What is asked of a method, and the name by which it is called: its own or an alias. */
interface Called {
  readonly access?: Partial<Record<Profile, Access>> | undefined
  readonly signs?: boolean | undefined
}

/** What an endpoint says to the call of a method that exists. */
export function methodAccess(profile: Profile, method: Called, name: string): Access {
  if (profile === 'devnet') return 'allowed'
  if (developmentNamespaces.has(namespaceOf(name))) return 'notFound'
  return method.access?.[profile] ?? 'allowed'
}

/** Returns the names of a method that an endpoint answers, aliases too. */
export function namesAnswered(
  method: Called & { readonly name: string; readonly aliases: readonly string[] },
  profile: Profile,
): readonly string[] {
  const names = [method.name, ...method.aliases]
  return names.filter((name) => methodAccess(profile, method, name) === 'allowed')
}

/** Whether any page may call the method. */
export function isOpenToPages(method: Called, name: string): boolean {
  return !method.signs && developmentNamespaces.get(namespaceOf(name)) !== 'closed'
}

/**
 * A method that exists and is refused here: HTTP status 403. EIP-1474's code for "not supported",
 * as -32601 would say that the method does not exist.
 */
export class ForbiddenMethodError extends RpcError {
  constructor(method: string) {
    super(-32004, `the method ${method} is not available on this endpoint`)
  }
}
