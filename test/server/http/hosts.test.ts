import { describe, expect, it } from 'vitest'
import { isAllowedHost } from '../../../src/server/http/origins.ts'

describe('isAllowedHost', () => {
  it.each([
    undefined,
    'localhost',
    'LocalHost:8545',
    '127.0.0.1',
    '127.0.0.1:8545',
    '0.0.0.0:80',
    '192.168.1.20:8545',
    '[::1]',
    '[::1]:8545',
    '[fe80::1]:1',
  ])('accepts %s', (host) => {
    expect(isAllowedHost(host, [])).toBe(true)
  })

  it.each([
    '',
    'evil.example',
    'localhost.evil.example',
    'localhost.',
    'xlocalhost',
    '127.0.0.1.evil.example:8545',
    '[evil.example]:8545',
    'evil.example:127.0.0.1',
    '1.2.3',
  ])('refuses %j', (host) => {
    expect(isAllowedHost(host, [])).toBe(false)
  })

  it('accepts what is allowed by name, whatever case and port', () => {
    expect(isAllowedHost('Devnet:8545', ['devnet'])).toBe(true)
    expect(isAllowedHost('devnet', ['DEVNET'])).toBe(true)
    expect(isAllowedHost('other', ['devnet'])).toBe(false)
    expect(isAllowedHost('other', ['*'])).toBe(true)
  })
})
