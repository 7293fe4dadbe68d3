import { type BlockHeader, createBlockHeader, type HeaderData } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { checkHeader, nextHeader } from '../../../src/execution/rules/header.ts'

import { minedRules } from './minedRules.ts'
import { rules } from './stateWith.ts'

beforeAll(initCrypto)

const options = { skipConsensusFormatValidation: true }
const osaka = rules('osaka')
const berlin = minedRules('berlin')

function parentUnder(common: Common, fields: HeaderData = {}): BlockHeader {
  return createBlockHeader(
    {
      number: 7n,
      timestamp: 1_000n,
      gasLimit: 30_000_000n,
      ...(common.isActivatedEIP(1559) && { baseFeePerGas: 8_000n }),
      ...fields,
    },
    { common, ...options },
  )
}

/** The header that follows, with some of it changed. */
function childOf(parent: BlockHeader, common: Common, changes: HeaderData = {}): BlockHeader {
  const header = nextHeader(parent, common, {
    timestamp: 1_012n,
    gasLimit: parent.gasLimit,
    coinbase: new Uint8Array(20),
    prevRandao: new Uint8Array(32),
  })
  return createBlockHeader({ ...header, ...changes } as HeaderData, { common, ...options })
}

test.each([
  ['of proof of work', berlin],
  ['of proof of stake', osaka],
])('a header %s that follows is fine', (_, common) => {
  const parent = parentUnder(common)
  checkHeader(childOf(parent, common), parent)
})

test.each<[what: string, changes: HeaderData, problem: string]>([
  ['number', { number: 9n }, 'it has 9, but must have 8'],
  [
    'parent hash',
    { parentHash: new Uint8Array(32) },
    `it has 0x${'00'.repeat(32)}, but must have `,
  ],
  ['timestamp', { timestamp: 1_000n }, "it has 1000, but must have more than 1000, the parent's"],
  ['extra data', { extraData: new Uint8Array(33) }, 'it has 33 bytes, but must have at most 32'],
  ['gas limit', { gasLimit: 30_029_296n }, 'it has 30029296, but must have 29970705 to 30029295'],
  ['gas limit', { gasLimit: 29_970_704n }, 'it has 29970704, but must have 29970705 to 30029295'],
  ['difficulty', { difficulty: 1n }, 'it has 1, but must have 0'],
  ['base fee', { baseFeePerGas: 8_000n }, 'it has 8000, but must have 7000'],
  ['excess blob gas', { excessBlobGas: 1n }, 'it has 1, but must have 0'],
  ['nonce', { nonce: new Uint8Array(8).fill(1) }, `it has 0x${'01'.repeat(8)}, but must have 0x00`],
])('a wrong %s is named: %o', (what, changes, problem) => {
  const parent = parentUnder(osaka)
  const header = childOf(parent, osaka, changes)
  const check = () => checkHeader(header, parent)
  expect(check).toThrow(`block ${header.number} is invalid: ${what}: ${problem}`)
})

test('the difficulty of a mined block is the one that its parent and time ask for, its nonce is free', () => {
  const parent = parentUnder(berlin, { difficulty: 2n ** 20n })
  checkHeader(childOf(parent, berlin, { nonce: new Uint8Array(8).fill(1) }), parent)
  expect(() =>
    checkHeader(childOf(parent, berlin, { difficulty: 2n ** 20n + 1n }), parent),
  ).toThrow('block 8 is invalid: difficulty: it has 1048577, but must have 1048576')
})

test("the gas limit of London's first block is about twice the parent's, its base fee 1 gwei", () => {
  const london = minedRules('london')
  const parent = parentUnder(berlin)
  checkHeader(childOf(parent, london, { gasLimit: 60_000_000n }), parent)
  expect(() => checkHeader(childOf(parent, london), parent)).toThrow(
    'gas limit: it has 30000000, but must have 59941408 to 60058592',
  )
  expect(() =>
    checkHeader(childOf(parent, london, { gasLimit: 60_000_000n, baseFeePerGas: 7n }), parent),
  ).toThrow('base fee: it has 7, but must have 1000000000')
})

test('the gas limit stays between its outer bounds', () => {
  const small = parentUnder(osaka, { gasLimit: 5_000n })
  expect(() => checkHeader(childOf(small, osaka, { gasLimit: 4_999n }), small)).toThrow(
    'gas limit: it has 4999, but must have 5000 to 5003',
  )
  const large = parentUnder(osaka, { gasLimit: 2n ** 63n - 1n })
  expect(() => checkHeader(childOf(large, osaka, { gasLimit: 2n ** 63n }), large)).toThrow(
    `gas limit: it has ${2n ** 63n}, but must have ${2n ** 63n - 1n - (2n ** 63n - 1n) / 1024n + 1n} to ${2n ** 63n - 1n}`,
  )
})
