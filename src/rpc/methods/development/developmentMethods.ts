import type { Method } from '../../method.ts'
import { addBalance } from './addBalance.ts'
import { addCompilationResult } from './addCompilationResult.ts'
import { autoImpersonateAccount } from './autoImpersonateAccount.ts'
import { dealErc20 } from './dealErc20.ts'
import { dropAllTransactions } from './dropAllTransactions.ts'
import { dropTransaction } from './dropTransaction.ts'
import { dumpState } from './dumpState.ts'
import { enableTraces } from './enableTraces.ts'
import { getAutomine } from './getAutomine.ts'
import { getGenesisTime } from './getGenesisTime.ts'
import { getIntervalMining } from './getIntervalMining.ts'
import { impersonateAccount } from './impersonateAccount.ts'
import { increaseTime } from './increaseTime.ts'
import { loadState } from './loadState.ts'
import { metadata } from './metadata.ts'
import { mine } from './mine.ts'
import { mineDetailed } from './mineDetailed.ts'
import { minerStart } from './minerStart.ts'
import { minerStop } from './minerStop.ts'
import { nodeInfo } from './nodeInfo.ts'
import { removeBlockTimestampInterval } from './removeBlockTimestampInterval.ts'
import { removePoolTransactions } from './removePoolTransactions.ts'
import { reset } from './reset.ts'
import { setAutomine } from './setAutomine.ts'
import { setBalance } from './setBalance.ts'
import { setBlockGasLimit } from './setBlockGasLimit.ts'
import { setBlockTimestampInterval } from './setBlockTimestampInterval.ts'
import { setChainId } from './setChainId.ts'
import { setCode } from './setCode.ts'
import { setCoinbase } from './setCoinbase.ts'
import { setErc20Allowance } from './setErc20Allowance.ts'
import { setIntervalMining } from './setIntervalMining.ts'
import { setLoggingEnabled } from './setLoggingEnabled.ts'
import { setMinGasPrice } from './setMinGasPrice.ts'
import { setNextBlockBaseFeePerGas } from './setNextBlockBaseFeePerGas.ts'
import { setNextBlockPrevRandao } from './setNextBlockPrevRandao.ts'
import { setNextBlockTimestamp } from './setNextBlockTimestamp.ts'
import { setNonce } from './setNonce.ts'
import { setRpcUrl } from './setRpcUrl.ts'
import { setStorageAt } from './setStorageAt.ts'
import { setTime } from './setTime.ts'
import { stopImpersonatingAccount } from './stopImpersonatingAccount.ts'

/** What no node on a network offers, as anvil, Hardhat and ganache call it. */
export const developmentMethods: readonly Method[] = [
  addBalance,
  addCompilationResult,
  autoImpersonateAccount,
  dealErc20,
  dropAllTransactions,
  dropTransaction,
  dumpState,
  enableTraces,
  getAutomine,
  getGenesisTime,
  getIntervalMining,
  impersonateAccount,
  increaseTime,
  loadState,
  metadata,
  mine,
  mineDetailed,
  minerStart,
  minerStop,
  nodeInfo,
  removeBlockTimestampInterval,
  removePoolTransactions,
  reset,
  setAutomine,
  setBalance,
  setBlockGasLimit,
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
  setNextBlockTimestamp,
  setNonce,
  setRpcUrl,
  setStorageAt,
  setTime,
  stopImpersonatingAccount,
]
