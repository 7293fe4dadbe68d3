import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { defineMethod } from '../../src/rpc/method.ts'
import { createRegistry } from '../../src/rpc/registry.ts'

function named<const name extends string>(name: name, aliases: readonly string[] = []) {
  return defineMethod({ name, aliases, params: v.tuple([]), handler: () => name })
}

describe('createRegistry', () => {
  it('finds a method by its name and its aliases', () => {
    const method = named('anvil_mine', ['evm_mine', 'hardhat_mine'])
    const registry = createRegistry([method])
    expect(['anvil_mine', 'evm_mine', 'hardhat_mine'].map(registry.find)).toEqual([
      method,
      method,
      method,
    ])
  })

  it.each(['eth_other', 'constructor', '__proto__', 'toString', ''])('knows no %j', (name) => {
    expect(createRegistry([named('eth_call')]).find(name)).toBeUndefined()
  })

  it('lists each method once, in order', () => {
    const methods = [named('b', ['c']), named('a')]
    expect(createRegistry(methods).methods).toEqual(methods)
  })

  it.each([
    ['two names', [named('a'), named('a')]],
    ['a name and an alias', [named('a'), named('b', ['a'])]],
    ['an alias and its own name', [named('a', ['a'])]],
  ])('throws when %s are the same', (_name, methods) => {
    expect(() => createRegistry(methods)).toThrow('two methods are called a')
  })
})
