import fc from 'fast-check'
import { expect, it } from 'vitest'
import { extensions } from '../../../src/app/extensions.ts'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { standardSync } from '../../../src/devnet/options/chainStates.ts'
import { defaultLimits } from '../../../src/lib/limits.ts'
import type { Method } from '../../../src/rpc/method.ts'
import { createMethods } from '../../../src/rpc/methods/methods.ts'
import { parseParams } from '../../../src/rpc/params.ts'
import type { ReadingRules } from '../../../src/rpc/schema/parsed.ts'
import { runs, times } from '../../support/runs.ts'
import { type Client, client } from './client.ts'

const sender = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const word = `0x${'1'.repeat(64)}`
const transaction = {
  from: sender,
  to: sender,
  gas: '0x5208',
  value: '0x1',
  data: '0x',
  nonce: '0x0',
}
const list = [{ address: sender, storageKeys: [word] }]

/** What arguments can be like: the first that a schema takes is what is spoilt. */
const sound: readonly unknown[] = [
  ...[{ ...transaction, accessList: list, maxFeePerGas: '0x77359400' }, [transaction], 'latest'],
  ...[
    '0x1',
    sender,
    word,
    '0x1234',
    '0x1',
    1,
    true,
    'text',
    [],
    {},
    [word],
    [[transaction, 'latest']],
  ],
  { fromBlock: '0x0', toBlock: 'latest', address: [sender], topics: [word, null, [word]] },
  { blockStateCalls: [{ blockOverrides: { time: '0x77359400' }, calls: [transaction] }] },
  { [sender]: { balance: '0x1', nonce: '0x1', code: '0x', stateDiff: { [word]: word } } },
  { kind: 'dropAtSeal' },
  { tracer: 'callTracer', timeout: '1s' },
  { parentHash: word, timestamp: '0x1', prevRandao: word, suggestedFeeRecipient: sender },
  {
    version: '2.0.0',
    chainId: '0x7a69',
    from: sender,
    calls: [{ to: sender }],
    atomicRequired: false,
  },
  {
    types: { A: [{ name: 'b', type: 'uint256' }] },
    primaryType: 'A',
    domain: {},
    message: { b: 1 },
  },
  { accounts: { [sender]: { balance: '1' } } },
  { chainId: '0x7a69' },
]

const long = 'f'.repeat(2 ** 20)
const many = 100_000

/** In its place, one after the other: JSON, as only text has members called `__proto__` of their own. */
const hostile: readonly string[] = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '1e400',
    '9007199254740993',
    '""',
    '" "',
    '"0x"',
    '[]',
    '{}',
  ],
  ...[
    '"0x0"',
    '"0x00"',
    '"0x01"',
    '"0x0001"',
    '"0x1"',
    '"0X1"',
    '"-0x1"',
    '"0x-1"',
    '"0xg"',
    '"0x123"',
  ],
  ...[
    '"1"',
    '"-1"',
    '"\\u0000"',
    '"\\ud800"',
    '"latest"',
    '"pending"',
    '"__proto__"',
    '[[]]',
    '[null]',
  ],
  `"0x${'f'.repeat(16)}"`,
  `"0x1${'0'.repeat(16)}"`,
  `"0x${'f'.repeat(64)}"`,
  `"0x1${'0'.repeat(64)}"`,
  `"-0x1${'0'.repeat(64)}"`,
  `"${2n ** 256n}"`,
  '{"__proto__":{"to":"0x0"}}',
  '{"constructor":{"prototype":{}},"toString":1}',
  `"0x${long}"`,
  `"${long}"`,
  `{"${long}":1}`,
  `[${'0,'.repeat(many - 1)}0]`,
  `[${'{},'.repeat(many - 1)}{}]`,
  `[${`"${sender}",`.repeat(many - 1)}"${sender}"]`,
  `${'['.repeat(500)}${']'.repeat(500)}`,
]

/** Arguments that the schema takes, as far as there are some. */
function soundArguments({ params }: Method): unknown[] {
  const args: unknown[] = []
  for (const _ of params.items) {
    const fits = (argument: unknown) => firstBad(params, [...args, argument]) > args.length
    const found = sound.find(fits)
    if (found === undefined) return args
    args.push(found)
  }
  return args
}

const rules: ReadingRules = {
  compatRules: { looseRequests: true, gasPriceFirst: true, canonicalNeedsHash: true },
  limits: defaultLimits,
}

