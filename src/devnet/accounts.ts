import { addressOfKey } from '../evm/crypto.ts'
import { hexToBytes } from '../lib/hex.ts'
import { defaultKeys } from './defaultKeys.ts'
import { defaultMnemonic } from './options.ts'

/** An account whose key the devnet holds, so that it signs for it. */
export interface DevAccount {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** 32 bytes. */
  readonly privateKey: Uint8Array
}

/** The first `count` accounts of a mnemonic. Throws an `InvalidOption` for words that are no mnemonic. */
export async function deriveAccounts(
  mnemonic: string,
  count: number,
): Promise<readonly DevAccount[]> {
  const keys = await keysOf(mnemonic, count)
  return keys.map((privateKey) => ({ address: addressOfKey(privateKey), privateKey }))
}

async function keysOf(mnemonic: string, count: number): Promise<readonly Uint8Array[]> {
  if (mnemonic === defaultMnemonic && count <= defaultKeys.length) {
    return defaultKeys.slice(0, count).map(hexToBytes)
  }
  const { deriveKeys } = await import('./deriveKeys.ts')
  return deriveKeys(mnemonic, count)
}
