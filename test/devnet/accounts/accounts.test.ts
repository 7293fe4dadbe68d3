import { HDNodeWallet, Mnemonic } from 'ethers'
import { beforeAll, expect, test } from 'vitest'
import { deriveAccounts } from '../../../src/devnet/accounts/accounts.ts'
import { defaultAccounts } from '../../../src/devnet/accounts/defaultAccounts.ts'
import { deriveKeys } from '../../../src/devnet/accounts/mnemonics.ts'
import { defaultMnemonic } from '../../../src/devnet/options/accountOptions.ts'
import { InvalidOption } from '../../../src/devnet/options/optionValues.ts'
import { addressOfKey, initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'

beforeAll(initCrypto)

test('the known accounts of the default mnemonic are the derived ones', () => {
  const derived = deriveKeys(defaultMnemonic, defaultAccounts.length)
  const known = defaultAccounts.map(([privateKey, address]) => [`0x${privateKey}`, `0x${address}`])
  expect(derived.map((key) => [bytesToHex(key), bytesToHex(addressOfKey(key))])).toEqual(known)
})

test.each([
  defaultMnemonic,
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
])('accounts are those that ethers derives from %j', async (mnemonic) => {
  const parent = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(mnemonic), "m/44'/60'/0'/0")
  const accounts = await deriveAccounts(mnemonic, 3)
  expect(accounts.map(({ address }) => bytesToHex(address))).toEqual(
    [0, 1, 2].map((index) => parent.deriveChild(index).address.toLowerCase()),
  )
})

test('more accounts than there are known keys are derived', async () => {
  const accounts = await deriveAccounts(defaultMnemonic, defaultAccounts.length + 1)
  expect(accounts).toHaveLength(defaultAccounts.length + 1)
})

test('words with a wrong checksum are refused without repeating them', async () => {
  const refusal = deriveAccounts('test test test test test test test test test test test test', 1)
  await expect(refusal).rejects.toThrow(InvalidOption)
  await expect(refusal).rejects.toThrow(
    "invalid mnemonic '…': give 12 to 24 English BIP-39 words with a valid checksum, not these 12",
  )
})
