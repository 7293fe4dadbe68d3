import { expect, test } from 'vitest'
import { flags } from '../../src/cli/command.ts'
import { environmentVariable, spellings } from '../../src/cli/flag.ts'
import { definitions, resolveOptions } from '../../src/devnet/options/options.ts'
import { startHardforks } from '../../src/ethereumjs/protocol/hardforks.ts'
import { networks } from '../../src/extensions/networks/extension.ts'

test('each name, letter and variable stands for one flag', () => {
  const names = flags.flatMap((flag) => [...spellings(flag), environmentVariable(flag)])
  expect(new Set(names).size).toBe(names.length)
})

test('the values to choose from are those that the chain knows', () => {
  expect(choices('hardfork')).toEqual(startHardforks)
  const others = flags.filter(
    ({ choices, target }) => choices !== undefined && target.of === 'devnet',
  )
  for (const { name } of others) {
    const { option } = flagNamed(name).target
    for (const choice of choices(name)) {
      expect(() => resolveOptions({ [option]: choice }, {}, networks)).not.toThrow()
    }
  }
})

/** Defaults in words, not in the words of the option. */
const inWords: ReadonlySet<string> = new Set([
  'mnemonic',
  'artifacts',
  'gas-report',
  'coverage',
  'cache',
  'compat',
  'timestamp',
  'gas-price',
  'throw-on-failure',
  'call-gas-limit',
  'code-size-limit',
  'limit',
  'transaction-block-keeper',
  'max-persisted-states',
])

test('the defaults in the help are those that hold', () => {
  const { options: _nothing, unlikeLive: _none, followsLive: _all, ...usual } = resolveOptions()
  const described = flags.filter(
    ({ name, target, default: text }) =>
      target.of === 'devnet' && text !== undefined && !inWords.has(name),
  )
  for (const { type, target, default: text } of described) {
    const value = type === 'number' ? Number(text) : type === 'switch' ? text === 'true' : text
    // It says what was given.
    const given = resolveOptions({ [target.option]: value })
    const { options: _options, unlikeLive: _given, followsLive: _some, ...settings } = given
    expect(settings, target.option).toEqual(usual)
  }
})

test('every option of the chain has one flag', () => {
  const settable = flags.filter(({ target }) => target.of === 'devnet')
  expect(settable.map(({ target }) => target.option).sort()).toEqual(
    Object.keys(definitions)
      .filter((name) => name !== 'onProgress' && name !== 'fork')
      .sort(),
  )
})

function flagNamed(name: string) {
  const flag = flags.find((candidate) => candidate.name === name)
  if (flag === undefined) throw new Error(`no flag ${name}`)
  return flag
}

function choices(name: string): readonly string[] {
  return flagNamed(name).choices ?? []
}
