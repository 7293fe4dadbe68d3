import * as v from 'valibot'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { compatRules } from '../../src/devnet/options/compatRules.ts'
import { Pieces } from '../../src/lib/pieces.ts'
import type { Connection } from '../../src/rpc/connection.ts'
import { createHandle, type Handle, type HandleOptions } from '../../src/rpc/handle.ts'
import { RawJson, type SharedMessage } from '../../src/rpc/jsonText.ts'
import { defineMethod } from '../../src/rpc/method.ts'
import { createRegistry } from '../../src/rpc/registry.ts'

/** The methods of these tests ask nothing of a devnet. */
export const noDevnet = {
  reader: {},
  clock: { realMs: () => 0, yield: yieldToEventLoop } as Partial<Devnet['clock']>,
  blocks: { settle: () => undefined },
  hooks: {},
  forked: {},
  settings: { compatRules: compatRules('anvil', false) },
} as Devnet

const echo = defineMethod({
  name: 'test_echo',
  aliases: ['test_repeat'],
  params: v.tuple([v.unknown()]),
  handler: (_context, [value]) => value,
})

const add = defineMethod({
  name: 'test_add',
  params: v.tuple([v.number(), v.optional(v.number(), 1)]),
  handler: (_context, [left, right]) => left + right,
})

const nothing = defineMethod({
  name: 'test_nothing',
  params: v.tuple([]),
  handler: () => undefined,
})

const text = defineMethod({
  name: 'test_text',
  params: v.tuple([v.number()]),
  handler: (_context, [length]) => 'x'.repeat(length),
})

const raw = defineMethod({
  name: 'test_raw',
  params: v.tuple([v.string()]),
  handler: (_context, [json]) => new RawJson(json),
})

const pieces = defineMethod({
  name: 'test_pieces',
  params: v.tuple([v.string()]),
  handler: (_context, [json]) => new RawJson(new Pieces().add(json)),
})

const bigint = defineMethod({
  name: 'test_bigint',
  params: v.tuple([]),
  handler: () => 1n,
})

const bug = defineMethod({
  name: 'test_bug',
  params: v.tuple([]),
  handler: () => {
    throw new Error('secret')
  },
})

class RoomError extends Error {
  readonly code = -32000
  readonly data = '0x08c379a0'
}

const refuse = defineMethod({
  name: 'test_refuse',
  params: v.tuple([v.string()]),
  handler: (_context, [message]) => {
    throw new RoomError(message)
  },
})

const calledAs = defineMethod({
  name: 'test_name',
  aliases: ['anvil_name'],
  params: v.tuple([]),
  handler: (context) => context.calledAs,
})

/** Stands for the service's two methods that are not everywhere, and a development method. */
const simulate = defineMethod({
  name: 'eth_simulateV1',
  params: v.tuple([]),
  access: { dedicated: 'notFound' },
  handler: () => 'simulated',
})
const getBlockReceipts = defineMethod({
  name: 'eth_getBlockReceipts',
  params: v.tuple([]),
  access: { public: 'forbidden' },
  handler: () => 'receipts',
})
const mine = defineMethod({
  name: 'evm_mine',
  params: v.tuple([]),
  handler: () => 'mined',
})

/** A rpc with real methods, and levers for the tests to pull. */
export interface TestRpc {
  readonly handle: Handle
  /** What reached `onInternalError`. */
  readonly internalErrors: unknown[]
  /** Arguments of `test_note`, in the order of the calls. */
  readonly notes: string[]
  /** Lets the oldest `test_wait` end. */
  finishWait(): void
  readonly waiting: number
  /** Pushes to everybody who called `test_subscribe`. */
  publish(message: string | SharedMessage): void
  readonly subscribers: number
}

export function createTestRpc(options: Partial<HandleOptions> = {}): TestRpc {
  const internalErrors: unknown[] = []
  const notes: string[] = []
  const waiting: (() => void)[] = []
  const subscribers = new Set<Connection>()

  const note = defineMethod({
    name: 'test_note',
    params: v.tuple([v.string()]),
    handler: (_context, [word]) => {
      notes.push(word)
      return word
    },
  })
  const wait = defineMethod({
    name: 'test_wait',
    params: v.tuple([]),
    handler: () =>
      new Promise<string>((resolve) => {
        waiting.push(() => resolve('waited'))
      }),
  })
  /** Pushes once before it answers. */
  const subscribe = defineMethod({
    name: 'test_subscribe',
    params: v.tuple([]),
    handler: async ({ connection }) => {
      if (connection === undefined) throw new RoomError('notifications not supported')
      subscribers.add(connection)
      connection.onClose(() => subscribers.delete(connection))
      connection.send('"early"')
      return 'subscribed'
    },
  })

  const handle = createHandle({
    registry: createRegistry([
      ...[echo, add, nothing, text, raw, pieces, bigint, bug, refuse, calledAs, simulate],
      ...[getBlockReceipts, mine, note, wait, subscribe],
    ]),
    devnet: noDevnet,
    profile: 'devnet',
    onInternalError: (error) => internalErrors.push(error),
    ...options,
  })
  return {
    handle,
    internalErrors,
    notes,
    finishWait: () => waiting.shift()?.(),
    get waiting() {
      return waiting.length
    },
    publish(message) {
      for (const connection of subscribers) connection.send(message)
    },
    get subscribers() {
      return subscribers.size
    },
  }
}
