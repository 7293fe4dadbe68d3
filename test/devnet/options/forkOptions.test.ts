import { expect, test } from 'vitest'
import { forkAgain, resolveFork } from '../../../src/devnet/options/forkOptions.ts'
import type { ForkOptions } from '../../../src/types/options/forkOptions.ts'

const url = 'https://eth.example/key'

function sourceOf(options: string | ForkOptions) {
  return resolveFork(options)?.source
}

const hash = `0x${'ab'.repeat(32)}`

test.each([
  ['https://a.b/c', 'https://a.b/c', undefined],
  ['https://a.b/c@19000000', 'https://a.b/c', { number: 19_000_000n }],
  ['https://a.b/c@0x10', 'https://a.b/c', { number: 16n }],
  ['https://a.b/c@-5', 'https://a.b/c', { number: -5n }],
  [`ws://a.b@${hash}`, 'ws://a.b', { hash }],
  ['/tmp/geth.ipc@finalized', '/tmp/geth.ipc', { tag: 'finalized' }],
  ['https://user:word@host/x', 'https://user:word@host/x', undefined],
  ['https://user:word@host/x@7', 'https://user:word@host/x', { number: 7n }],
])('%s names a URL and perhaps a block', (text, url, block) => {
  expect(sourceOf(text)).toMatchObject({ upstream: { sources: [url] } })
  expect(sourceOf(text)?.block).toEqual(block)
})

test('a URL alone begins at the newest block', () => {
  expect(resolveFork(undefined)).toBeUndefined()
  expect(sourceOf(url)).toMatchObject({ upstream: { sources: [url], timeoutMs: 45_000 } })
  expect(sourceOf(url)?.block).toBeUndefined()
})

test.each([
  [`${url}@19000000`, { number: 19_000_000n }],
  [`${url}@-5`, { number: -5n }],
  [`${url}@finalized`, { tag: 'finalized' }],
  [{ url, blockNumber: '0x10' }, { number: 16n }],
  [{ url, blockTag: 'safe' }, { tag: 'safe' }],
  [{ url, blockHash: `0x${'Ab'.repeat(32)}` }, { hash: `0x${'ab'.repeat(32)}` }],
] as const)('the block of %j', (options, block) => {
  expect(sourceOf(options)).toMatchObject({ upstream: { sources: [url] }, block })
})

test.each([
  [{ computeUnitsPerSecond: 330 }, 17],
  [{ computeUnitsPerSecond: 330, requestsPerSecond: 5 }, 5],
  [{ computeUnitsPerSecond: 330, noRateLimit: true }, undefined],
  [{}, undefined],
])('%j are so many requests a second', (limits, most) => {
  expect(sourceOf({ url, ...limits })?.upstream?.requestsPerSecond).toBe(most)
})

test('a cassette is recorded again since this process began, or since a time', () => {
  const since = (refresh: boolean | number) => sourceOf({ url, refresh })?.refreshSinceMs
  expect([false, 0].map(since)).toEqual([undefined, undefined])
  expect(since(1_700_000_000)).toBe(1_700_000_000_000)
  const started = since(true) as number
  expect(started).toBeLessThan(performance.timeOrigin + performance.now())
  expect(Math.abs((since(true) as number) - started)).toBeLessThan(1_000)
  expect(() => since(-1)).toThrow('fork.refresh')
})

test('without storage caching there is no cassette', () => {
  const cassette = 'mainnet.fork.jsonl'
  expect(sourceOf({ url, cassette })?.cassette).toBe(cassette)
  expect(sourceOf({ url, cassette, noStorageCaching: true })?.cassette).toBeUndefined()
})

test.each([
  [{}, 'without a URL'],
  [{ offline: true, url }, 'give the cassette to replay'],
  [{ url, blockNumber: 1, blockTag: 'safe' }, 'name the fork block once'],
  [{ url: `${url}@1`, blockNumber: 1 }, 'name the fork block once'],
  [{ url, blockNumber: 1.5 }, 'give a whole number'],
  [{ url, blockHash: '0x12' }, '64 hex digits'],
  [{ url, blocknumber: 1 }, 'there is no such field; did you mean blockNumber?'],
  [{ url, block: 1 }, 'did you mean blockNumber?'],
  [{ forkUrl: url }, 'did you mean url?'],
  [{ url, nonsense: 1 }, 'there is no such field; give url, urls, '],
  [{ url, timeout: 0 }, 'fork.timeout'],
  [5, 'give a URL or an object'],
] as const)('%j is refused, and no URL is repeated', (options, problem) => {
  const refuse = () => resolveFork(options as ForkOptions)
  expect(refuse).toThrow(problem)
  expect(refuse).not.toThrow('eth.example')
})

test('a reset keeps manners and the chosen block, and leaves the cassette of another block', () => {
  const now = resolveFork({ url, blockNumber: 7, retries: 1, cassette: 'seven.fork.jsonl' })
  expect(forkAgain(now, { url: undefined, blockNumber: undefined })).toBe(now)
  expect(forkAgain(now, { url: undefined, blockNumber: 8n }).source).toMatchObject({
    upstream: { sources: [url], retries: 1 },
    block: { number: 8n },
    cassette: undefined,
  })
  expect(forkAgain(now, { url: 'http://other', blockNumber: undefined }).source).toMatchObject({
    upstream: { sources: ['http://other'], retries: 1 },
    block: undefined,
  })
})
