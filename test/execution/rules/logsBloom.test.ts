import { Bloom } from '@ethereumjs/vm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { emptyBloom, joinBlooms, logsBloom } from '../../../src/execution/rules/receipt.ts'
import type { Log } from '../../../src/types/transaction.ts'
import { runs } from '../../support/runs.ts'

beforeAll(initCrypto)

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

const anyLog: fc.Arbitrary<Log> = fc.record({
  address: bytes(20),
  topics: fc.array(bytes(32), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 5 }),
})

test('a bloom has the bits of every address and topic, as EthereumJS sets them', () => {
  fc.assert(
    fc.property(fc.array(anyLog, { maxLength: 6 }), (logs) => {
      const bloom = new Bloom()
      for (const { address, topics } of logs)
        for (const item of [address, ...topics]) bloom.add(item)
      expect(logsBloom(logs)).toEqual(bloom.bitvector)
    }),
    runs({ seed: 3, numRuns: 50 }),
  )
})

test('blooms are joined to the bloom of all their logs, and stay as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyLog, { maxLength: 3 }), { maxLength: 5 }), (groups) => {
      const receipts = groups.map((logs) => ({ logs, logsBloom: logsBloom(logs) }))
      const joined = logsBloom(groups.flat())
      expect(joinBlooms(emptyBloom, receipts)).toEqual(joined)
      const oneByOne = receipts.reduce<Uint8Array>(
        (bloom, one) => joinBlooms(bloom, [one]),
        emptyBloom,
      )
      expect(oneByOne).toEqual(joined)
      expect(emptyBloom).toEqual(new Uint8Array(256))
      for (const receipt of receipts) expect(receipt.logsBloom).toEqual(logsBloom(receipt.logs))
    }),
    runs({ seed: 4, numRuns: 50 }),
  )
})

test('the bloom of no logs has no bit', () => {
  expect(emptyBloom).toEqual(new Uint8Array(256))
  expect(logsBloom([])).toBe(emptyBloom)
})
