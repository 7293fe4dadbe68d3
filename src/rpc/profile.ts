import { RpcError } from './rpcError.ts'

/**
 * Which of the service's endpoints to be: `devnet` answers everything, `public` and `dedicated`
 * what the service's endpoints of these names answer.
 */
export type Profile = 'devnet' | 'public' | 'dedicated'

type Access = 'allowed' | 'notFound' | 'forbidden'

/** Namespaces that a real node keeps to its owner. */
const developmentNamespaces: ReadonlySet<string> = new Set([
  'admin',
  'anvil',
  'debug',
  'erigon',
  'evm',
  'ganache',
  'hardhat',
  'miner',
  'ots',
  'personal',
  'preconf',
  'tenderly',
  'testing',
  'trace',
  'wallet',
])

/** What an endpoint says to the call of a method that exists. */
export function methodAccess(profile: Profile, method: string): Access {
  if (profile === 'devnet') return 'allowed'
  if (developmentNamespaces.has(method.slice(0, method.indexOf('_')))) return 'notFound'
  if (profile === 'public' && method === 'eth_getBlockReceipts') return 'forbidden'
  if (profile === 'dedicated' && method === 'eth_simulateV1') return 'notFound'
  return 'allowed'
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
