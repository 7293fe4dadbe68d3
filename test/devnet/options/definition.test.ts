import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codeBlocks } from '../../../scripts/docs/codeBlocks.ts'
import { compatRules } from '../../../src/devnet/options/compatRules.ts'
import { asGiven, type Definition, valuesOf } from '../../../src/devnet/options/definition.ts'
import { definitions, resolveOptions } from '../../../src/devnet/options/options.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'

/** Other functions find out what is wrong with these. */
const checkedElsewhere = ['onProgress', 'genesis', 'chain', 'fixture', 'loadState', 'scenario']

const checked = Object.entries<Definition>(definitions).filter(
  ([name]) => !checkedElsewhere.includes(name),
)

describe.each(checked)('%s', (name, definition) => {
  test('refuses what is nothing of its kind, and says which option it is', () => {
    for (const value of [{ toString: () => 'odd' }, Number.NaN]) {
      const resolve = () => resolveOptions({ [name]: value })
      expect(resolve, String(value)).toThrow(InvalidOption)
      expect(resolve, String(value)).toThrow(new RegExp(`^invalid ${name}\\b.*: \\w`))
    }
  })

  test('takes null for nothing where it has a default', () => {
    const resolve = () => resolveOptions({ [name]: null })
    if ('default' in definition) expect(resolve).not.toThrow()
    else expect(resolve).toThrow(InvalidOption)
  })
})

test('a default may follow from other options', () => {
  const definition = { check: asGiven, default: () => 'usual' }
  expect(valuesOf({ one: definition }, {})).toEqual({ one: 'usual' })
  expect(valuesOf({ one: definition }, { one: 'given' })).toEqual({ one: 'given' })
  expect(resolveOptions({ compat: 'hardhat' }).throwOnFailure).toBe(
    compatRules('hardhat', true).throwsFailures,
  )
})

test('the guide shows an option as it stands in the code', () => {
  const [guide = '', ...sources] = [
    'docs/adding-an-option.md',
    'src/types/options/chainOptions.ts',
    'src/devnet/options/chainOptions.ts',
  ].map((path) => readFileSync(path, 'utf8'))
  const blocks = codeBlocks('', guide).filter(({ language }) => language === 'ts')
  expect(blocks).toHaveLength(2)
  for (const line of blocks.flatMap(({ text }) => text.split('\n'))) {
    expect(sources.join('\n')).toContain(line)
  }
})
