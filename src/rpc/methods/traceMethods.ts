import type { Method } from '../method.ts'
import { block } from './trace/block.ts'
import { call } from './trace/call.ts'
import { callMany } from './trace/callMany.ts'
import { filter } from './trace/filter.ts'
import { get } from './trace/get.ts'
import { blockOpcodeGas, transactionOpcodeGas } from './trace/opcodeGas.ts'
import { rawTransaction } from './trace/rawTransaction.ts'
import { replayBlockTransactions } from './trace/replayBlockTransactions.ts'
import { replayTransaction } from './trace/replayTransaction.ts'
import { transaction } from './trace/transaction.ts'

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
