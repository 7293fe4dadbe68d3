import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Context, defineMethod, type Method } from '../../src/rpc/method.ts'
import { createRegistry } from '../../src/rpc/registry.ts'
import { Subscriptions } from '../../src/rpc/subscribe/subscriptions.ts'
import { noDevnet } from '../support/testRpc.ts'

const add = defineMethod({
  name: 'test_add',
  aliases: ['test_plus'],
  params: v.tuple([v.number(), v.optional(v.number(), 1)]),
  handler: (_context, [left, right]) => left + right,
})

const { reader } = noDevnet
const subscriptions = new Subscriptions()
const asked = { devnet: noDevnet, reader, profile: 'devnet', subscriptions } as const
const context: Context = { ...asked, calledAs: 'test_add' }

describe('defineMethod', () => {
  it('runs the handler with parsed values', async () => {
    expect(await add.call(context, [1])).toBe(2)
    expect(await add.call(context, [1, 2])).toBe(3)
  })

  it('returns what a handler gives at once without a promise', () => {
    expect(add.call(context, [1])).toBe(2)
  })

  it('fails when arguments are wrong or the handler throws', async () => {
    const broken = defineMethod({
      name: 'test_broken',
      params: v.tuple([]),
      handler: () => {
        throw new Error('broken')
      },
    })
    await expect(async () => add.call(context, ['1'])).rejects.toMatchObject({ code: -32602 })
    await expect(async () => broken.call(context, [])).rejects.toThrow('broken')
  })

  it('keeps names, parameters and result in its type', () => {
    expectTypeOf(add.name).toEqualTypeOf<'test_add' | 'test_plus'>()
    expectTypeOf<v.InferOutput<typeof add.params>>().toEqualTypeOf<[number, number]>()
    expectTypeOf<Awaited<ReturnType<typeof add.call>>>().toEqualTypeOf<number>()
    expectTypeOf(add).toExtend<Method>()
  })
})

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
