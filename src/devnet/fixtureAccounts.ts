import { addressOfKey, isPrivateKey } from '../ethereumjs/crypto.ts'
import type { DeclaredAccount } from '../files/declared/declaredFixture.ts'
import { bytesToHex, type Hex, hexToBytes } from '../lib/hex.ts'
import type { LoadedAccount } from '../types/fixture.ts'
import { deriveAccounts } from './accounts/accounts.ts'
import type { FixtureStage } from './fixtureStage.ts'

/** Gives the account its name, and what the fixture says of it. Throws an `InvalidFixture`. */
export async function addAccount(stage: FixtureStage, account: DeclaredAccount): Promise<void> {
  const { name, content } = account
  const { names, keyring, impersonation, development } = stage
  const loaded = await accountOf(stage, account)
  const address = hexToBytes(loaded.address)
  names.addAccount(name, loaded)
  if (loaded.privateKey !== undefined) {
    keyring.include({ address, privateKey: hexToBytes(loaded.privateKey) })
  }
  if (content.impersonate === true) impersonation.start(address)
  if (content.impersonate === false) impersonation.stop(address)
  const { balance, nonce } = content
  if ((balance ?? nonce) !== undefined) await development.edit({ address, balance, nonce })
}

/** Who the name is: as it says, as it was before, or the next of the mnemonic. */
async function accountOf(
  stage: FixtureStage,
  { name, field, content }: DeclaredAccount,
): Promise<LoadedAccount> {
  const { mnemonicIndex, privateKey, address } = content
  if (address !== undefined) return { address }
  if (privateKey !== undefined) {
    const bytes = hexToBytes(privateKey)
    if (!isPrivateKey(bytes)) field.at('privateKey', '…').refuse('give a private key that is one')
    return { address: bytesToHex(addressOfKey(bytes)), privateKey }
  }
  if (mnemonicIndex !== undefined) return ofMnemonic(stage, mnemonicIndex)
  return stage.names.account(name) ?? nextOfMnemonic(stage)
}

async function nextOfMnemonic(stage: FixtureStage): Promise<LoadedAccount> {
  const taken = new Set<Hex>(stage.names.accounts.map(({ address }) => address))
  for (let index = 0; ; index++) {
    const account = await ofMnemonic(stage, index)
    if (!taken.has(account.address)) return account
  }
}

async function ofMnemonic({ settings }: FixtureStage, index: number): Promise<LoadedAccount> {
  const { mnemonic, derivationPath } = settings
  const accounts = await deriveAccounts(mnemonic, index + 1, derivationPath)
  const { address, privateKey } = accounts[index] as (typeof accounts)[number]
  return { address: bytesToHex(address), privateKey: bytesToHex(privateKey) }
}
