import { expect, test } from 'vitest'
import '../../support/matcherChain.ts'

test('hex is 0x and hex digits, as many as are asked for', () => {
  expect('0x').toBeHex()
  expect('0xaBc').toBeHex()
  expect('0x1234').toBeHex({ bytes: 2 })
  expect('1234').not.toBeHex()
  expect('0x12g4').not.toBeHex()
  expect(0x1234).not.toBeHex()
  expect(() => expect('0x123').toBeHex({ bytes: 2 })).toThrow(
    'expected "0x123" to be hex of 2 bytes',
  )
  expect(() => expect('0x12').not.toBeHex()).toThrow('expected "0x12" not to be hex')
})
