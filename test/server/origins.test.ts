import { describe, expect, it } from 'vitest'
import { isAllowedOrigin, mayOpenWebSocket } from '../../src/server/origins.ts'

describe('mayOpenWebSocket', () => {
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
    expect(mayOpenWebSocket(origin, undefined)).toBe(true)
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
    expect(mayOpenWebSocket(origin, undefined)).toBe(false)
  })

  it('lets what is allowed', () => {
    expect(mayOpenWebSocket('https://app.example', ['https://app.example'])).toBe(true)
    expect(mayOpenWebSocket('https://app.example', ['*'])).toBe(true)
    expect(mayOpenWebSocket('https://evil.example', ['https://app.example'])).toBe(false)
  })
})

describe('isAllowedOrigin', () => {
  it('compares whole origins', () => {
    expect(isAllowedOrigin('https://app.example', ['https://app.example'])).toBe(true)
    expect(isAllowedOrigin('https://app.example:8443', ['https://app.example'])).toBe(false)
  })
})
