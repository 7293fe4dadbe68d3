import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardStates } from '../../../src/devnet/options/chainStates.ts'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'
import { networks } from '../../../src/extensions/networks/extension.ts'
import { recordNames, records } from '../../../src/extensions/networks/records.ts'
import { createDevnet } from '../../../src/index.ts'
import type { ChainState } from '../../../src/types/chainStates.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'

const [pooled, published, sealed, safe, final] = standardStates as readonly ChainState[]
const states = (...list: unknown[]) => ({ network: { like: 'op', states: list } })
const ofMonad = (members: object) => ({ network: { like: 'monad', ...members } })
const sealedBy = (changes: object) =>
  states(pooled, published, { ...sealed, ...changes }, safe, final)

const messages: readonly [object, string][] = [
  [
    ofMonad({ gasLimits: 1n }),
    'network.gasLimits 1: there is no such member; did you mean gasLimit?',
  ],
  [ofMonad({ rules: 'rise' }), "network.rules 'rise': there is no such member"],
  [ofMonad({ constructor: 1 }), 'network.constructor 1: there is no such member'],
  [ofMonad(JSON.parse('{"__proto__":1}')), 'network.__proto__ 1: there is no such member'],
  [ofMonad({ hasB20: true }), 'network.hasB20 true: remove it, as monad is not of the OP stack'],
  [ofMonad({ chainId: Number.NaN }), 'network.chainId NaN: give a whole number from 1 to'],
  [ofMonad({ blockMs: -1 }), 'network.blockMs -1: give a whole number from 1 to'],
  [ofMonad({ gasLimit: 1n }), 'network.gasLimit 1: give a bigint from 5000n'],
  [
    ofMonad({ currency: { name: 'X', symbl: 'X' } }),
    "network.currency.symbl 'X': there is no such member; did you mean symbol?",
  ],
  [ofMonad({ currency: { name: 'X' } }), 'network.currency.symbol undefined: it is missing'],
  [
    ofMonad({ sync: { ...records.monad.sync, over: 'stop' } }),
    "network.sync.over 'stop': give cut, default or refuse",
  ],
  [
    ofMonad({ sync: { ...records.monad.sync, defaultMs: 99_999 } }),
    'network.sync.defaultMs 99999: give at most sync.maxMs, 10000',
  ],
  [
    ofMonad({ refusedMethods: [{ methods: ['eth_call'], code: 0.5, message: 'no' }] }),
    'network.refusedMethods[0].code 0.5: give a whole number',
  ],
  [
    ofMonad({ otherSubscriptions: { code: -1 } }),
    'network.otherSubscriptions.message undefined: it is missing',
  ],
  [ofMonad({ states: 5 }), 'network.states 5: give an array of at most 100 items'],
  [ofMonad({ subBlocks: { areEmptyPublished: true } }), 'remove it, or give flashblockMs'],
  [
    ofMonad({ flashblockMs: 100 }),
    'network.flashblockMs 100: nothing shows the flashblocks: give a state',
  ],
  [ofMonad({ safeLag: 9 }), 'network.safeLag 9: give at most finalizedLag, 2'],
  [
    ofMonad({ closes: [{ code: 1006, reason: 'x' }] }),
    'network.closes[0].code 1006: give 1000 to 1014',
  ],
  [states(null), 'network.states[0] null: give an object'],
  [
    sealedBy({ reached: 'seald' }),
    "network.states[2].reached 'seald': give arrival, built, subBlock, seal, safe, finalized or { blocks: a number }",
  ],
  [sealedBy({ reached: { blocks: 0 } }), 'network.states[2].reached.blocks 0: give a whole number'],
  [sealedBy({ withdrawal: 'loud' }), "network.states[2].withdrawal 'loud': give never, newIndex0"],
  [sealedBy({ tags: ['earliest'] }), "network.states[2].tags[0] 'earliest': give latest, pending"],
  [sealedBy({ shows: ['all'] }), "network.states[2].shows[0] 'all': give transaction, receipt"],
  [sealedBy({ subscriptions: [1] }), 'network.states[2].subscriptions[0] 1: give a text'],
  [sealedBy({ tags: [] }), "network.states 'latest': no state answers this tag"],
  [
    sealedBy({ blockTags: ['pending', 'latest'] }),
    "network.states 'pending': published and sealed both answer this tag",
  ],
  [sealedBy({ name: 'pooled' }), "network.states[2].name 'pooled': another state has this name"],
  [sealedBy({ reached: 'arrival' }), "network.states[2].reached 'arrival': pooled is reached then"],
  [states(pooled, published, safe, final), 'give a state that is reached by "seal"'],
  [
    { network: { like: 'op', flashblockMs: undefined, states: standardStates } },
    "network.states 'published': nothing reaches it",
  ],
  [
    { network: { like: 'op', flashblockMs: 3000 } },
    'network.flashblockMs 3000: give at most blockMs, 2000',
  ],
  [
    { network: { like: 'hyperevm', largeBlocks: { everyMs: 1000, gasLimit: 30_000_000n } } },
    'network.largeBlocks.everyMs 1000: give more than blockMs, 1000',
  ],
  [
    { network: { like: 'op', largeBlocks: { everyMs: 60_000, gasLimit: 30_000_000n } } },
    'network.largeBlocks {"everyMs":60000,"gasLimit":"30000000"}: remove it',
  ],
  [{ network: { like: 'op', elasticity: 1.5 } }, 'network.elasticity 1.5: give a whole number'],
  [{ network: { like: 'op', constantBaseFee: 1n } }, 'network.constantBaseFee 1: give minBaseFee'],
  [
    { network: 'op', blockTime: '100ms' },
    "blockTime '100ms': give at least 200 ms, the time between flashblocks of op",
  ],
  [
    { network: 'monad', flashblockTime: 100 },
    'flashblockTime 100: remove it, as the network has no flashblocks; monad seals a block every 300 ms',
  ],
  [{ network: 'base', mining: 'flashblocks' }, 'no flashblocks; base-flashblocks has them'],
  [{ network: 'Rize' }, "network 'Rize': did you mean rise? give ethereum, op"],
]

