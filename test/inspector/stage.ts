import { encodeAbiParameters, encodeFunctionData, type Abi as ViemAbi } from 'viem'
import type { Hex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { tokenBuild, tokenSource } from '../rpc/methods/preconf/contract/tokenProject.ts'
import { projectFolder } from '../support/projectFolder.ts'
import { solcBuild, solcContract } from '../support/solcBuild.ts'
import { deployContract } from '../support/solidityProject.ts'
import { builtDevnet } from './inspectedPage.ts'

/** A chain on which every screen has something to show. */
export interface Stage extends AsyncDisposable {
  readonly devnet: PreconfDevnet
  readonly url: string
  readonly token: Hex
  readonly proxy: Hex
  /** Sealed: a transfer, a call of the token, and one that it has refused. */
  readonly sealed: { readonly transfer: Hex; readonly mint: Hex; readonly burn: Hex }
  send(transaction?: object): Promise<Hex>
  call(to: Hex, functionName: string, ...args: unknown[]): Promise<Hex>
}

/** `name`: what the token says that it is called; `source`: another one of it. */
export async function stage({ name = 'Gold', source = tokenSource } = {}): Promise<Stage> {
  const folder = await projectFolder({})
  const devnet = await builtDevnet({ artifacts: false, gasReport: true, coverage: folder.path })
  const { provider, accounts } = devnet
  const [alice, bob] = accounts
  const ask = (method: string, ...params: unknown[]): Promise<never> =>
    provider.request({ method, params }) as Promise<never>
  const build = source === tokenSource ? tokenBuild() : solcBuild({ 'contracts/Token.sol': source })
  await ask('preconf_addArtifacts', build)
  await ask('evm_setAutomine', true)
  const named = encodeAbiParameters([{ type: 'string' }], [name]).slice(2)
  const token = await deployContract(provider, build, 'Token', named)
  const proxy = await deployContract(provider, build, 'Proxy', token.slice(2).padStart(64, '0'))
  await devnet.setCadence({ mining: 'manual' })
  const abi = solcContract(build, 'Token').abi as ViemAbi
  const send = (transaction: object = {}): Promise<Hex> =>
    ask('eth_sendTransaction', {
      from: alice?.address,
      to: bob?.address,
      value: '0x1',
      ...transaction,
    })
  const call = (to: Hex, functionName: string, ...args: unknown[]): Promise<Hex> =>
    send({
      to,
      value: '0x0',
      data: encodeFunctionData({ abi, functionName, args }),
      gas: '0x7a120',
    })
  const transfer = await send()
  const mint = await call(token, 'mint', bob?.address, 500n)
  const burn = await call(token, 'burn', 10n ** 18n)
  await devnet.flashblock()
  await devnet.seal()
  await devnet.checkpoint()
  await send({ nonce: '0x19' })
  await send()
  await devnet.flashblock()
  devnet.faults.inject({ kind: 'latency', ms: 0, method: 'never_called' })
  const { url } = await devnet.listen({ port: 0 })
  return {
    devnet,
    url,
    token,
    proxy,
    sealed: { transfer, mint, burn },
    send,
    call,
    [Symbol.asyncDispose]: async () => {
      await devnet.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
