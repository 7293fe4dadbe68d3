import type { Method } from '../method.ts'
import { addAccount } from './evm/addAccount.ts'
import { increaseTime } from './evm/increaseTime.ts'
import { mine } from './evm/mine.ts'
import { mineDetailed } from './evm/mineDetailed.ts'
import { removeAccount } from './evm/removeAccount.ts'
import { revert } from './evm/revert.ts'
import { setBlockGasLimit } from './evm/setBlockGasLimit.ts'
import { setNextBlockTimestamp } from './evm/setNextBlockTimestamp.ts'
import { setTime } from './evm/setTime.ts'
import { snapshot } from './evm/snapshot.ts'

/** ganache's `evm_` methods. */
export const evmMethods: readonly Method[] = [
  addAccount,
  increaseTime,
  mine,
  mineDetailed,
  removeAccount,
  revert,
  setBlockGasLimit,
  setNextBlockTimestamp,
  setTime,
  snapshot,
]
