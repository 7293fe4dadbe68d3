import { Common, Mainnet } from '@ethereumjs/common'
import { expect, test } from 'vitest'
import { parameters, SharedCommon } from '../../../src/ethereumjs/protocol/sharedCommon.ts'

const cancun = () =>
  new SharedCommon({ chain: Mainnet, hardfork: 'cancun' }, { 4844: { minBlobGas: 7 } })

test('all parameters are there from the start, the overrides among them', () => {
  const common = cancun()
  expect(common.param('minBlobGas')).toBe(7n)
  expect(common.param('txGas')).toBe(21_000n)
  expect(common.param('initialBaseFee')).toBe(1_000_000_000n)
})

test('it cannot be changed for others', () => {
  const common = cancun()
  expect(common.copy()).toBe(common)
  common.updateParams({ 1: { txGas: 5 } })
  expect(common.param('txGas')).toBe(21_000n)
  common.setHardfork('cancun')
  expect(() => common.setHardfork('prague')).toThrow(
    'shared rules of cancun cannot be set to prague',
  )
})

test.each(['london', 'cancun', 'prague', 'osaka', 'bpo1'])(
  '%s has the table that EthereumJS builds part by part',
  (hardfork) => {
    const options = { chain: Mainnet, hardfork, params: { bpo1: { target: 1 }, 1559: { own: 1 } } }
    const overrides = { 1559: { elasticityMultiplier: 3 } }
    const expected = new Common(options)
    for (const part of [...parameters, overrides]) {
      expected.updateParams(part)
    }
    expect(tableOf(new SharedCommon(options, overrides))).toEqual(tableOf(expected))
  },
)

test('says of each hardfork whether it has come, the first time and again', () => {
  const options = { chain: Mainnet, hardfork: 'cancun' }
  const [common, expected] = [cancun(), new Common(options)]
  for (const name of ['chainstart', 'london', 'cancun', 'prague', 'unknown', 'london', 'prague']) {
    expect(common.gteHardfork(name)).toBe(expected.gteHardfork(name))
  }
})

test('gives a parameter the first time and again, and says of each that is missing', () => {
  const common = cancun()
  for (const _time of ['first', 'second']) {
    expect(common.param('txGas')).toBe(21_000n)
    expect(common.param('maxInitCodeSize')).toBe(49_152n)
    expect(() => common.param('unknown')).toThrow('Missing parameter value for unknown')
  }
})

function tableOf(common: Common): unknown {
  return (common as unknown as { _paramsCache: unknown })._paramsCache
}
