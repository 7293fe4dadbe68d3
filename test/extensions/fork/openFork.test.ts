import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packHex, packNumber, packWord } from '../../../src/extensions/fork/blockFacts.ts'
import { openFork } from '../../../src/extensions/fork/openFork.ts'
import { refuse, tamper } from '../../support/faultProxy.ts'
import { chain, everything } from './plantedChain.ts'
import { caller, contract, word } from './token.ts'
import { failure } from './upstream/weather.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-fork-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a fork', () => {
  test('finds its block in one exchange, and facts in one more', async () => {
    await using at = await chain()
    const fork = await openFork({ upstream: { sources: at.sources } })
    const head = await at.node.ask('eth_getBlockByNumber', 'latest', false)
    expect(fork.block).toMatchObject({
      chainId: 31337,
      number: BigInt(head.number),
      hash: head.hash,
    })
    expect(fork.block.raw).toEqual(head)
    expect(at.proxy.exchanges.length).toBe(1)
    await fork.fetch(everything)
    await fork.fetch(everything)
    expect(at.proxy.exchanges.length).toBe(2)
    expect(fork.store.account(packHex(contract))).toMatchObject({
      balance: 100n,
      nonce: 0n,
      absent: false,
    })
    expect(fork.store.account(packHex(`0x${'99'.repeat(20)}`))).toMatchObject({ absent: true })
    expect(
      [1n, 2n, 9n, 3n].map((slot) => fork.store.slot(packHex(contract), packWord(slot))),
    ).toEqual([packNumber(5n), packNumber(7n), '', undefined])
    await fork.close()
    await fork.close()
  })

  test('learns once which methods give more at a time', async () => {
    await using at = await chain()
    const fork = await openFork({ upstream: { sources: at.sources } })
    await fork.fetch({ accounts: [contract], slots: [{ address: contract, slots: [word(1)] }] })
    at.proxy.exchanges.at(-1)
    await fork.fetch({
      accounts: [caller],
      slots: [{ address: caller, slots: [word(1), word(2)] }],
    })
    expect(at.proxy.exchanges.at(-1)?.map(({ method }) => method)).toEqual([
      'eth_getAccountInfo',
      'eth_getStorageValues',
    ])
    expect(fork.store.account(packHex(caller))?.code.length).toBeGreaterThan(30)
    await fork.close()
  })

  test.each([
    ['the bare hash', (block: unknown) => typeof block === 'object', 'string'],
    [
      'the number',
      (block: unknown) => typeof block === 'object' || String(block).length === 66,
      'number',
    ],
  ])('names its block by %s where nothing else is taken', async (_, isRefused) => {
    await using at = await chain()
    at.proxy.always(
      tamper(
        ({ method, params }) => method !== 'eth_getBlockByNumber' && isRefused(params.at(-1)),
        () => ({ error: { code: -32602, message: 'invalid argument' } }),
      ),
    )
    const fork = await openFork({ upstream: { sources: at.sources } })
    await fork.fetch(everything)
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n })
    await fork.close()
  })

  test('by number is over when the block is replaced', async () => {
    await using at = await chain()
    const fork = await openFork({ upstream: { sources: at.sources } })
    at.proxy.always(
      tamper(
        ({ method, params }) =>
          method === 'eth_getBlockByNumber' ||
          typeof params.at(-1) === 'object' ||
          String(params.at(-1)).length === 66,
        (answer, { method }) =>
          method === 'eth_getBlockByNumber'
            ? { result: { ...answer.result, hash: word(1) } }
            : { error: { code: -32602, message: 'invalid argument' } },
      ),
    )
    const error = await failure(fork.fetch(everything))
    expect(error.name).toBe('ForkReorged')
    expect(error.message).toMatch(/has replaced block 7?\d+, which was forked, in a reorg/)
    await fork.close()
  })

  test.each([
    [
      'a balance',
      'eth_getBalance',
      '0xzz',
      /gave an invalid answer to the account 0xc0c0\w+: "0xzz" is not a number of 256 bits/,
    ],
    ['a nonce', 'eth_getTransactionCount', `0x1${'0'.repeat(16)}`, /is not a number of 64 bits/],
    ['code', 'eth_getCode', '0x123', /is not hex bytes/],
    [
      'a slot',
      'eth_getStorageAt',
      `0x1${'0'.repeat(64)}`,
      /gave an invalid answer to slot 0x0+1 of 0xc0c0\w+/,
    ],
  ])('does not take %s that cannot be', async (_, method, result, words) => {
    await using at = await chain()
    const path = join(folder, `wrong-${method}.jsonl`)
    const fork = await openFork({ upstream: { sources: at.sources }, cassette: path })
    at.proxy.always(
      tamper(
        (request) => request.method === method,
        () => ({ result }),
      ),
    )
    const error = await failure(fork.fetch(everything))
    expect(error.name).toBe('InvalidAnswer')
    expect(error.message).toMatch(words)
    await fork.close()
    expect(readdirSync(folder).filter((name) => name.includes(method))).toEqual([])
  })

  test('says which block has no state any more', async () => {
    await using at = await chain()
    const fork = await openFork({ upstream: { sources: at.sources, retryBackoffMs: 1 } })
    at.proxy.always(refuse({ code: -32000, message: 'missing trie node 12' }))
    const error = await failure(fork.fetch(everything))
    expect(error.message).toMatch(
      /has no state of block \d+ any more, as nodes keep only that of about 128/,
    )
    await fork.close()
  })
})

