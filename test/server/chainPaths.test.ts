import { describe, expect, it } from 'vitest'
import { readPath } from '../../src/server/servers.ts'

describe('readPath', () => {
  it.each([
    ['/', { kind: 'methods', id: undefined }],
    ['/public', { kind: 'methods', id: undefined, profile: 'public' }],
    ['/dedicated', { kind: 'methods', id: undefined, profile: 'dedicated' }],
    ['/flashblocks', { kind: 'stream', id: undefined }],
    ['/metrics', { kind: 'metrics' }],
    ['/healthcheck', { kind: 'healthcheck' }],
    ['/health', { kind: 'healthcheck' }],
    ['/ready', { kind: 'healthcheck' }],
    ['/acquire', { kind: 'acquire' }],
    ['/release/some-token', { kind: 'release', token: 'some-token' }],
    ['/warm', { kind: 'warm' }],
    ['/eth/v1/beacon/genesis', { kind: 'beacon', segments: ['v1', 'beacon', 'genesis'] }],
    ['/eth/v2/x', { kind: 'beacon', segments: ['v2', 'x'] }],
  ])('%s is of the server', (path, place) => {
    expect(readPath(path)).toEqual(place)
  })

  it.each([
    ['/1', { kind: 'methods', id: '1' }],
    ['/0', { kind: 'methods', id: '0' }],
    ['/abc', { kind: 'methods', id: 'abc' }],
    ['/3ffb21f5-26bb-4557-83d6-aa578900e690', { id: '3ffb21f5-26bb-4557-83d6-aa578900e690' }],
    ['/constructor', { kind: 'methods', id: 'constructor' }],
    ['/1/public', { kind: 'methods', id: '1', profile: 'public' }],
    ['/abc/dedicated', { kind: 'methods', id: 'abc', profile: 'dedicated' }],
    ['/1/flashblocks', { kind: 'stream', id: '1' }],
    ['/1/start', { kind: 'action', id: '1', action: 'start' }],
    ['/1/stop', { kind: 'action', id: '1', action: 'stop' }],
    ['/abc/restart', { kind: 'action', id: 'abc', action: 'restart' }],
    ['/1/destroy', { kind: 'action', id: '1', action: 'destroy' }],
    ['/1/messages', { kind: 'action', id: '1', action: 'messages' }],
    ['/1/healthcheck', { kind: 'healthcheck' }],
  ])('%s is of a chain', (path, place) => {
    expect(readPath(path)).toMatchObject(place)
  })

  it.each(['/rpc', '/ws', '/v2/some-key', '/v3/project', '/eth/mainnet', '/ws/v3/x', '/json-rpc'])(
    '%s, as providers have it, is /',
    (path) => {
      expect(readPath(path)).toEqual({ kind: 'methods', id: undefined })
    },
  )

  it.each(['//', '/1/', '//1//public/', '/public/'])(
    '%s: empty segments count for nothing',
    (path) => {
      expect(readPath(path)).toEqual(readPath(`/${path.split('/').filter(Boolean).join('/')}`))
      expect(readPath(path)).toBeDefined()
    },
  )

  it.each([
    '/testnet',
    '/public/1',
    '/metrics/1',
    '/acquire/1',
    '/release',
    '/release/a/b',
    '/1/restrat',
    '/1/2',
    '/1/public/start',
    '/1/metrics',
    '/a.b',
    '/..',
    '/1/..',
    '/%31',
    '/a%2Fb',
    '/a%2F..%2Fpublic',
    '/__proto__',
    '/-1',
    '/ü',
    '/a b',
    '/favicon.ico',
    `/${'a'.repeat(65)}`,
    `/${'a/'.repeat(8000)}`,
    '*',
  ])('%.40s is nothing', (path) => {
    expect(readPath(path)).toBeUndefined()
  })

  it('tells ids apart by case and by leading zeros', () => {
    const ids = ['/A', '/a', '/1', '/01'].map((path) => readPath(path))
    expect(new Set(ids.map((place) => JSON.stringify(place))).size).toBe(4)
  })
})
