import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress } from '../../src/evm/checksumAddress.ts'
import { bytesToHex } from '../../src/lib/hex.ts'

test('an address has the checksum that viem gives it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (address) => {
      expect(checksumAddress(address)).toBe(getAddress(bytesToHex(address)))
    }),
    { seed: 55 },
  )
})
