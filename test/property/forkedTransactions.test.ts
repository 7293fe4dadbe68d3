import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { clientOf, word } from '../rpc/methods/client.ts'
import { type FaultProxy, type ProxiedRequest, startFaultProxy } from '../support/faultProxy.ts'
import { type HttpNode, httpNode } from '../support/httpNode.ts'
import { runs } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'

/** Contracts of the live chain, which know each other by these addresses. */
const contracts = ['a1', 'b2', 'c3'].map((byte): Hex => `0x${byte.repeat(20)}`)
const address = fc.constantFrom(...contracts)
const hex = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'))

/** A value that a slot holds: a number of any length, an address with and without bytes before it. */
const value = fc.oneof(
  hex(32),
  fc.tuple(hex(12), address).map(([flags, held]) => `${flags}${held.slice(2)}`),
  fc.constantFrom('00', '01', 'ff'.repeat(32)),
)

const slot = fc.nat({ max: 3 }).map((index) => `60${index.toString(16).padStart(2, '0')}`)
/** Code that leaves a word on the stack: constants, what slots hold, and where they lead. */
const operand = fc.oneof(
  slot,
  slot.map((push) => `${push}54`),
  slot.map((push) => `${push}5454`),
  address.map((named) => `73${named.slice(2)}`),
)
/** Code that leaves the stack as it was: reads, calls, writes, creations and ends. */
const statement = fc.oneof(
  operand.map((pushed) => `${pushed}50`),
  fc
    .tuple(operand, fc.constantFrom('31', '3b', '3f', '40'))
    .map(([pushed, read]) => `${pushed}${read}50`),
  operand.map((pushed) => `5f5f5f5f5f${pushed}5af150`),
  operand.map((pushed) => `5f5f5f5f${pushed}5af450`),
  operand.map((pushed) => `5f5f5f5f${pushed}5afa50`),
  fc.tuple(operand, operand).map(([what, where]) => `${what}${where}55`),
  operand.map((pushed) => `5f5f5f${pushed}f550`),
  operand.map((pushed) => `${pushed}ff`),
  fc.constantFrom('00', '5f5ffd', 'fe'),
)
const code = fc.oneof(
  { weight: 6, arbitrary: fc.array(statement, { maxLength: 6 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: hex(40) },
  { weight: 1, arbitrary: address.map((target) => `ef0100${target.slice(2)}`) },
  { weight: 1, arbitrary: hex(25).map((rest) => `ef${rest}`) },
)
const contract = fc.record({ code, slots: fc.array(value, { maxLength: 4 }) })

/** What comes of a right answer: another form of it, or one that cannot be. */
const distortions = {
  padded: (result: unknown) => padded(result, 64),
  unpadded: (result: unknown) =>
    isHex(result) ? `0x${result.slice(2).replace(/^0+(?=.)/, '')}` : result,
  capital: (result: unknown) => (isHex(result) ? `0x${result.slice(2).toUpperCase()}` : result),
  long: (result: unknown) => padded(result, 66),
  cut: (result: unknown) => (isHex(result) ? result.slice(0, -1) : result),
  nothing: () => null,
  empty: () => '0x',
  number: () => 7,
  list: () => [],
  object: () => ({}),
  words: () => '0xzz',
  error: () => new Error('out of order'),
  limit: () => new Error('rate limit exceeded'),
  missing: () => new Error('missing trie node 12'),
} as const

type Distortion = keyof typeof distortions

function isHex(result: unknown): result is Hex {
  return typeof result === 'string' && result.startsWith('0x')
}

function padded(result: unknown, digits: number): unknown {
  return isHex(result) ? `0x${result.slice(2).padStart(digits, '0')}` : result
}

/** Which answers are distorted: those of a method, all or some by their parameters. */
interface Weather {
  readonly method: string
  /** One in so many keys. */
  readonly oneIn: number
  readonly distortion: Distortion
}

const weather: fc.Arbitrary<Weather> = fc.record({
  method: fc.constantFrom(
    'eth_getStorageAt',
    'eth_getStorageValues',
    'eth_getBalance',
    'eth_getTransactionCount',
    'eth_getCode',
    'eth_getAccountInfo',
    'eth_getProof',
    'eth_getBlockByNumber',
    'eth_createAccessList',
    'debug_traceCall',
  ),
  oneIn: fc.constantFrom(1, 2, 3),
  distortion: fc.constantFrom(...(Object.keys(distortions) as Distortion[])),
})

function isHit({ method, oneIn }: Weather, request: ProxiedRequest): boolean {
  if (request.method !== method) return false
  const text = JSON.stringify(request.params)
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % oneIn === 0
}

function distort(proxy: FaultProxy, all: readonly Weather[]): void {
  proxy.always(async ({ requests, forward, reply }) => {
    const answers = await forward()
    reply(
      answers.map((answer) => {
        const request = requests.find(({ id }) => id === answer.id)
        const hit = all.find((one) => request !== undefined && isHit(one, request))
        if (hit === undefined || 'error' in answer) return answer
        const result = distortions[hit.distortion](answer.result)
        const { id, jsonrpc } = answer
        if (!(result instanceof Error)) return { id, jsonrpc, result }
        return { id, jsonrpc, error: { code: -32000, message: result.message } }
      }),
    )
  })
}

/** What is sent: a call with data that may name contracts, one with an authorization, or a creation. */
const sent = fc.record({
  from: fc.oneof(fc.nat({ max: 1 }), address),
  to: fc.option(address),
  code,
  data: fc.array(
    fc.oneof(
      address.map((named) => named.slice(2).padStart(64, '0')),
      hex(32),
    ),
  ),
  value: fc.nat({ max: 1 }),
  /** To whom the second account's code is set (EIP-7702). */
  delegate: fc.option(address),
})

const options = fc.record({
  mining: fc.constantFrom('auto' as const, 'flashblocks' as const, 'manual' as const),
  prefetch: fc.constantFrom('auto' as const, 'off' as const),
  proofs: fc.constantFrom('off' as const, 'off' as const, 'auto' as const),
  compat: fc.constantFrom(undefined, 'anvil' as const),
}) satisfies fc.Arbitrary<DevnetOptions & object>

let live: HttpNode
let proxy: FaultProxy

beforeAll(async () => {
  live = await httpNode({ mining: 'manual', hardfork: 'osaka' })
  proxy = await startFaultProxy(live.url)
})

afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
})

