import type { Method } from '../../method.ts'
import { call } from './call.ts'
import { estimateGas } from './estimateGas.ts'
import { getBlockReceipts } from './getBlockReceipts.ts'
import { getCode } from './getCode.ts'
import { getProof } from './getProof.ts'
import { getStorageAt } from './getStorageAt.ts'
import { getTransactionByHash } from './getTransactionByHash.ts'
import { getTransactionCount } from './getTransactionCount.ts'
import { sendRawTransactionSync } from './sendRawTransactionSync.ts'
import { simulateV1 } from './simulateV1.ts'

/**
 * Methods that Base's node answers in another way than we do, in place of ours of the same names
 * (base/base, `crates/execution/flashblocks/src/rpc/eth.rs`).
 */
export const baseMethods: readonly Method[] = [
  call,
  estimateGas,
  getBlockReceipts,
  getCode,
  getProof,
  getStorageAt,
  getTransactionByHash,
  getTransactionCount,
  sendRawTransactionSync,
  simulateV1,
]
