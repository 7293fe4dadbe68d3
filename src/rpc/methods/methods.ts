import type { CompatName } from '../../types/options.ts'
import type { Method } from '../method.ts'
import { clearTxpool } from './admin/clearTxpool.ts'
import { dropSenderTransactions } from './admin/dropSenderTransactions.ts'
import { dropTransaction } from './admin/dropTransaction.ts'
import { nodeInfo } from './admin/nodeInfo.ts'
import { peers } from './admin/peers.ts'
import { getBlobByHash } from './anvil/getBlobByHash.ts'
import { getBlobsByTransactionHash } from './anvil/getBlobsByTransactionHash.ts'
import { baseMethods } from './base/baseMethods.ts'
import { debugMethods } from './debug/debugMethods.ts'
import { developmentMethods } from './development/developmentMethods.ts'
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
import { addAccount } from './evm/addAccount.ts'
import { mine } from './evm/mine.ts'
import { removeAccount } from './evm/removeAccount.ts'
import { revert } from './evm/revert.ts'
import { snapshot } from './evm/snapshot.ts'
import { setEtherbase } from './miner/setEtherbase.ts'
import { setExtra } from './miner/setExtra.ts'
import { listening } from './net/listening.ts'
import { peerCount } from './net/peerCount.ts'
import { version } from './net/version.ts'
import { otsMethods } from './ots/otsMethods.ts'
import { ecRecover } from './personal/ecRecover.ts'
import { importRawKey } from './personal/importRawKey.ts'
import { listAccounts } from './personal/listAccounts.ts'
import { lockAccount } from './personal/lockAccount.ts'
import { newAccount } from './personal/newAccount.ts'
import { sendTransaction as personalSendTransaction } from './personal/sendTransaction.ts'
import { sign as personalSign } from './personal/sign.ts'
import { signTransaction as personalSignTransaction } from './personal/signTransaction.ts'
import { unlockAccount } from './personal/unlockAccount.ts'
import { advance } from './preconf/advance.ts'
import { cadence } from './preconf/cadence.ts'
import { callAround } from './preconf/callAround.ts'
import { checkpoint } from './preconf/checkpoint.ts'
import { clearFaults } from './preconf/clearFaults.ts'
import { connection } from './preconf/connection.ts'
import { explain } from './preconf/explain.ts'
import { flashblock } from './preconf/flashblock.ts'
import { forgetCheckpoint } from './preconf/forgetCheckpoint.ts'
import { getTransaction } from './preconf/getTransaction.ts'
import { listFaults } from './preconf/listFaults.ts'
import { loadFixture } from './preconf/loadFixture.ts'
import { metrics } from './preconf/metrics.ts'
import { pause } from './preconf/pause.ts'
import { preconfExport } from './preconf/preconfExport.ts'
import { removeFault } from './preconf/removeFault.ts'
import { reorg } from './preconf/reorg.ts'
import { restore } from './preconf/restore.ts'
import { resume } from './preconf/resume.ts'
import { rollback } from './preconf/rollback.ts'
import { seal } from './preconf/seal.ts'
import { setCadence } from './preconf/setCadence.ts'
import { setFault } from './preconf/setFault.ts'
import { createModules } from './rpc/modules.ts'
import { createTransactionStatus } from './service/transactionStatus.ts'
import { buildBlockV1 } from './testing/buildBlockV1.ts'
import { commitBlockV1 } from './testing/commitBlockV1.ts'
import { traceMethods } from './trace/traceMethods.ts'
import { content } from './txpool/content.ts'
import { contentFrom } from './txpool/contentFrom.ts'
import { inspect } from './txpool/inspect.ts'
import { status } from './txpool/status.ts'
import { switchEthereumChain } from './wallet/switchEthereumChain.ts'
import { clientVersion } from './web3/clientVersion.ts'
import { sha3 } from './web3/sha3.ts'

/**
 * All methods of a devnet. `chainName` names its status method: `<chain>_transactionStatus`;
 * with `compat` some are those of another node.
 */
export function createMethods({
  chainName,
  compat,
}: {
  chainName: string
  compat?: CompatName | undefined
}): readonly Method[] {
  const methods: readonly Method[] = [
    nodeInfo,
    peers,
    clearTxpool,
    dropSenderTransactions,
    dropTransaction,
    ...debugMethods,
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
    metrics,
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
    addAccount,
    mine,
    removeAccount,
    revert,
    snapshot,
    setEtherbase,
    setExtra,
    listening,
    peerCount,
    version,
    ...otsMethods,
    ecRecover,
    importRawKey,
    listAccounts,
    lockAccount,
    newAccount,
    personalSendTransaction,
    personalSign,
    personalSignTransaction,
    unlockAccount,
    checkpoint,
    preconfExport,
    clearFaults,
    connection,
    explain,
    forgetCheckpoint,
    getTransaction,
    listFaults,
    loadFixture,
    removeFault,
    setFault,
    switchEthereumChain,
    clientVersion,
    sha3,
    createTransactionStatus(chainName),
    advance,
    cadence,
    callAround,
    flashblock,
    pause,
    reorg,
    restore,
    resume,
    rollback,
    seal,
    setCadence,
    buildBlockV1,
    commitBlockV1,
    getBlobByHash,
    getBlobsByTransactionHash,
    ...traceMethods,
    content,
    contentFrom,
    inspect,
    status,
    ...developmentMethods,
  ]
  const all = [...methods, createModules(methods)]
  return compat === 'base' ? all.map(asBase) : all
}

function asBase(method: Method): Method {
  return baseMethods.find(({ name }) => name === method.name) ?? method
}