/** Words for refusals that name what was wrong with the live chain's answer, or with the transaction. */
const refusals = [-32000, -32003, -32602, 3]

test('on a fork every accepted transaction is in a block, or in the pool with a reason', async () => {
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(contract, contract, contract),
      fc.array(weather, { maxLength: 3 }),
      fc.array(sent, { minLength: 1, maxLength: 4 }),
      options,
      async (planted, distorted, transactions, { prefetch, proofs, ...rest }) => {
        for (const [index, { code: runtime, slots }] of planted.entries()) {
          const at = contracts[index]
          await live.ask('anvil_setCode', at, `0x${runtime}`)
          await live.ask('anvil_setBalance', at, '0xde0b6b3a7640000')
          for (let key = 0; key < 4; key++) {
            const held = `0x${(slots[key] ?? '').padStart(64, '0')}`
            await live.ask('anvil_setStorageAt', at, word(key), held)
          }
        }
        await live.ask('evm_mine')
        proxy.always()
        const fork = { url: proxy.url, retries: 0, retryBackoff: 1, prefetch, proofs }
        const devnet = await testDevnet({ ...rest, fork })
        await using _ = devnet
        const { ask } = clientOf(devnet)
        distort(proxy, distorted)
        const accepted: Hex[] = []
        const authorized = async (to: Hex) => {
          const { r, s, yParity } = await privateKeyToAccount(
            devnet.accounts[1]?.privateKey as Hex,
          ).signAuthorization({ address: to, chainId: 31337, nonce: 0 })
          return { address: to, chainId: '0x7a69', nonce: '0x0', r, s, yParity: `0x${yParity}` }
        }
        for (const transaction of transactions) {
          const { from, to, data, value: wei, delegate } = transaction
          const sender = typeof from === 'number' ? devnet.accounts[from]?.address : (from as Hex)
          await ask('anvil_impersonateAccount', sender)
          const request = {
            from: sender,
            ...(to === null
              ? { data: `0x${transaction.code}` }
              : { to, data: `0x${data.join('')}` }),
            value: `0x${wei}`,
            gas: '0x30d40',
            ...(delegate !== null &&
              to !== null && { authorizationList: [await authorized(delegate)] }),
          }
          try {
            accepted.push(await ask('eth_sendTransaction', request))
          } catch (error) {
            expect(refusals, String(error)).toContain((error as { code?: number }).code)
          }
        }
        const settle = async () => {
          await devnet.clock.advance(1_000)
          await devnet.seal()
          for (const hash of accepted) outcomes.add(await outcomeOf(hash))
        }
        const outcomeOf = async (hash: Hex): Promise<string> => {
          const { status } = devnet.transaction(hash)
          const { reason, message, details } = await devnet.explain(hash)
          // An authorization of another's transaction takes a nonce, too.
          if (status === 'dropped' && transactions.some(({ delegate }) => delegate !== null)) {
            expect(details).toEqual({ reason: 'nonceUsed' })
            return 'dropped'
          }
          if (status === 'sealed') {
            expect(await ask('eth_getTransactionReceipt', hash)).not.toBeNull()
            return status
          }
          expect([status, reason], message).toEqual([
            'pooled',
            expect.stringMatching(
              /awaitingState|behindAnother|nonceGap|insufficientFunds|blockGas/,
            ),
          ])
          expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ hash })
          return `${status} ${reason}`
        }
        await settle()
        // The weather is fine again: what waited for the live chain is in the next block.
        proxy.always()
        await settle()
        for (const hash of accepted) {
          expect(await outcomeOf(hash)).not.toMatch(/awaitingState|behindAnother/)
        }
      },
    ),
    runs({ numRuns: 16, seed: 37, endOnFailure: true }),
  )
  expect([...outcomes]).toEqual(expect.arrayContaining(['sealed', 'pooled awaitingState']))
})
