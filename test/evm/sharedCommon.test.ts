import { Mainnet } from '@ethereumjs/common'
import { expect, test } from 'vitest'
import { SharedCommon } from '../../src/evm/sharedCommon.ts'

const cancun = () =>
  new SharedCommon({ chain: Mainnet, hardfork: 'cancun' }, { 4844: { minBlobGas: 7 } })

test('all parameters are there from the start, the overrides among them', () => {
  const common = cancun()
  expect(common.param('minBlobGas')).toBe(7n)
  expect(common.param('txGas')).toBe(21_000n)
  expect(common.param('initialBaseFee')).toBe(1_000_000_000n)
})

test('nobody changes it for the others', () => {
  const common = cancun()
  expect(common.copy()).toBe(common)
  common.updateParams({ 1: { txGas: 5 } })
  expect(common.param('txGas')).toBe(21_000n)
  common.setHardfork('cancun')
  expect(() => common.setHardfork('prague')).toThrow(
    'shared rules of cancun cannot be set to prague',
  )
})
