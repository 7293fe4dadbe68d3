import { BlockHeader, createBlockHeader } from '@ethereumjs/block'
import { expect, test } from 'vitest'
import { copyHeader } from '../../../src/ethereumjs/header.ts'
import { hardforks } from '../../../src/ethereumjs/protocol/hardforks.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'

test.each(hardforks)('a copy of a header of %s has all that EthereumJS keeps in it', (hardfork) => {
  const protocol = createProtocol({ chainId: 31_337, hardfork, transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  const header = createBlockHeader(
    { number: 7n, extraData: Uint8Array.of(1) },
    { common, skipConsensusFormatValidation: true },
  )
  const copy = copyHeader(header, {})
  expect(Object.keys(copy).sort()).toEqual(Object.keys(header).sort())
  expect(copy.hash()).toStrictEqual(header.hash())
  expect(copy).toStrictEqual(header)
  expect(copy).toBeInstanceOf(BlockHeader)
})

test('a copy has the changes, its own hash, and cannot be changed', () => {
  const protocol = createProtocol({ chainId: 1, hardfork: 'osaka', transactionGasCap: true })
  const options = { common: protocol.commonAt(0n, 0n), skipConsensusFormatValidation: true }
  const header = createBlockHeader({ number: 7n, gasUsed: 5n }, options)
  header.hash()
  const copy = copyHeader(header, { gasUsed: 0n, number: undefined })
  const expected = createBlockHeader({ number: 7n, gasUsed: 0n }, options)
  expect(copy.hash()).toStrictEqual(expected.hash())
  expect(copy.hash()).not.toEqual(header.hash())
  expect(Object.isFrozen(copy)).toBe(true)
})
