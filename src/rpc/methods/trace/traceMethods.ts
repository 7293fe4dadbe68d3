import type { Method } from '../../method.ts'
import { block } from './block.ts'
import { call } from './call.ts'
import { callMany } from './callMany.ts'
import { filter } from './filter.ts'
import { get } from './get.ts'
import { rawTransaction } from './rawTransaction.ts'
import { replayBlockTransactions } from './replayBlockTransactions.ts'
import { replayTransaction } from './replayTransaction.ts'
import { transaction } from './transaction.ts'

/** Parity's `trace_` methods. */
export const traceMethods: readonly Method[] = [
  block,
  call,
  callMany,
  filter,
  get,
  rawTransaction,
  replayBlockTransactions,
  replayTransaction,
  transaction,
]
