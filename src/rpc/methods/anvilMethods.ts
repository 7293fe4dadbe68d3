import type { Method } from '../method.ts'
import { addBalance } from './anvil/addBalance.ts'
import { autoImpersonateAccount } from './anvil/autoImpersonateAccount.ts'
import { dealErc20 } from './anvil/dealErc20.ts'
import { dropAllTransactions } from './anvil/dropAllTransactions.ts'
import { dropTransaction } from './anvil/dropTransaction.ts'
import { dumpState } from './anvil/dumpState.ts'
import { enableTraces } from './anvil/enableTraces.ts'
import { getAutomine } from './anvil/getAutomine.ts'
import { getBlobByHash } from './anvil/getBlobByHash.ts'
import { getBlobsByTransactionHash } from './anvil/getBlobsByTransactionHash.ts'
import { getGenesisTime, getLastBlockWallTime } from './anvil/getGenesisTime.ts'
import { getIntervalMining } from './anvil/getIntervalMining.ts'
import { impersonateAccount, impersonateSignature } from './anvil/impersonateAccount.ts'
import { loadState } from './anvil/loadState.ts'
import { metadata } from './anvil/metadata.ts'
import { mine } from './anvil/mine.ts'
import { nodeInfo } from './anvil/nodeInfo.ts'
import { removeBlockTimestampInterval } from './anvil/removeBlockTimestampInterval.ts'
import { removePoolTransactions } from './anvil/removePoolTransactions.ts'
import { reset } from './anvil/reset.ts'
import { setAutomine } from './anvil/setAutomine.ts'
import { setBalance } from './anvil/setBalance.ts'
import { setBlockTimestampInterval } from './anvil/setBlockTimestampInterval.ts'
import { setChainId } from './anvil/setChainId.ts'
import { setCode } from './anvil/setCode.ts'
import { setCoinbase } from './anvil/setCoinbase.ts'
import { setErc20Allowance } from './anvil/setErc20Allowance.ts'
import { setIntervalMining } from './anvil/setIntervalMining.ts'
import { setLoggingEnabled } from './anvil/setLoggingEnabled.ts'
import { setMinGasPrice } from './anvil/setMinGasPrice.ts'
import { setNextBlockBaseFeePerGas } from './anvil/setNextBlockBaseFeePerGas.ts'
import { setNextBlockPrevRandao } from './anvil/setNextBlockPrevRandao.ts'
import { setNonce } from './anvil/setNonce.ts'
import { setRpcUrl } from './anvil/setRpcUrl.ts'
import { setStorageAt } from './anvil/setStorageAt.ts'
import { stopImpersonatingAccount } from './anvil/stopImpersonatingAccount.ts'

/** What no node on a network offers, as anvil calls it; Hardhat, ganache and Tenderly have aliases. */
export const anvilMethods: readonly Method[] = [
  addBalance,
  autoImpersonateAccount,
  dealErc20,
  dropAllTransactions,
  dropTransaction,
  dumpState,
  enableTraces,
  getAutomine,
  getBlobByHash,
  getBlobsByTransactionHash,
  getGenesisTime,
  getIntervalMining,
  getLastBlockWallTime,
  impersonateAccount,
  impersonateSignature,
  loadState,
  metadata,
  mine,
  nodeInfo,
  removeBlockTimestampInterval,
  removePoolTransactions,
  reset,
  setAutomine,
  setBalance,
  setBlockTimestampInterval,
  setChainId,
  setCode,
  setCoinbase,
  setErc20Allowance,
  setIntervalMining,
  setLoggingEnabled,
  setMinGasPrice,
  setNextBlockBaseFeePerGas,
  setNextBlockPrevRandao,
  setNonce,
  setRpcUrl,
  setStorageAt,
  stopImpersonatingAccount,
]
