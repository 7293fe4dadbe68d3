import { Common, Mainnet } from '@ethereumjs/common'
import { createWithdrawal } from '@ethereumjs/util'
import { paramsVM } from '@ethereumjs/vm'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/evm/crypto.ts'
import { payBlockReward, payWithdrawals } from '../../../src/execution/rules/rewards.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { rules } from './stateWith.ts'

beforeAll(initCrypto)

const somebody = numberToBytes(1, 20)
const nobody = numberToBytes(2, 20)

test('withdrawals are paid in gwei, and nothing makes no account', () => {
  const state = emptyState().fork()
  const withdrawal = (address: Uint8Array, amount: number) =>
    createWithdrawal({ index: 0, validatorIndex: 0, address, amount })
  payWithdrawals(state, [withdrawal(somebody, 2), withdrawal(nobody, 0), withdrawal(somebody, 3)])
  expect(state.readAccount(somebody)?.balance).toBe(5_000_000_000n)
  expect(state.readAccount(nobody)).toBeUndefined()
})

test.each([
  ['chainstart', 5n],
  ['byzantium', 3n],
  ['constantinople', 2n],
])('a block mined at %s pays %i ether', (hardfork, ether) => {
  const state = emptyState().fork()
  payBlockReward(state, new Common({ chain: Mainnet, hardfork, params: paramsVM }), somebody)
  expect(state.readAccount(somebody)?.balance).toBe(ether * 10n ** 18n)
})

test('a block that is not mined pays nothing', () => {
  const state = emptyState().fork()
  payBlockReward(state, rules('osaka'), somebody)
  expect(state.readAccount(somebody)).toBeUndefined()
})
