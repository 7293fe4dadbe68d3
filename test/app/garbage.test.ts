import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDevnet } from '../../src/app/createDevnet.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { testDevnet } from '../support/testDevnet.ts'

// biome-ignore lint/suspicious/noExplicitAny: callers without types can give anything
type Call = (given: any) => unknown

/** As programs without types might give it. */
const garbage: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  Number.NaN,
  1e30,
  '',
  'x',
  '0x',
  true,
  [],
  {},
  Symbol('s'),
  5n,
  [null],
  { a: 1 },
  Object.create(null),
]

let devnet: PreconfDevnet
const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => unhandled.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled)
  devnet = await testDevnet()
})

afterAll(async () => {
  await devnet.close()
  process.off('unhandledRejection', onUnhandled)
})

/** The parts of a devnet whose methods are called, and what else has members of its own. */
function calls(): ReadonlyMap<string, Call> {
  const all = new Map<string, Call>()
  const { provider, faults, clock, l1 } = devnet
  const parts: Readonly<Record<string, object>> = { devnet, faults, clock, l1 }
  for (const [part, object] of Object.entries(parts)) {
    for (const [name, method] of Object.entries(object)) {
      if (typeof method === 'function' && name !== 'close') all.set(`${part}.${name}`, method)
    }
  }
  const { reorg, rollback, deposit, at, on, loadFixture, listen } = devnet
  const others: Readonly<Record<string, Call>> = {
    'provider.request': (given) => provider.request(given),
    'request of a method': (method) => provider.request({ method }),
    'request with params': (params) => provider.request({ method: 'eth_getBalance', params }),
    'reorg with transactions': (transactions) => reorg({ transactions }),
    'reorg with one': (raw) => reorg({ transactions: [{ raw }] }),
    'reorg with a depth': (depth) => reorg({ depth }),
    'rollback with a depth': (depth) => rollback({ depth }),
    'deposit with from': (from) => deposit({ from }),
    'at a flashblock': (flashblock) => at({ flashblock }),
    'on with a listener': (listener) => on('block', listener),
    'a fault of a kind': (kind) => devnet.faults.inject({ kind }),
    'an export with options': (request) => devnet.export('anvil', request),
    'a fixture that is made': (make) => loadFixture('name', make),
    'listen on a port': (port) => (port === 0 ? undefined : listen({ port })),
    createDevnet,
  }
  for (const [name, call] of Object.entries(others)) all.set(name, call)
  for (const option of ['mining', 'chainId', 'mnemonic', 'clock', 'fixture', 'genesis']) {
    all.set(`createDevnet with ${option}`, (given) => createDevnet({ [option]: given } as never))
  }
  all.set('createDevnet with a state', (given) => {
    // The path of a file is no garbage, and would be written to.
    const state = typeof given === 'string' ? '' : given
    return createDevnet({ state } as never)
  })
  return all
}

it('whatever is given to the public methods, they take it or say what is wrong', async () => {
  const wrong: string[] = []
  for (const [name, call] of calls()) {
    // Ports of others are not for tests.
    const values = name === 'devnet.listen' ? garbage.filter((given) => given === null) : garbage
    for (const given of values) {
      try {
        const made = (await call(given)) as { readonly close?: () => unknown } | null | undefined
        if (made !== devnet) await made?.close?.()
      } catch (error) {
        const { code, name: kind, message } = error as Error & { readonly code?: unknown }
        const isClear = typeof code === 'number' && code !== -32603
        const isKnown = isClear || /^(Un|Invalid|Fixture|Manual)/.test(kind)
        if (!isKnown) wrong.push(`${name}: ${kind} ${code}: ${message}`)
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