describe('what a call reads', () => {
  const call = { to: caller, data: '0x' }

  test('is reported by a trace in one exchange', async () => {
    await using at = await chain()
    const fork = await openFork({ upstream: { sources: at.sources } })
    await fork.fetch({ accounts: [caller] })
    const before = at.proxy.exchanges.length
    expect(
      await fork.prefetch({ call: { from: at.node.accounts[0] as string, ...call }, balance: 1n }),
    ).toBe(true)
    expect(at.proxy.exchanges.length).toBe(before + 1)
    expect(fork.store.slot(packHex(contract), packWord(2n))).toBe(packNumber(7n))
    expect(fork.store.slot(packHex(contract), packWord(3n))).toBe('')
    expect(fork.store.account(packHex(contract))).toMatchObject({ balance: 100n })
    // What it pays is no fact of the block.
    expect(fork.store.account(packHex(at.node.accounts[0] as `0x${string}`))).toBe(undefined)
    await fork.close()
  })

  test('is reported by an access list where there are no traces, which is remembered', async () => {
    await using at = await chain()
    at.proxy.always(refuse({ code: -32601, message: 'method not found' }, 'debug_traceCall'))
    const fork = await openFork({ upstream: { sources: at.sources } })
    await fork.fetch({ accounts: [caller] })
    const before = at.proxy.exchanges.length
    expect(await fork.prefetch({ call })).toBe(true)
    expect(at.proxy.exchanges.length).toBe(before + 2)
    expect(fork.store.slot(packHex(contract), packWord(2n))).toBe(packNumber(7n))
    await fork.prefetch({ call: { ...call, data: '0x01' } })
    expect(at.proxy.exchanges.length).toBe(before + 3)
    await fork.close()
  })

  test('is not reported where neither is there, which is no error', async () => {
    await using at = await chain()
    at.proxy.always(
      refuse({ code: -32601, message: 'no' }, 'debug_traceCall', 'eth_createAccessList'),
    )
    const fork = await openFork({ upstream: { sources: at.sources } })
    expect(await fork.prefetch({ call })).toBe(false)
    const before = at.proxy.exchanges.length
    expect(await fork.prefetch({ call })).toBe(false)
    expect(at.proxy.exchanges.length).toBe(before)
    await fork.close()
  })
})
