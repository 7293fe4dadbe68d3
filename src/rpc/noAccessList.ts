import type { View } from '../types/view.ts'
import { RpcError } from './rpcError.ts'

/** What a block of an earlier hardfork than Amsterdam does not have (EIP-7928). */
export function noAccessList({ header: { number, common } }: Pick<View, 'header'>): RpcError {
  return new RpcError(
    -32001,
    `block ${number} has no access list: it is of ${common.hardfork()}, and lists begin with amsterdam (EIP-7928)`,
  )
}
