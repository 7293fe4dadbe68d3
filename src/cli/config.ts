import type { Settings } from '../devnet/options/options.ts'
import { writeAtomically } from '../lib/writeAtomically.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { Listening } from '../types/listening.ts'

/** What a program needs to know about a devnet that was started for it. */
export interface Configured {
  readonly devnet: PreconfDevnet
  readonly settings: Settings
  readonly listening: Listening
}

/**
 * Writes the file of `--config-out`: Anvil's fields, with amounts as decimal strings, and also the
 * URLs of the chain. Throws an `UnwritableFile`.
 */
export async function writeConfig(path: string, configured: Configured): Promise<void> {
  const config = await configOf(configured)
  await writeAtomically(path, [Buffer.from(`${JSON.stringify(config, undefined, 2)}\n`)])
}

/** Writes the file of `--account-keys`: Ganache's, with keys by address. Throws an `UnwritableFile`. */
export async function writeAccountKeys(
  path: string,
  { accounts }: Pick<PreconfDevnet, 'accounts'>,
): Promise<void> {
  const keyed = accounts.map(({ address, privateKey }) => ({
    address: address.toLowerCase(),
    privateKey,
  }))
  const content = {
    addresses: Object.fromEntries(keyed.map(({ address }) => [address, address])),
    private_keys: Object.fromEntries(keyed.map(({ address, privateKey }) => [address, privateKey])),
  }
  await writeAtomically(path, [Buffer.from(JSON.stringify(content))])
}

async function configOf({ devnet, settings, listening }: Configured): Promise<object> {
  const { provider, accounts, chainId, mnemonic, forkInfo: fork } = devnet
  const { url, webSocketUrl, ipcPath } = listening
  // A fork begins with its block; the live chain's genesis may be of another kind.
  const params = [fork === undefined ? 'earliest' : `0x${fork.blockNumber.toString(16)}`, false]
  const genesis = await provider.request({ method: 'eth_getBlockByNumber', params })
  return {
    available_accounts: accounts.map(({ address }) => address),
    private_keys: accounts.map(({ privateKey }) => privateKey),
    ...(fork !== undefined && {
      endpoint: fork.upstreams[0],
      block_number: Number(fork.blockNumber),
      block_hash: fork.blockHash,
    }),
    wallet: { derivation_path: settings.derivationPath, mnemonic },
    base_fee: decimal(genesis.baseFeePerGas ?? '0x0'),
    gas_price: decimal(await provider.request({ method: 'eth_gasPrice' })),
    gas_limit: decimal(genesis.gasLimit),
    genesis_timestamp: decimal(genesis.timestamp),
    chain_id: chainId,
    endpoints: {
      http: url,
      ws: webSocketUrl,
      public: `${url}/public`,
      dedicated: `${url}/dedicated`,
      ...(ipcPath !== undefined && { ipc: ipcPath }),
    },
  }
}

function decimal(quantity: string): string {
  return BigInt(quantity).toString()
}
