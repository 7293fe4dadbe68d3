import { invalidParams, type RpcError } from './rpcError.ts'

/** Anvil's first words, and what to do. */
export function noFork(): RpcError {
  return invalidParams('Forking not enabled: this devnet begins its own chain, leave the URL out')
}
