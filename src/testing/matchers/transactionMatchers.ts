import {
  toChangeBalance,
  toChangeBalances,
  toChangeTokenBalance,
  toChangeTokenBalances,
} from './balances.ts'
import { toBePreconfirmed, toBeSealed } from './milestones.ts'

import { toEmit } from './toEmit.ts'
import { toRevert, toRevertWith } from './toRevertWith.ts'

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
