import { expect, test } from 'vitest'
import { labelled, labelledList, labelOf } from '../../../src/files/declared/declaredFixture.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const labels = { [alice]: 'alice' } as const

test('addresses that have a name are reported by it, however they are written', () => {
  expect(labelOf(labels, alice)).toBe('alice')
  expect(labelOf(labels, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('alice')
  expect(labelOf(labels, `0x${'1'.repeat(40)}`)).toBe(`0x${'1'.repeat(40)}`)
})

test('values are reported in words, whatever is in them', () => {
  const values = [7n, alice, ['a', alice], { maker: alice, amounts: [1n, 2n] }, true, '0x12', '']
  expect(labelledList(labels, values)).toBe(
    '7, alice, [a, alice], {maker: alice, amounts: [1, 2]}, true, 0x12, ',
  )
  expect(labelled(labels, undefined)).toBe('undefined')
})