test.each(messages)('%o is refused', (options, message) => {
  expect(() => resolveOptions(options as DevnetOptions, {}, networks)).toThrow(message)
})

test('a list of billions is refused at once', () => {
  const options = ofMonad({ states: new Array(2 ** 32 - 1) }) as unknown as DevnetOptions
  expect(() => resolveOptions(options, {}, networks)).toThrow(
    'invalid network.states of 4294967295 items: give an array of at most 100 items',
  )
})

test('what a record can be without is taken away by undefined, and what it has to have is kept', () => {
  const network = JSON.parse('{"like":"rise"}')
  Object.assign(network, { constantBaseFee: undefined, chainId: undefined })
  expect(resolveOptions({ network }, {}, networks).network).toMatchObject({
    constantBaseFee: undefined,
    chainId: 4153,
  })
})

test.each(recordNames)(
  '%s starts as a network of ones own with all members of its record',
  async (like) => {
    const { rules: _, ...members } = records[like]
    await using devnet = await createDevnet({ network: { like, ...members }, clock: 'manual' })
    expect(await devnet.provider.request({ method: 'preconf_networkInfo' })).toMatchObject({
      name: like,
    })
  },
)

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic
const hostile = fc.oneof(
  fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true, withDate: true }),
  fc.constantFrom(
    cyclic,
    [cyclic],
    () => 1,
    Symbol('x'),
    new Proxy({}, {}),
    Number.NaN,
    -0,
    2n ** 300n,
  ),
)
const names = [
  ...Object.keys(records.op),
  'subBlocks',
  'currency',
  'largeBlocks',
  'noncesAhead',
  '__proto__',
  'toString',
]

test('any value of any member gives a network or names what is wrong', () => {
  const member = fc.tuple(fc.constantFrom(...names), hostile)
  const inState = fc.tuple(
    fc.constantFrom(...Object.keys(sealed as ChainState), 'constructor'),
    hostile,
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...recordNames),
      fc.array(member, { maxLength: 3 }),
      fc.option(inState, { nil: undefined }),
      (like, members, inside) => {
        const given = Object.fromEntries(members)
        const [first, ...others] = records[like].states
        const table = inside && { states: [{ ...first, [inside[0]]: inside[1] }, ...others] }
        const network = { like, ...given, ...table }
        try {
          expect(resolveOptions({ network } as DevnetOptions, {}, networks).network).toBeDefined()
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidOption)
          expect((error as Error).message).toMatch(/^invalid network[.[]/)
        }
      },
    ),
    { numRuns: 500 },
  )
})
