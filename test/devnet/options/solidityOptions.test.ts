import { expect, test } from 'vitest'
import { resolveOptions } from '../../../src/devnet/options/options.ts'

test('artifacts are those of the project, some paths, or none', () => {
  expect(resolveOptions({}).artifacts).toBeUndefined()
  expect(resolveOptions({ artifacts: 'out' }).artifacts).toEqual(['out'])
  expect(resolveOptions({ artifacts: ['a', 'b'] }).artifacts).toEqual(['a', 'b'])
  for (const none of [false, 'off', ['off']] as const) {
    expect(resolveOptions({ artifacts: none }).artifacts).toBe(false)
  }
})

test('what is no path is refused', () => {
  for (const artifacts of ['', [], ['a', 'off'], [7], true, {}]) {
    expect(() => resolveOptions({ artifacts: artifacts as never })).toThrow(
      /^invalid artifacts .*: give paths of files and folders, or off$/,
    )
  }
})

test('traces are printed on wish', () => {
  expect(resolveOptions({}).printTraces).toBe(false)
  expect(resolveOptions({ printTraces: true }).printTraces).toBe(true)
  expect(resolveOptions({ printTraces: 'internal' }).printTraces).toBe('internal')
  expect(() => resolveOptions({ printTraces: 'yes' as never })).toThrow(
    "invalid printTraces 'yes': give true, false or internal",
  )
})
