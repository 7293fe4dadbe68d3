import { expect, test } from 'vitest'
import { FixtureNames } from '../../src/devnet/fixtureNames.ts'

const alice = { address: `0x${'a'.repeat(40)}` } as const
const token = { address: `0x${'b'.repeat(40)}`, abi: [] } as const

test('what was known at a moment never changes, and can be gone back to', () => {
  const names = new FixtureNames()
  const nothing = names.snapshot()
  names.addAccount('alice', alice)
  const one = names.snapshot()
  names.addContract('token', token)
  names.addLabel('treasury', alice.address)
  expect(nothing).toEqual({ accounts: {}, contracts: {}, labels: {} })
  expect(one).toEqual({ accounts: { alice }, contracts: {}, labels: { [alice.address]: 'alice' } })
  expect(names.known).toEqual({
    accounts: { alice },
    contracts: { token },
    labels: { [alice.address]: 'treasury', [token.address]: 'token' },
  })
  names.restore(one)
  expect(names.known).toBe(one)
  names.addContract('other', token)
  expect(one.contracts).toEqual({})
  expect(() => Object.assign(names.known.accounts, { bob: alice })).toThrow(TypeError)
  expect(() => Object.assign(names.known.accounts.alice ?? {}, { address: '0x' })).toThrow(
    TypeError,
  )
})

test('a name is that of an account, of a contract, or of nobody', () => {
  const names = new FixtureNames()
  names.addAccount('alice', alice)
  names.addContract('token', token)
  expect(names.addressOf('alice')).toBe(alice.address)
  expect(names.addressOf('token')).toBe(token.address)
  for (const name of ['bob', 'constructor', 'toString', '__proto__']) {
    expect(names.addressOf(name), name).toBe(undefined)
  }
})

test('ten thousand names are added in no time', () => {
  const names = new FixtureNames()
  for (let index = 0; index < 10_000; index++) names.addAccount(`account${index}`, alice)
  expect(names.accounts).toHaveLength(10_000)
})
