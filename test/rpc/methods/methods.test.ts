import { expect, it } from 'vitest'
import { extensions } from '../../../src/app/extensions.ts'
import { createMethods } from '../../../src/rpc/methods/methods.ts'
import { createRegistry } from '../../../src/rpc/registry.ts'

const methods = createMethods({ chainName: 'base' }, extensions)

it('gives each method one name', () => {
  expect(() => createRegistry(methods)).not.toThrow()
})

it('says of each method what it does, in one sentence', () => {
  const without = methods.filter(({ summary }) => !/^[A-Z`][^\n]*\.$/.test(summary))
  expect(without.map(({ name }) => name)).toEqual([])
})

it('has the same methods with the quirks of another node', () => {
  const withQuirks = createMethods({ chainName: 'base', compat: 'base' }, extensions)
  const names = (all: typeof methods) => all.flatMap(({ name, aliases }) => [name, ...aliases])
  expect(names(withQuirks)).toEqual(names(methods))
  expect(withQuirks.filter((method, index) => method !== methods[index])).not.toEqual([])
})
