import { createBlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { createWithdrawal } from '@ethereumjs/util'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { payBlockReward, payWithdrawals } from '../../../src/execution/rules/closeBlock.ts'
import { numberToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { minedRules } from './minedRules.ts'
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

function header(common: Common, number: bigint, coinbase: Uint8Array) {
  const fields = { number, coinbase }
  return createBlockHeader(fields, { common, skipConsensusFormatValidation: true })
}

test.each([
  ['chainstart', 5n],
  ['byzantium', 3n],
  ['constantinople', 2n],
] as const)('a block mined at %s pays %i ether', (hardfork, ether) => {
  const state = emptyState().fork()
  payBlockReward(state, header(minedRules(hardfork), 1n, somebody))
  expect(state.readAccount(somebody)?.balance).toBe(ether * 10n ** 18n)
})

test('uncles are paid the less the older they are, and the block more for each', () => {
  const common = minedRules('constantinople')
  const state = emptyState().fork()
  const [brother, great] = [numberToBytes(3, 20), numberToBytes(4, 20)]
  payBlockReward(state, header(common, 10n, somebody), [
    header(common, 9n, brother),
    header(common, 4n, great),
  ])
  const reward = 2n * 10n ** 18n
  expect(state.readAccount(brother)?.balance).toBe((reward * 7n) / 8n)
  expect(state.readAccount(great)?.balance).toBe((reward * 2n) / 8n)
  expect(state.readAccount(somebody)?.balance).toBe(reward + (2n * reward) / 32n)
})

test('a block that is not mined pays nothing', () => {
  const state = emptyState().fork()
  payBlockReward(state, header(rules('osaka'), 1n, somebody))
  expect(state.readAccount(somebody)).toBeUndefined()
})
