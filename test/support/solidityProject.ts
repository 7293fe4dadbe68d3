import type { Hex } from '../../src/lib/hex.ts'
import type { Provider } from '../../src/types/provider.ts'
import { type SolcBuild, solcContract } from './solcBuild.ts'

/** Deploys a contract of a build, by the devnet's first account. Gives its address. */
export async function deployContract(
  provider: Provider,
  build: SolcBuild,
  name: string,
  encodedArguments = '',
): Promise<Hex> {
  const data = `0x${solcContract(build, name).evm.bytecode.object}${encodedArguments}`
  const [from] = await provider.request({ method: 'eth_accounts' })
  const params = [{ from, data, gas: '0x2dc6c0' }]
  const hash = await provider.request({ method: 'eth_sendTransaction', params })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return receipt.contractAddress
}
