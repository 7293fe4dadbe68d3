import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ManualTimeline } from '../../../../src/clock/timelines.ts'
import { Upstream } from '../../../../src/extensions/fork/upstream/upstream.ts'
import {
  half,
  html,
  lostItem,
  maxInBatch,
  otherOrder,
  type ProxyFault,
  refuse,
  reset,
  silent,
  startFaultProxy,
  status,
  tamper,
  wrongIds,
} from '../../../support/faultProxy.ts'
import { failure, weather } from './weather.ts'

const blockOf = (number: number) =>
  ['eth_getBlockByNumber', [`0x${number.toString(16)}`, false]] as const

describe('what is asked', () => {
  test('goes out as one batch when it is asked for in one turn, and equal requests as one', async () => {
    await using at = await weather()
    const { upstream, proxy, node } = at
    const answers = await Promise.all([
      upstream.request('eth_chainId', []),
      upstream.request('eth_blockNumber', []),
      upstream.request('eth_chainId', []),
    ])
    expect(answers).toEqual(['0x7a69', '0x0', '0x7a69'])
    expect(proxy.exchanges.map((requests) => requests.map(({ method }) => method))).toEqual([
      ['eth_chainId', 'eth_blockNumber'],
    ])
    await node.ask('anvil_mine')
    expect(await upstream.request('eth_blockNumber', [])).toBe('0x1')
    expect(upstream.counts).toMatchObject({ requests: 3, items: 3, exchanges: 2, retries: 0 })
    expect(upstream.counts.bytesSent).toBeGreaterThan(100)
    expect(upstream.counts.bytesReceived).toBeGreaterThan(60)
  })

  test('takes few connections, which are kept', async () => {
    await using at = await weather({ batchSize: 1 })
    const { upstream, proxy } = at
    for (let round = 0; round < 3; round++) {
      const many = Array.from({ length: 40 }, (_, index) => upstream.request(...blockOf(index)))
      await Promise.all(many)
    }
    expect(proxy.exchanges.length).toBe(120)
    expect(proxy.sockets).toBeLessThanOrEqual(7)
  })

  test('carries the headers, and user and password as such', async () => {
    await using at = await weather({ headers: { 'X-Key': 'abc' } })
    await at.upstream.request('eth_chainId', [])
    expect(at.proxy.headers[0]).toMatchObject({
      'x-key': 'abc',
      authorization: `Basic ${btoa('user:pass-word')}`,
    })
  })

  test.each([
    [
      'an error in place of a list',
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } },
    ],
    [
      'a list with one error',
      [{ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'batch too large' } }],
    ],
  ])('goes in halves when a batch is refused with %s', async (_, whole) => {
    await using at = await weather()
    const { upstream, proxy } = at
    proxy.always(maxInBatch(7, whole))
    const many = Array.from({ length: 30 }, (_, index) => upstream.request(...blockOf(index)))
    const answers = await Promise.all(many)
    expect(answers[0]).toMatchObject({ number: '0x0' })
    expect(proxy.exchanges.slice(0, 2).map(({ length }) => length)).toEqual([30, 15])
    const before = proxy.exchanges.length
    await Promise.all(
      Array.from({ length: 7 }, (_, index) => upstream.request(...blockOf(index + 50))),
    )
    expect(proxy.exchanges.slice(before).every(({ length }) => length <= 7)).toBe(true)
  })

  test('goes in halves after HTTP 413', async () => {
    await using at = await weather()
    at.proxy.next(status(413))
    await Promise.all(
      Array.from({ length: 4 }, (_, index) => at.upstream.request(...blockOf(index))),
    )
    expect(at.proxy.exchanges.map(({ length }) => length)).toEqual([4, 2, 2])
  })

  test('is as many a second as allowed', async () => {
    await using at = await weather({ requestsPerSecond: 2 })
    const { upstream, proxy, timeline, pass } = at
    await pass(
      Promise.all(Array.from({ length: 6 }, (_, index) => upstream.request(...blockOf(index)))),
    )
    expect(proxy.exchanges.map(({ length }) => length)).toEqual([2, 2, 2])
    expect(timeline.elapsed()).toBeGreaterThanOrEqual(2000)
  })
})

test('the first requests go out before the rate counts', async () => {
  await using at = await weather({ requestsPerSecond: 2, uncounted: 4 })
  const { upstream, timeline, pass } = at
  const asked = (from: number) =>
    Promise.all(Array.from({ length: 4 }, (_, index) => upstream.request(...blockOf(from + index))))
  await pass(asked(0))
  expect(timeline.elapsed()).toBeLessThan(500)
  await pass(asked(4))
  expect(timeline.elapsed()).toBeGreaterThanOrEqual(1000)
})

