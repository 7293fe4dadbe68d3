import type { Method } from '../method.ts'
import { accounts } from './eth/accounts.ts'
import { baseFee } from './eth/baseFee.ts'
import { blobBaseFee } from './eth/blobBaseFee.ts'
import { blockNumber } from './eth/blockNumber.ts'
import { call } from './eth/call.ts'
import { callMany } from './eth/callMany.ts'
import { capabilities } from './eth/capabilities.ts'
import { chainId } from './eth/chainId.ts'
import { coinbase } from './eth/coinbase.ts'
import { config } from './eth/config.ts'
import { createAccessList } from './eth/createAccessList.ts'
import { estimateGas } from './eth/estimateGas.ts'
import { feeHistory } from './eth/feeHistory.ts'
import { fillTransaction } from './eth/fillTransaction.ts'
import { gasPrice } from './eth/gasPrice.ts'
import { getAccount } from './eth/getAccount.ts'
import { getAccountInfo } from './eth/getAccountInfo.ts'
import { getBalance } from './eth/getBalance.ts'
import { getBlockAccessList } from './eth/getBlockAccessList.ts'
import { getBlockByHash } from './eth/getBlockByHash.ts'
import { getBlockByNumber } from './eth/getBlockByNumber.ts'
import { getBlockReceipts } from './eth/getBlockReceipts.ts'
import { getBlockTransactionCountByHash } from './eth/getBlockTransactionCountByHash.ts'
import { getBlockTransactionCountByNumber } from './eth/getBlockTransactionCountByNumber.ts'
import { getCode } from './eth/getCode.ts'
import { getCompilers } from './eth/getCompilers.ts'
import { getFilterChanges } from './eth/getFilterChanges.ts'
import { getFilterLogs } from './eth/getFilterLogs.ts'
import { getHeaderByHash } from './eth/getHeaderByHash.ts'
import { getHeaderByNumber } from './eth/getHeaderByNumber.ts'
import { getLogs } from './eth/getLogs.ts'
import { getProof } from './eth/getProof.ts'
import { getRawTransactionByBlockHashAndIndex } from './eth/getRawTransactionByBlockHashAndIndex.ts'
import { getRawTransactionByBlockNumberAndIndex } from './eth/getRawTransactionByBlockNumberAndIndex.ts'
import { getRawTransactionByHash } from './eth/getRawTransactionByHash.ts'
import { getStorageAt } from './eth/getStorageAt.ts'
import { getStorageValues } from './eth/getStorageValues.ts'
import { getTransactionByBlockHashAndIndex } from './eth/getTransactionByBlockHashAndIndex.ts'
import { getTransactionByBlockNumberAndIndex } from './eth/getTransactionByBlockNumberAndIndex.ts'
import { getTransactionByHash } from './eth/getTransactionByHash.ts'
import { getTransactionBySenderAndNonce } from './eth/getTransactionBySenderAndNonce.ts'
import { getTransactionCount } from './eth/getTransactionCount.ts'
import { getTransactionReceipt } from './eth/getTransactionReceipt.ts'
import { getUncleByBlockHashAndIndex } from './eth/getUncleByBlockHashAndIndex.ts'
import { getUncleByBlockNumberAndIndex } from './eth/getUncleByBlockNumberAndIndex.ts'
import { getUncleCountByBlockHash } from './eth/getUncleCountByBlockHash.ts'
import { getUncleCountByBlockNumber } from './eth/getUncleCountByBlockNumber.ts'
import { getWork } from './eth/getWork.ts'
import { hashrate } from './eth/hashrate.ts'
import { maxPriorityFeePerGas } from './eth/maxPriorityFeePerGas.ts'
import { mining } from './eth/mining.ts'
import { newBlockFilter } from './eth/newBlockFilter.ts'
import { newFilter } from './eth/newFilter.ts'
import { newPendingTransactionFilter } from './eth/newPendingTransactionFilter.ts'
import { pendingTransactions } from './eth/pendingTransactions.ts'
import { protocolVersion } from './eth/protocolVersion.ts'
import { resend } from './eth/resend.ts'
import { sendRawTransaction } from './eth/sendRawTransaction.ts'
import { sendRawTransactionConditional } from './eth/sendRawTransactionConditional.ts'
import { sendRawTransactionSync } from './eth/sendRawTransactionSync.ts'
import { sendTransaction } from './eth/sendTransaction.ts'
import { sendTransactionSync } from './eth/sendTransactionSync.ts'
import { sendUnsignedTransaction } from './eth/sendUnsignedTransaction.ts'
import { sign } from './eth/sign.ts'
import { signTransaction } from './eth/signTransaction.ts'
import { signTypedData } from './eth/signTypedData.ts'
import { simulateV1 } from './eth/simulateV1.ts'
import { submitHashrate } from './eth/submitHashrate.ts'
import { submitWork } from './eth/submitWork.ts'
import { subscribe } from './eth/subscribe.ts'
import { syncing } from './eth/syncing.ts'
import { uninstallFilter } from './eth/uninstallFilter.ts'
import { unsubscribe } from './eth/unsubscribe.ts'

/** The `eth_` methods: execution-apis, and what nodes and the service have besides. */
export const ethMethods: readonly Method[] = [
  accounts,
  baseFee,
  blobBaseFee,
  blockNumber,
  call,
  callMany,
  capabilities,
  chainId,
  coinbase,
  config,
  createAccessList,
  estimateGas,
  feeHistory,
  fillTransaction,
  gasPrice,
  getAccount,
  getAccountInfo,
  getBalance,
  getBlockByHash,
  getBlockByNumber,
  getBlockAccessList,
  getBlockReceipts,
  getBlockTransactionCountByHash,
  getBlockTransactionCountByNumber,
  getCode,
  getCompilers,
  getFilterChanges,
  getFilterLogs,
  getHeaderByHash,
  getHeaderByNumber,
  getLogs,
  getProof,
  getRawTransactionByBlockHashAndIndex,
  getRawTransactionByBlockNumberAndIndex,
  getRawTransactionByHash,
  getStorageAt,
  getStorageValues,
  getTransactionByBlockHashAndIndex,
  getTransactionByBlockNumberAndIndex,
  getTransactionByHash,
  getTransactionBySenderAndNonce,
  getTransactionCount,
  getTransactionReceipt,
  getUncleByBlockHashAndIndex,
  getUncleByBlockNumberAndIndex,
  getUncleCountByBlockHash,
  getUncleCountByBlockNumber,
  getWork,
  hashrate,
  maxPriorityFeePerGas,
  mining,
  newBlockFilter,
  newFilter,
  newPendingTransactionFilter,
  pendingTransactions,
  protocolVersion,
  resend,
  sendRawTransaction,
  sendRawTransactionConditional,
  sendRawTransactionSync,
  sendTransaction,
  sendTransactionSync,
  sendUnsignedTransaction,
  sign,
  signTransaction,
  signTypedData,
  simulateV1,
  submitHashrate,
  submitWork,
  subscribe,
  syncing,
  uninstallFilter,
  unsubscribe,
]
