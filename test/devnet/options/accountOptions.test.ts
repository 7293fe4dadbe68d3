import { expect, test } from 'vitest'
import { resolveAccounts } from '../../../src/devnet/options/accountOptions.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import type { AccountOptions } from '../../../src/types/options/accountOptions.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const address = `0x${'ab'.repeat(20)}` as const
const key = `0x${'cd'.repeat(32)}` as const
const gwei = 10n ** 9n

test.each<[AccountOptions, Partial<ReturnType<typeof resolveAccounts>>]>([
  [{ mnemonicRandom: true }, { mnemonicRandom: 12 }],
  [{ mnemonicRandom: 24 }, { mnemonicRandom: 24 }],
  [
    { mnemonicRandom: false, mnemonic: 'x' },
    { mnemonicRandom: undefined, mnemonic: 'x' },
  ],
  [{ mnemonicSeed: 7 }, { mnemonicSeed: 7n }],
  [{ mnemonicSeed: '7' }, { mnemonicSeed: 7n }],
  [{ mnemonicSeed: 'a text' }, { mnemonicSeed: 'a text' }],
  [{ derivationPath: "m/44'/60'/1'/0" }, { derivationPath: "m/44'/60'/1'/0/" }],
  [{ derivationPath: 'm/' }, { derivationPath: 'm/' }],
  [
    { fundAccounts: `${address}:0.000000001` },
    { fundAccounts: [{ account: hexToBytes(address), balance: gwei }] },
  ],
  [
    { fundAccounts: [`${key},1000000000`, address], balance: '2 ether' },
    {
      fundAccounts: [
        { account: hexToBytes(key), balance: gwei },
        { account: hexToBytes(address), balance: 2n * gwei * gwei },
      ],
    },
  ],
  [
    { fundAccounts: `${address}:1,${key},0x10,${key}:3` },
    {
      fundAccounts: [
        { account: hexToBytes(address), balance: gwei * gwei },
        { account: hexToBytes(key), balance: 16n },
        { account: hexToBytes(key), balance: 3n * gwei * gwei },
      ],
    },
  ],
])('%o is understood', (options, settings) => {
  expect(resolveAccounts(options)).toMatchObject(settings)
})

test.each<[object, string]>([
  [{ mnemonicRandom: 13 }, 'invalid mnemonicRandom 13: give 12, 15, 18, 21 or 24 words'],
  [{ accounts: { count: 3 } }, 'invalid accounts {"count":3}: give a whole number'],
  [{ mnemonicSeed: -1 }, 'invalid mnemonicSeed -1: give a whole number from 0 to'],
  [{ mnemonicSeed: '' }, "invalid mnemonicSeed '': give a number or a string"],
  [{ mnemonic: 'a b', mnemonicSeed: 1 }, 'invalid mnemonicSeed 1: remove it, as mnemonic is given'],
  [
    { mnemonicSeed: 1, mnemonicRandom: true },
    'invalid mnemonicSeed 1: remove it, as mnemonicRandom is given',
  ],
  [
    { derivationPath: '44/60' },
    "invalid derivationPath '44/60': give a path such as m/44'/60'/0'/0/",
  ],
  [{ derivationPath: 'm/2147483648/' }, "invalid derivationPath 'm/2147483648/': give a path"],
  [
    { fundAccounts: '0x12:1' },
    "invalid fundAccounts '0x12:1': give address:10ether or privateKey:10ether",
  ],
  [
    { fundAccounts: `${address}:much` },
    "invalid fundAccounts 'much': give an amount with its unit",
  ],
  [
    { fundAccounts: `${key}0:1` },
    "invalid fundAccounts '…': give address:10ether or privateKey:10ether",
  ],
  [{ fundAccounts: 5 }, 'invalid fundAccounts 5: give address:10ether or privateKey:10ether'],
])('%o is refused with the value and what to give', (options, message) => {
  const resolve = () => resolveAccounts(options as AccountOptions)
  expect(resolve).toThrow(InvalidOption)
  expect(resolve).toThrow(message)
})

test.each<[DevnetOptions, readonly string[]]>([
  [{ mnemonic: 'brownie' }, ['0x66aB6D9362d4F35596279692F0251Db635165871']],
  [{ mnemonicSeed: 'federated' }, ['0x9E2404858A9934a0CCAF1824509C96F4aA173f6b']],
  [
    { fundAccounts: `0x${'11'.repeat(32)},100`, accounts: undefined },
    ['0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'],
  ],
])('under compat ganache %o means what it does in Ganache', async (options, addresses) => {
  await using devnet = await testDevnet({ compat: 'ganache', accounts: 1, ...options })
  expect(devnet.accounts.map(({ address }) => address.toLowerCase())).toEqual(
    addresses.map((address) => address.toLowerCase()),
  )
})
