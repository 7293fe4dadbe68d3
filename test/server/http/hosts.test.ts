import { describe, expect, it } from 'vitest'
import { isAllowedHost } from '../../../src/server/http/origins.ts'

const local = { host: '127.0.0.1', allowedHosts: [] }
const shared = { host: '0.0.0.0', allowedHosts: [] }

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
    expect(isAllowedHost(host, local)).toBe(true)
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
    expect(isAllowedHost(host, local)).toBe(false)
  })

  it('accepts what is allowed by name, whatever case and port', () => {
    expect(isAllowedHost('Devnet:8545', { ...local, allowedHosts: ['devnet'] })).toBe(true)
    expect(isAllowedHost('devnet', { ...local, allowedHosts: ['DEVNET'] })).toBe(true)
    expect(isAllowedHost('other', { ...local, allowedHosts: ['devnet'] })).toBe(false)
    expect(isAllowedHost('other', { ...local, allowedHosts: ['*'] })).toBe(true)
  })

  it.each(['node:8545', 'Chain_1', 'host.docker.internal:8545', 'node.localhost'])(
    'accepts the private name %s where other machines are served, and only there',
    (host) => {
      expect(isAllowedHost(host, shared)).toBe(true)
      expect(isAllowedHost(host, { ...shared, host: '::' })).toBe(true)
      for (const own of ['127.0.0.1', '127.0.0.9', 'localhost', '::1']) {
        expect(isAllowedHost(host, { ...shared, host: own })).toBe(false)
      }
    },
  )

  it.each([
    '',
    'evil.example',
    'node.local',
    'internal.evil.example',
    'localhost.',
    '.internal',
    'no de',
  ])('refuses %j where other machines are served too', (host) => {
    expect(isAllowedHost(host, shared)).toBe(false)
  })
})
