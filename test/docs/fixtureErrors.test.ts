import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const token = '{ artifact: fixtures/Token.json, args: [USD Coin, USDC, 100] }'

test.each([
  [
    `version: 1
accounts:
  alice: { balanse: 10 ether }`,
    'fixture, line 3: accounts.alice.balanse is not a field, did you mean balance: the fields are mnemonicIndex, privateKey, address, balance, nonce, impersonate',
  ],
  [
    `version: 1
accounts:
  alice:
    balance: 10 ehter`,
    'fixture, line 4: accounts.alice.balance is "10 ehter": give a whole number, such as 6, 1000000e6, "10 ether" or "1gwei"',
  ],
  [
    `version: 1
accounts: { alice: {}, bob: {} }
contracts: { usdc: ${token} }
txs:
  - { from: bob, call: usdc.transfer, args: [alice, 7] }`,
    'fixture, line 5: txs.0 usdc.transfer reverts with InsufficientBalance(bob, 0, 7)',
  ],
])('errors say where, what and why', async (fixture, message) => {
  await expect(createDevnet({ fixture })).rejects.toThrow(message)
})