describe('what comes back', () => {
  test.each<[string, ProxyFault]>([
    ['in another order', otherOrder],
    ['with an item that is lost', lostItem],
    ['with ids of others', wrongIds],
    ['cut off', half],
    ['as a reset', reset],
    ['as HTTP 502', status(502)],
    ['as HTML', html],
    ['as HTTP 429', status(429)],
    [
      'as an item with a rate limit',
      refuse({ code: -32005, message: 'rate limit exceeded' }, 'eth_chainId'),
    ],
    ['never', silent],
  ])('is right in the end when it comes %s', async (_, fault) => {
    await using at = await weather()
    const { upstream, proxy, pass } = at
    proxy.next(fault)
    const answers = pass(
      Promise.all([upstream.request('eth_chainId', []), upstream.request('eth_blockNumber', [])]),
    )
    expect(await answers).toEqual(['0x7a69', '0x0'])
    expect(proxy.exchanges.length).toBeLessThanOrEqual(2)
  })

  test('is asked for again only where it was not right', async () => {
    await using at = await weather()
    const { upstream, proxy, pass } = at
    proxy.next(refuse({ code: 429, message: 'slow down' }, 'eth_blockNumber'))
    await pass(
      Promise.all([upstream.request('eth_chainId', []), upstream.request('eth_blockNumber', [])]),
    )
    expect(proxy.exchanges[1]?.map(({ method }) => method)).toEqual(['eth_blockNumber'])
  })

  test('is waited for as long as the upstream asks', async () => {
    await using at = await weather()
    const { upstream, proxy, timeline, pass } = at
    proxy.next(status(429, { 'retry-after': '7' }))
    await pass(upstream.request('eth_chainId', []))
    expect(timeline.elapsed()).toBeGreaterThanOrEqual(7000)
    expect(timeline.elapsed()).toBeLessThan(7200)
  })

  test('is given up when there is no time left', async () => {
    await using at = await weather({ timeoutMs: 9000, retries: 50 })
    const { upstream, proxy, timeline, pass } = at
    proxy.always(silent)
    const error = await failure(pass(upstream.request('eth_chainId', [])))
    expect(error.message).toMatch(/^http:\/\/127.0.0.1:\d+ cannot be reached: no answer in time$/)
    expect(timeline.elapsed()).toBeLessThanOrEqual(9100)
  })

  test('may be an error, which is not asked for again', async () => {
    await using at = await weather()
    const error = await failure(at.upstream.request('eth_getBalance', ['0x12', 'latest']))
    expect(error).toMatchObject({ name: 'UpstreamRefusal', code: -32602 })
    expect(error.message).toContain('answers eth_getBalance with: ')
    expect(at.proxy.exchanges.length).toBe(1)
  })
})

