import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Answers } from '../../src/rpc/answers.ts'
import type { Connection } from '../../src/rpc/connection.ts'
import { createDispatch } from '../../src/rpc/dispatch.ts'
import { LongList, RawJson } from '../../src/rpc/jsonText.ts'
import { type Context, defineMethod } from '../../src/rpc/method.ts'
import type { Profile } from '../../src/rpc/profile.ts'
import { createRegistry } from '../../src/rpc/registry.ts'
import { Subscriptions } from '../../src/rpc/subscribe/subscriptions.ts'
import { noDevnet } from '../support/testRpc.ts'

function testDispatch(profile: Profile = 'devnet') {
  const seen: Context[] = []
  const look = defineMethod({
    name: 'test_look',
    aliases: ['evm_look'],
    params: v.tuple([v.optional(v.string())]),
    handler: (context, [word]) => {
      seen.push(context)
      return word
    },
  })
  const kept = defineMethod({
    ...look,
    name: 'test_kept',
    aliases: [],
    handler: look.handle,
    access: { public: 'forbidden' },
  })
  const registry = createRegistry([look, kept])
  const dispatch = createDispatch({ registry, devnet: noDevnet, profile })
  return { dispatch, seen }
}

describe('a list that is formatted when it is asked for', () => {
  let formatted = 0
  const list = defineMethod({
    name: 'test_list',
    params: v.tuple([v.number()]),
    handler: (_context, [length]) =>
      new LongList([...Array(length).keys()], (item) => {
        formatted++
        return { item }
      }),
  })
  const options = { registry: createRegistry([list]), devnet: noDevnet, profile: 'devnet' } as const
  const arrayOf = (length: number) => [...Array(length).keys()].map((item) => ({ item }))

  it('is an array in process', async () => {
    expect(await createDispatch(options)('test_list', [1_300])).toEqual(arrayOf(1_300))
  })

  it.each([0, 1, 512, 513, 1_300])('of %d items is written as one', async (length) => {
    const dispatch = createDispatch({ ...options, answers: new Answers() })
    const result = await dispatch('test_list', [length])
    const json = result instanceof RawJson ? result.text : JSON.stringify(result)
    expect(JSON.parse(json)).toEqual(arrayOf(length))
  })

  it('is formatted in parts, between which others have their turn', async () => {
    const dispatch = createDispatch({ ...options, answers: new Answers() })
    const turns: number[] = []
    const watch = () => {
      turns.push(formatted)
      formatted = 0
      watching = setImmediate(watch)
    }
    let watching = setImmediate(watch)
    formatted = 0
    await dispatch('test_list', [1_300])
    clearImmediate(watching)
    expect(turns.filter((count) => count > 0)).toEqual([512, 512, 276])
  })
})

describe('dispatch', () => {
  it('hands the handler what it needs', async () => {
    const { dispatch, seen } = testDispatch()
    const connection: Connection = { id: 'c', send: () => {}, onClose: () => {}, end: () => {} }
    expect(await dispatch('evm_look', ['word'], connection)).toBe('word')
    expect(seen).toEqual([
      {
        devnet: noDevnet,
        reader: noDevnet.reader,
        connection,
        profile: 'devnet',
        subscriptions: new Subscriptions(),
        calledAs: 'evm_look',
      },
    ])
  })

  it('rejects an unknown method before it looks at arguments', async () => {
    const { dispatch } = testDispatch()
    await expect(dispatch('foo_bar', [1, 2, 3])).rejects.toMatchObject({
      code: -32601,
      message: 'the method foo_bar does not exist/is not available',
    })
  })

  it('looks at the name that was used to decide what the endpoint has', async () => {
    const { dispatch, seen } = testDispatch('public')
    await dispatch('test_look', [])
    await expect(dispatch('evm_look', [])).rejects.toMatchObject({ code: -32601 })
    await expect(dispatch('test_kept', [5])).rejects.toMatchObject({
      code: -32004,
      message: 'the method test_kept is not available on this endpoint',
    })
    expect(seen.map(({ calledAs }) => calledAs)).toEqual(['test_look'])
  })

  it('refuses a very long name without repeating it', async () => {
    const { dispatch } = testDispatch()
    await expect(dispatch('x'.repeat(2048), [])).rejects.toMatchObject({ code: -32601 })
    await expect(dispatch('x'.repeat(2049), [])).rejects.toMatchObject({
      code: -32600,
      message: 'method name of 2049 characters, the limit is 2048',
    })
  })
})
