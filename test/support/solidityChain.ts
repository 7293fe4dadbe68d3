import type { Hex } from '../../src/lib/hex.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import type { Abi } from '../../src/types/solidity/contract.ts'
import { encodeDeploy, encodeFunction } from '../../src/wallet/abi.ts'
import { type Client, client } from '../rpc/methods/client.ts'
import { type SolcBuild, type Sources, solcBuild, solcContract } from './solcBuild.ts'

/** A devnet that knows the contracts of some sources, and short ways to use them. */
export interface SolidityChain {
  readonly devnet: Client
  readonly build: SolcBuild
  /** Deploys a contract; the hash of the transaction and the address. */
  deploy(name: string, args?: readonly unknown[], fields?: object): Promise<Sent>
  /** A call of a function as a request. */
  call(name: string, to: string, functionName: string, args?: readonly unknown[]): CallFields
  send(call: object): Promise<Hex>
  [Symbol.asyncDispose](): Promise<void>
}

interface CallFields {
  readonly to: string
  readonly data: Hex
}

interface Sent {
  readonly hash: Hex
  readonly address: Hex
}

export async function solidityChain(
  sources: Sources,
  options: DevnetOptions = {},
): Promise<SolidityChain> {
  const build = solcBuild(sources)
  const devnet = await client({ mining: 'auto', artifacts: false, ...options })
  await devnet.ask('preconf_addArtifacts', { input: build.input, output: build.output })
  const abiOf = (name: string) => solcContract(build, name).abi as Abi
  const send = (call: object) => devnet.send({ gas: '0x1e8480', ...call })
  return {
    devnet,
    build,
    deploy: async (name, args = [], fields = {}) => {
      const { evm } = solcContract(build, name)
      const data = encodeDeploy(abiOf(name), `0x${evm.bytecode.object}`, args)
      const hash = await send({ data, ...fields })
      const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
      return { hash, address: contractAddress }
    },
    call: (name, to, functionName, args = []) => ({
      to,
      data: encodeFunction(abiOf(name), functionName, args),
    }),
    send,
    [Symbol.asyncDispose]: async () => devnet[Symbol.asyncDispose](),
  }
}
