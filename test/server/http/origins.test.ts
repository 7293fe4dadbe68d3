import { describe, expect, it } from 'vitest'
import { isAllowedOrigin, isTrusted } from '../../../src/server/http/origins.ts'

const host = 'localhost:8545'

describe('isTrusted', () => {
  it.each([
    undefined,
    'http://localhost',
    'http://localhost:3000',
    'https://localhost:5173',
    'http://127.0.0.1:3000',
    'http://127.8.0.1',
    'http://[::1]:3000',
    'http://app.localhost:3000',
  ])('lets %s, which is of this machine', (origin) => {
    expect(
      isTrusted({ origin, host }, { allowOrigin: undefined, allowedHosts: [], host: '127.0.0.1' }),
    ).toBe(true)
  })

  it.each([
    'null',
    '',
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example#localhost',
    'file://',
  ])('refuses %j', (origin) => {
    expect(
      isTrusted({ origin, host }, { allowOrigin: undefined, allowedHosts: [], host: '127.0.0.1' }),
    ).toBe(false)
  })

  it('lets what is allowed', () => {
    const app = { origin: 'https://app.example', host }
    expect(isTrusted(app, { allowOrigin: [app.origin], allowedHosts: [], host: '127.0.0.1' })).toBe(
      true,
    )
    expect(isTrusted(app, { allowOrigin: ['*'], allowedHosts: [], host: '127.0.0.1' })).toBe(true)
    expect(
      isTrusted(app, {
        allowOrigin: ['https://other.example'],
        allowedHosts: [],
        host: '127.0.0.1',
      }),
    ).toBe(false)
  })

  it.each([
    ['http://devnet.example:8545', 'devnet.example:8545'],
    ['http://devnet.example:8545', 'DEVNET.example:8545'],
    ['https://devnet.example', 'devnet.example'],
    ['https://devnet.example', 'devnet.example:443'],
    ['http://192.168.1.7:8545', '192.168.1.7:8545'],
    ['http://[fd00::7]:8545', '[fd00::7]:8545'],
  ])('lets %s, which comes from %s itself', (origin, own) => {
    const allowedHosts = ['devnet.example']
    expect(
      isTrusted({ origin, host: own }, { allowOrigin: undefined, allowedHosts, host: '127.0.0.1' }),
    ).toBe(true)
  })

  it.each<[string, string | undefined, readonly string[]]>([
    ['http://devnet.example:3000', 'devnet.example:8545', ['devnet.example']],
    ['http://devnet.example', 'devnet.example', []],
    ['http://evil.example', 'evil.example', ['*']],
    ['http://devnet.example', undefined, ['devnet.example']],
    ['ftp://devnet.example', 'devnet.example', ['devnet.example']],
    ['http://devnet.example', 'a@devnet.example', ['a@devnet.example']],
  ])('refuses %s under the host %s when allowed are %j', (origin, own, allowedHosts) => {
    expect(
      isTrusted({ origin, host: own }, { allowOrigin: undefined, allowedHosts, host: '127.0.0.1' }),
    ).toBe(false)
  })
})

describe('isAllowedOrigin', () => {
  it('compares whole origins', () => {
    expect(isAllowedOrigin('https://app.example', ['https://app.example'])).toBe(true)
    expect(isAllowedOrigin('https://app.example:8443', ['https://app.example'])).toBe(false)
  })
})
