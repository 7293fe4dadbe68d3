import { expect, test } from 'vitest'
import { resolveSolidity } from '../../../src/devnet/options/solidityOptions.ts'

test('artifacts are those of the project, some paths, or none', () => {
  expect(resolveSolidity({}).artifacts).toBeUndefined()
  expect(resolveSolidity({ artifacts: 'out' }).artifacts).toEqual(['out'])
  expect(resolveSolidity({ artifacts: ['a', 'b'] }).artifacts).toEqual(['a', 'b'])
  for (const none of [false, 'off', ['off']] as const) {
    expect(resolveSolidity({ artifacts: none }).artifacts).toBe(false)
  }
})

test('what is no path is refused', () => {
  for (const artifacts of ['', [], ['a', 'off'], [7], true, {}]) {
    expect(() => resolveSolidity({ artifacts: artifacts as never })).toThrow(
      /^invalid artifacts .*: give paths of files and folders, or off$/,
    )
  }
})

test('traces are printed on wish', () => {
  expect(resolveSolidity({}).printTraces).toBe(false)
  expect(resolveSolidity({ printTraces: true }).printTraces).toBe(true)
  expect(resolveSolidity({ printTraces: 'internal' }).printTraces).toBe('internal')
  expect(() => resolveSolidity({ printTraces: 'yes' as never })).toThrow(
    "invalid printTraces 'yes': give true, false or internal",
  )
})
