import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../../src/lib/hex.ts'
import { checksumAddress } from '../../src/wallet/checksumAddress.ts'
import { runs } from '../support/runs.ts'

// Examples of EIP-55.
test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
])('%s', (address) => {
  expect(checksumAddress(hexToBytes(address))).toBe(address)
})

test('any address has the checksum that viem gives it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (address) => {
      expect(checksumAddress(address)).toBe(getAddress(bytesToHex(address)))
    }),
    runs({ seed: 55 }),
  )
})
