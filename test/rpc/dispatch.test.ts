import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../../src/rpc/connection.ts'
import { createDispatch } from '../../src/rpc/dispatch.ts'
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
