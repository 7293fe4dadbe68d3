import { expect, test } from 'vitest'
import { opFeeMarket } from '../../../src/devnet/live/opFeeMarket.ts'

// Base's blocks since Holocene: denominator 50, elasticity 6; in Jovian's form a least base fee too.
test.each([
  ['0x000000003200000006', { baseFeeMaxChangeDenominator: 50, elasticityMultiplier: 6 }],
  [
    '0x010000003200000006000000000000000a',
    { baseFeeMaxChangeDenominator: 50, elasticityMultiplier: 6 },
  ],
  ['0x000000000000000000', undefined],
  ['0x', undefined],
  ['0x6275696c64657230786e6574', undefined],
  ['0x020000003200000006', undefined],
  [undefined, undefined],
])('of the extra data %s', (extraData, market) => {
  expect(opFeeMarket(extraData)).toEqual(market)
})
