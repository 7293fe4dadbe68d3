import { expect, test } from 'vitest'
import { networkOfChain } from '../../../../src/extensions/fork/live/findFork.ts'

test.each([
  [10, {}, 'op'],
  [130, {}, 'unichain'],
  [8453, {}, 'base-flashblocks'],
  [8453, { timestampMs: '0xa4d8' }, 'base'],
])('chain %i with a block of %o is %s', (chainId, block, name) => {
  expect(networkOfChain(chainId, block)?.name).toBe(name)
})

test('a fork of an older block of Base meets the upgrade Azul on its way', () => {
  const azulTime = BigInt(Date.UTC(2026, 4, 28) / 1000)
  expect(networkOfChain(8453, {})).toMatchObject({ azulTime })
})

// Since Holocene: denominator 50, elasticity 6; in Jovian's form a least base fee too.
test.each([
  ['0x000000003200000006', 0n],
  ['0x010000003200000006000000000000000a', 10n],
])('another chain of the OP stack is known by the extra data %s', (extraData, minBaseFee) => {
  expect(networkOfChain(7777, { extraData })).toMatchObject({
    name: 'chain 7777',
    chainId: 7777,
    denominator: 50,
    elasticity: 6,
    minBaseFee,
  })
})

test.each([
  '0x000000000000000000',
  '0x',
  '0x6275696c64657230786e6574',
  '0x020000003200000006',
  undefined,
])('the extra data %s is of no such chain', (extraData) => {
  expect(networkOfChain(7777, extraData === undefined ? {} : { extraData })).toBeUndefined()
})
