import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digitsOf, hexToBytes } from '../../src/lib/hex.ts'

import { runs } from '../support/runs.ts'

it('gives the hex digits of addresses and slots, again and again', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  )
  fc.assert(
    fc.property(bytes, (value) => {
      for (let time = 0; time < 2; time++) {
        expect(digitsOf(value)).toMatch(/^[0-9a-f]+$/)
        expect(hexToBytes(digitsOf(value))).toEqual(value)
      }
    }),
    runs({ seed: 1 }),
  )
})
