import type { Method } from '../method.ts'
import { Subscriptions } from '../subscribe/subscriptions.ts'
import { accounts } from './eth/accounts.ts'
import { blobBaseFee } from './eth/blobBaseFee.ts'
import { blockNumber } from './eth/blockNumber.ts'
import { call } from './eth/call.ts'
import { chainId } from './eth/chainId.ts'
import { estimateGas } from './eth/estimateGas.ts'
import { feeHistory } from './eth/feeHistory.ts'
import { gasPrice } from './eth/gasPrice.ts'
import { getBalance } from './eth/getBalance.ts'
import { getBlockByHash } from './eth/getBlockByHash.ts'
import { getBlockByNumber } from './eth/getBlockByNumber.ts'
import { getBlockReceipts } from './eth/getBlockReceipts.ts'
import { getBlockTransactionCountByHash } from './eth/getBlockTransactionCountByHash.ts'
import { getBlockTransactionCountByNumber } from './eth/getBlockTransactionCountByNumber.ts'
import { getCode } from './eth/getCode.ts'
import { getFilterChanges } from './eth/getFilterChanges.ts'
import { getFilterLogs } from './eth/getFilterLogs.ts'
import { getLogs } from './eth/getLogs.ts'
import { getProof } from './eth/getProof.ts'
import { getStorageAt } from './eth/getStorageAt.ts'
import { getTransactionByBlockHashAndIndex } from './eth/getTransactionByBlockHashAndIndex.ts'
import { getTransactionByBlockNumberAndIndex } from './eth/getTransactionByBlockNumberAndIndex.ts'
import { getTransactionByHash } from './eth/getTransactionByHash.ts'
import { getTransactionCount } from './eth/getTransactionCount.ts'
import { getTransactionReceipt } from './eth/getTransactionReceipt.ts'
import { maxPriorityFeePerGas } from './eth/maxPriorityFeePerGas.ts'
import { newBlockFilter } from './eth/newBlockFilter.ts'
import { newFilter } from './eth/newFilter.ts'
import { newPendingTransactionFilter } from './eth/newPendingTransactionFilter.ts'
import { sendRawTransaction } from './eth/sendRawTransaction.ts'
import { sendTransaction } from './eth/sendTransaction.ts'
import { simulateV1 } from './eth/simulateV1.ts'
import { createSubscribe } from './eth/subscribe.ts'
import { syncing } from './eth/syncing.ts'
import { uninstallFilter } from './eth/uninstallFilter.ts'
import { createUnsubscribe } from './eth/unsubscribe.ts'
import { mine } from './evm/mine.ts'
import { revert } from './evm/revert.ts'
import { snapshot } from './evm/snapshot.ts'
import { listening } from './net/listening.ts'
import { version } from './net/version.ts'
import { createTransactionStatus } from './service/transactionStatus.ts'
import { clientVersion } from './web3/clientVersion.ts'
import { sha3 } from './web3/sha3.ts'

/** All methods of a devnet. `chainName` names its status method: `<chain>_transactionStatus`. */
export function createMethods({ chainName }: { chainName: string }): readonly Method[] {
  const subscriptions = new Subscriptions()
  return [
    accounts,
    blobBaseFee,
    blockNumber,
    call,
    chainId,
    estimateGas,
    feeHistory,
    gasPrice,
    getBalance,
    getBlockByHash,
    getBlockByNumber,
    getBlockReceipts,
    getBlockTransactionCountByHash,
    getBlockTransactionCountByNumber,
    getCode,
    getFilterChanges,
    getFilterLogs,
    getLogs,
    getProof,
    getStorageAt,
    getTransactionByBlockHashAndIndex,
    getTransactionByBlockNumberAndIndex,
    getTransactionByHash,
    getTransactionCount,
    getTransactionReceipt,
    maxPriorityFeePerGas,
    newBlockFilter,
    newFilter,
    newPendingTransactionFilter,
    sendRawTransaction,
    sendTransaction,
    simulateV1,
    createSubscribe(subscriptions),
    syncing,
    uninstallFilter,
    createUnsubscribe(subscriptions),
    mine,
    revert,
    snapshot,
    listening,
    version,
    clientVersion,
    sha3,
    createTransactionStatus(chainName),
  ]
}
