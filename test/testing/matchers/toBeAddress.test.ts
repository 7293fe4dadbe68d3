import { expect, test } from 'vitest'
import '../../support/matcherChain.ts'

const checked = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an address has 40 hex digits, in mixed case with the right checksum', () => {
  expect(checked).toBeAddress()
  expect(checked.toLowerCase()).toBeAddress()
  expect(`0x${checked.slice(2).toUpperCase()}`).toBeAddress()
  expect(checked.slice(0, -1)).not.toBeAddress()
  expect(1).not.toBeAddress()
  expect(() => expect(checked.replace('F', 'f')).toBeAddress()).toThrow(
    `expected "${checked.replace('F', 'f')}" to be an address: its checksum is wrong`,
  )
  expect(() => expect(undefined).toBeAddress()).toThrow('expected undefined to be an address')
  expect(() => expect(checked).not.toBeAddress()).toThrow(
    `expected "${checked}" not to be an address`,
  )
})
