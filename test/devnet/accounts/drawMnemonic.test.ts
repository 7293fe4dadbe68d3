import { Mnemonic } from 'ethers'
import { beforeAll, expect, test } from 'vitest'
import { randomMnemonic, seededMnemonic } from '../../../src/devnet/accounts/mnemonics.ts'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'

beforeAll(initCrypto)

test.each([
  [1n, 'gesture car maximum regret pudding merry fatal electric sea grab crack social'],
  [42n, 'pen brief eager pepper brass detect problem vital physical tent assume damp'],
])('the number %d gives the words that anvil --mnemonic-seed-unsafe gives', (seed, words) => {
  expect(seededMnemonic(seed)).toBe(words)
})

test('a text gives words of its own, the same each time', () => {
  expect(seededMnemonic('alice')).toBe(seededMnemonic('alice'))
  expect(seededMnemonic('alice')).not.toBe(seededMnemonic('bob'))
  expect(Mnemonic.isValidMnemonic(seededMnemonic('alice'))).toBe(true)
})

test.each([12, 15, 18, 21, 24])('%d random words are a mnemonic', (words) => {
  const mnemonic = randomMnemonic(words)
  expect(mnemonic.split(' ')).toHaveLength(words)
  expect(Mnemonic.isValidMnemonic(mnemonic)).toBe(true)
  expect(randomMnemonic(words)).not.toBe(mnemonic)
})
