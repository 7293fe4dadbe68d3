import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  type BaseError,
  ContractFunctionRevertedError,
  createWalletClient,
  custom,
  defineChain,
  getAddress,
  type Hex,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from './testDevnet.ts'

/** Path of a file in fixtures/. */
export function fixtureFile(name: string): string {
  return join(import.meta.dirname, '../../fixtures', name)
}

interface ContractArtifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

export function artifactOf(name: 'Exchange' | 'Multicall3' | 'Permit2' | 'Token') {
  return JSON.parse(readFileSync(fixtureFile(`${name}.json`), 'utf8')) as ContractArtifact
}

/** Where genesis.json has them. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** As viem's own chains say where Multicall3 is. */
const chain = defineChain({
  id: 31_337,
  name: 'preconf',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  contracts: { multicall3: { address: multicall3 } },
})

/** The chain of genesis.json, on which each transaction is sealed at once. */
export function genesisDevnet(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  return testDevnet({ genesis: fixtureFile('genesis.json'), mining: 'auto', ...options })
}

/** A viem client that signs with the key of one of the devnet's accounts. */
export function clientOf(devnet: PreconfDevnet, index = 0) {
  const account = privateKeyToAccount(devnet.accounts[index]?.privateKey as Hex)
  // viem takes what was reverted in process for a failure of the line, and would ask again for a second.
  const transport = custom(devnet.provider, { retryCount: 0 })
  return createWalletClient({ account, chain, transport, pollingInterval: 20 }).extend(
    publicActions,
  )
}

export type FixtureClient = ReturnType<typeof clientOf>

/** Where a contract of fixtures/ is after it was deployed. */
export async function deploy(
  client: FixtureClient,
  name: 'Exchange' | 'Token',
  args: readonly unknown[],
): Promise<Hex> {
  const { abi, bytecode } = artifactOf(name)
  const hash = await client.deployContract({ abi, bytecode, args })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  return getAddress(contractAddress as Hex)
}

/** The error that a contract reverted with, and its arguments, of a request of viem's that it let fail. */
export async function revertOf(request: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await request.then(
    () => undefined,
    (error) => error as BaseError,
  )
  const reverted = error?.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(reverted instanceof ContractFunctionRevertedError)) {
    throw new Error('it has not been reverted', { cause: error })
  }
  return [reverted.data?.errorName, ...(reverted.data?.args ?? [])]
}
