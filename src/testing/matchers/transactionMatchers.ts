import { toBePreconfirmed } from './toBePreconfirmed.ts'
import { toBeSealed } from './toBeSealed.ts'
import { toChangeBalance, toChangeBalances } from './toChangeBalance.ts'
import { toChangeTokenBalance, toChangeTokenBalances } from './toChangeTokenBalance.ts'
import { toEmit } from './toEmit.ts'
import { toRevert } from './toRevert.ts'
import { toRevertWith } from './toRevertWith.ts'
import { toUseGas } from './toUseGas.ts'

/** All matchers that ask a chain. */
export const transactionMatchers = {
  toBePreconfirmed,
  toBeSealed,
  toChangeBalance,
  toChangeBalances,
  toChangeTokenBalance,
  toChangeTokenBalances,
  toEmit,
  toRevert,
  toRevertWith,
  toUseGas,
}