describe('what stays wrong', () => {
  test.each<[string, ProxyFault, string, RegExp, number]>([
    ['a reset', reset, 'Unreachable', /cannot be reached: ECONNRESET/, 3],
    ['HTTP 503', status(503), 'Unreachable', /cannot be reached: HTTP 503/, 3],
    [
      'HTTP 429',
      status(429),
      'RateLimited',
      /limits the rate of requests \(HTTP 429\), even after/,
      3,
    ],
    [
      'a rate limit',
      refuse({ code: -32016, message: 'over rate limit' }),
      'RateLimited',
      /\(over rate limit\)/,
      3,
    ],
    ['HTTP 401', status(401), 'AccessRefused', /refuses access \(HTTP 401\): check the key/, 1],
    ['HTTP 403', status(403), 'AccessRefused', /refuses access \(HTTP 403\)/, 1],
    [
      'HTTP 404',
      status(404),
      'NoJsonRpc',
      /answers HTTP 404 instead of JSON-RPC: is that the URL of a node\?/,
      2,
    ],
    ['HTML', html, 'NoJsonRpc', /answers HTML instead of JSON-RPC/, 2],
    [
      'a missing method',
      refuse({ code: -32601, message: 'no' }),
      'MethodMissing',
      /does not have the method eth_chainId$/,
      1,
    ],
    [
      'pruned state',
      refuse({ code: -32000, message: 'missing trie node 12ab' }),
      'NotArchive',
      /give the URL of an archive node/,
      2,
    ],
    [
      'an unknown block',
      refuse({ code: -32000, message: 'header not found' }),
      'BlockNotThere',
      /does not have the block/,
      8,
    ],
  ])('is said of %s in one sentence, after some tries', async (_, fault, name, words, tries) => {
    await using at = await weather({ retries: 2 })
    const { upstream, proxy, pass } = at
    proxy.always(fault)
    const error = await failure(pass(upstream.request('eth_chainId', [])))
    expect(error).toMatchObject({ name, code: -32000 })
    expect(error.message).toMatch(words)
    expect(error.message.split('\n').length).toBe(1)
    expect(proxy.exchanges.length).toBe(tries)
    // The next one can be right.
    proxy.always()
    expect(await pass(upstream.request('eth_chainId', []))).toBe('0x7a69')
  })

  test.each<[string, ProxyFault]>([
    [
      'answers',
      refuse({
        code: -32000,
        message: 'bad key 0123456789secret, see http://user:pass-word@h/v2/0123456789secret',
        data: { url: 'https://h/x?key=hidden-key' },
      }),
    ],
    ['rate limits', refuse({ code: 429, message: 'rate limit of hidden-key' })],
    ['resets', reset],
    ['HTML', html],
    ['HTTP 403', status(403)],
  ])('shows no credentials after %s', async (_, fault) => {
    await using at = await weather({ retries: 0, headers: { 'x-api-key': 'header-secret' } })
    at.proxy.always(fault)
    const error = await failure(at.pass(at.upstream.request('eth_chainId', [])))
    const shown = [
      inspect(error, { depth: 9, showHidden: true }),
      error.stack,
      String(error),
    ].join()
    expect(shown).not.toMatch(/secret|hidden|pass-word|user/)
    expect(shown).toContain('http://127.0.0.1')
  })

  test('is of an address without a server, found out soon', async () => {
    const timeline = new ManualTimeline()
    const proxy = await startFaultProxy('http://127.0.0.1:1')
    await proxy[Symbol.asyncDispose]()
    const upstream = new Upstream({ sources: [`${proxy.url}/secret-path`] }, timeline)
    const failed = failure(upstream.request('eth_chainId', []))
    let error: Error | undefined
    void failed.then((found) => {
      error = found
    })
    while (error === undefined) {
      await timeline.advance(10)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(error.message).toBe(`${proxy.url} cannot be reached: ECONNREFUSED`)
    expect(upstream.counts.exchanges).toBe(2)
    upstream.close()
  })

  test('ends what is under way when it is closed', async () => {
    await using at = await weather()
    at.proxy.always(silent)
    const failed = failure(at.upstream.request('eth_chainId', []))
    await new Promise((resolve) => setImmediate(resolve))
    at.upstream.close()
    at.upstream.close()
    expect((await failed).message).toMatch(/the fork was closed/)
    expect((await failure(at.upstream.request('eth_chainId', []))).message).toMatch(/closed/)
  })
})

test('other URLs can take the place of those at the start, also for what is under way', async () => {
  await using at = await weather()
  await using other = await startFaultProxy(at.node.url)
  const { upstream, proxy } = at
  upstream.expectChain(31337)
  proxy.always(silent)
  const asked = upstream.request('eth_blockNumber', [])
  await new Promise((resolve) => setImmediate(resolve))
  while (proxy.exchanges.length === 0) await (await fetch(proxy.url)).text()
  upstream.redirect([other.url])
  expect(await at.pass(asked)).toBe('0x0')
  expect(upstream.shown).toEqual([other.url])
  await upstream.request('eth_gasPrice', [])
  expect(proxy.exchanges.length).toBe(1)
  expect(() => upstream.redirect(['nowhere'])).toThrow(/has no scheme/)
  other.always(
    tamper(
      ({ method }) => method === 'eth_chainId',
      () => ({ result: '0x5' }),
    ),
  )
  upstream.redirect([other.url])
  expect((await failure(upstream.request('eth_gasPrice', []))).name).toBe('AnotherChain')
})

describe('several URLs', () => {
  test('take turns, and the next is asked when one fails, at once', async () => {
    await using good = await weather()
    await using bad = await startFaultProxy(good.node.url)
    bad.always(status(403))
    const timeline = new ManualTimeline()
    const upstream = new Upstream({ sources: [bad.url, good.proxy.url] }, timeline)
    for (let number = 0; number < 6; number++) await upstream.request(...blockOf(number))
    expect(good.proxy.exchanges.length).toBe(6)
    expect(bad.exchanges.length).toBe(3)
    expect(timeline.elapsed()).toBe(0)
    upstream.close()
  })

  test('have to be of one chain: another one is not asked any more', async () => {
    await using good = await weather()
    await using other = await startFaultProxy(good.node.url)
    other.always(
      tamper(
        ({ method }) => method === 'eth_chainId',
        () => ({ result: '0x5' }),
      ),
    )
    const upstream = new Upstream({ sources: [other.url, good.proxy.url] }, new ManualTimeline())
    upstream.expectChain(31337)
    for (let number = 0; number < 5; number++) {
      expect(await upstream.request(...blockOf(number))).not.toBe(undefined)
    }
    expect(other.exchanges.length).toBe(1)
    upstream.close()
    const alone = new Upstream({ sources: [other.url] }, new ManualTimeline())
    alone.expectChain(31337)
    expect((await failure(alone.request(...blockOf(1)))).message).toBe(
      `${other.url} is on chain 5, but the fork is of chain 31337: give a URL of that chain`,
    )
    alone.close()
  })
})
