import { expect, test } from 'vitest'
import { environmentVariable, flags } from '../../src/cli/flags.ts'
import { miningModes } from '../../src/devnet/cadence.ts'
import { resolveOptions } from '../../src/devnet/options.ts'
import { hardforks } from '../../src/evm/hardforks.ts'

test('each name, letter and variable stands for one flag', () => {
  const names = flags.flatMap((flag) => [flag.name, flag.short ?? [], environmentVariable(flag)])
  const flat = names.flat()
  expect(new Set(flat).size).toBe(flat.length)
})

test('the values to choose from are those that the chain knows', () => {
  expect(choices('hardfork')).toEqual(hardforks)
  expect(choices('mining')).toEqual(miningModes)
  const others = flags.filter(
    ({ choices, target }) => choices !== undefined && target.of === 'devnet',
  )
  for (const { name } of others) {
    const { option } = flagNamed(name).target
    for (const choice of choices(name)) {
      expect(() => resolveOptions({ [option]: choice })).not.toThrow()
    }
  }
})

test('the defaults in the help are those that hold', () => {
  const described = flags.filter(
    // These two are described in words.
    ({ name, target }) => target.of === 'devnet' && name !== 'mnemonic' && name !== 'timestamp',
  )
  for (const { type, target, default: text } of described) {
    const value = type === 'number' ? Number(text) : type === 'switch' ? text === 'true' : text
    expect(resolveOptions({ [target.option]: value })).toEqual(resolveOptions())
  }
})

test('every option of the chain has a flag', () => {
  const settable = flags.filter(({ target }) => target.of === 'devnet')
  expect(settable.map(({ target }) => target.option).sort()).toEqual(
    Object.keys(resolveOptions())
      .map((setting) => optionOfSetting[setting] ?? setting)
      .sort(),
  )
})

/** Settings are in the units of the code and named so. */
const optionOfSetting: Readonly<Record<string, string>> = {
  blockMs: 'blockTime',
  flashblockMs: 'flashblockTime',
  startMs: 'timestamp',
}

function flagNamed(name: string) {
  const flag = flags.find((candidate) => candidate.name === name)
  if (flag === undefined) throw new Error(`no flag ${name}`)
  return flag
}

function choices(name: string): readonly string[] {
  return flagNamed(name).choices ?? []
}
