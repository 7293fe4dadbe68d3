import type { Method } from '../method.ts'
import {
  block,
  blockOpcodeGas,
  filter,
  get,
  transaction,
  transactionOpcodeGas,
} from './trace/blocks.ts'
import {
  call,
  callMany,
  rawTransaction,
  replayBlockTransactions,
  replayTransaction,
} from './trace/calls.ts'

/** Parity's `trace_` methods. */
export const traceMethods: readonly Method[] = [
  block,
  blockOpcodeGas,
  call,
  callMany,
  filter,
  get,
  rawTransaction,
  replayBlockTransactions,
  replayTransaction,
  transaction,
  transactionOpcodeGas,
]