/** Index of the first argument that is wrong. */
function firstBad(params: Method['params'], args: readonly unknown[]): number {
  try {
    parseParams(params, args, rules)
    return Number.POSITIVE_INFINITY
  } catch (error) {
    return Number(/argument (\d+)/.exec((error as Error).message)?.[1] ?? 0)
  }
}

/** Every place inside of a value, the value itself first. */
function placesIn(value: unknown, depth = 0): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || depth > 5) return [[]]
  const inside = Object.entries(value).flatMap(([key, member]) =>
    placesIn(member, depth + 1).map((rest) => [key, ...rest]),
  )
  return [[], ...inside]
}

/** The JSON of a value with other JSON in one place. */
function jsonWith(value: unknown, [key, ...rest]: readonly string[], json: string): string {
  if (key === undefined) return json
  const members = Object.entries(value as object).map(([name, member]) => {
    const text = name === key ? jsonWith(member, rest, json) : JSON.stringify(member)
    return Array.isArray(value) ? text : `${JSON.stringify(name)}:${text}`
  })
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.join()}}`
}

/** Makes blocks for as long as it is asked to. */
const slow: ReadonlySet<string> = new Set(['evm_mine', 'evm_mine_detailed', 'anvil_mine'])

const methods = createMethods({ chainName: 'base' }, extensions).filter(
  ({ name }) => !slow.has(name),
)

/** Wait for a block, which nobody makes here, until their time is over. */
const waiting: ReadonlySet<string> = new Set([
  'eth_sendTransactionSync',
  'eth_sendRawTransactionSync',
])

/** Has time pass until there is an answer. */
async function untilOver<Value>({ clock }: Client, answer: Promise<Value>): Promise<Value> {
  let isOver = false
  const over = answer.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await clock.advance(standardSync.maxMs)
    await yieldToEventLoop()
  }
  return over
}

/** An error that tells of what is inside: words of libraries, paths, lines of a stack. */
const internal = /valibot|undefined|\[object|node_modules|\.ts:|\.js:|Cannot read|is not a function/

interface Answer {
  readonly error?: { readonly code: number; readonly message: string }
}

/** CPU time of this process, in ms. */
function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** How many of them a method gets by day. */
const sample = 2

it.each(methods.map((method) => [method.name, method] as const))(
  '%s refuses or takes anything in any place of its arguments',
  async (name, method) => {
    const args = soundArguments(method)
    const places =
      args.length < method.params.items.length
        ? [...placesIn(args), [`${args.length}`]]
        : placesIn(args)
    const inside = places.filter((place) => place.length > 0)
    const anywhere = fc.tuple(
      fc.constantFrom(...(inside.length === 0 ? [['0']] : inside)),
      fc.nat(hostile.length - 1),
    )
    const all = inside
      .filter((place) => place.length === 1)
      .flatMap((place) => hostile.map((_, index): [readonly string[], number] => [place, index]))

    await using devnet = await client()
    const { url } = await devnet.listen({ port: 0 })
    const ask = async (method: string, params: string) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
      return (await (await fetch(url, { method: 'POST', body })).json()) as Answer
    }
    await fc.assert(
      fc.asyncProperty(anywhere, async ([place, index]) => {
        const missing = place[0] === `${args.length}`
        const spoilt = jsonWith(missing ? [...args, null] : args, place, hostile[index] as string)
        const startMs = usedMs()
        const asked = ask(name, spoilt)
        const { error } = await (waiting.has(name) ? untilOver(devnet, asked) : asked)
        const tookMs = usedMs() - startMs
        expect(tookMs, `${name} ${spoilt.slice(0, 200)}`).toBeLessThan(1000)
        if (error === undefined) return
        expect(error.code).not.toBe(-32603)
        expect(Number.isInteger(error.code)).toBe(true)
        expect(error.message.length).toBeLessThan(1500)
        expect(error.message).not.toMatch(internal)
      }),
      // By night each place gets all of it; here it gets a sample.
      runs({
        seed: 9,
        numRuns: times(sample, all.length + 20),
        examples: times(0, 1) === 1 ? all.map((one) => [one]) : [],
      }),
    )
    expect(await ask('web3_clientVersion', '[]')).toMatchObject({ result: expect.any(String) })
  },
)
