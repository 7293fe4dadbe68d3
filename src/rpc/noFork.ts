import { invalidParams, type RpcError } from './rpcError.ts'

/** Anvil's first words, and what to do. */
export function noFork(): RpcError {
  return invalidParams('Forking not enabled: start with --fork-url, or call anvil_reset with a URL')
}
