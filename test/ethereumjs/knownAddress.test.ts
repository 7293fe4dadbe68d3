import { Address } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { asKnown, KnownAddress, knownAddress } from '../../src/ethereumjs/knownAddress.ts'
import { hexToBytes } from '../../src/lib/hex.ts'

const digits = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266'

it('is an address of EthereumJS in the forms of state and journal', () => {
  const known = knownAddress(hexToBytes(digits))
  expect(known).toBeInstanceOf(Address)
  expect(known.toString()).toBe(`0x${digits}`)
  expect(known.digits).toBe(digits)
  expect(known.packed).toBe(Buffer.from(digits, 'hex').toString('latin1'))
})

it('is made once, of bytes of its own', () => {
  const bytes = hexToBytes(digits)
  const known = knownAddress(bytes)
  bytes[0] = 0
  expect(known.digits).toBe(digits)
  expect(known.bytes).toEqual(hexToBytes(digits))
  expect(knownAddress(hexToBytes(digits))).toBe(known)
})

it('is found for any address of EthereumJS', () => {
  const known = asKnown(new Address(hexToBytes(digits)))
  expect(known).toBeInstanceOf(KnownAddress)
  expect(known).toBe(knownAddress(hexToBytes(digits)))
  expect(asKnown(known)).toBe(known)
})
