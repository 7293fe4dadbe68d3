import { expect, test } from 'vitest'
import { addToError } from '../../../src/testing/jest/chainEnvironment.ts'

test('a text comes after what an error says, and before the places in its stack', () => {
  const error = new Error('it is wrong')
  const places = error.stack?.slice('Error: it is wrong'.length)
  addToError(error, 'console.log: 5')
  expect(error.message).toBe('it is wrong\n\nconsole.log: 5')
  expect(error.stack).toBe(`Error: it is wrong\n\nconsole.log: 5${places}`)
})

test('patterns of replacement stand for themselves', () => {
  const error = new Error('it is wrong')
  addToError(error, "$& and $'")
  expect(error.stack).toContain("it is wrong\n\n$& and $'\n")
})

test.each([['a text'], [undefined], [null], [{ code: 5 }]])('%j is no error', (thrown) => {
  const before = structuredClone(thrown)
  addToError(thrown, 'console.log: 5')
  expect(thrown).toEqual(before)
})
