// Compares Solidity stack traces with those of Hardhat, in process, on contracts of our own:
// `npx tsx scripts/compareStackTraces.ts FOLDER`, a folder in which Hardhat 3 is installed. It prints
// what differs, and fails when something does.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDevnet } from '../src/index.ts'
import type { Abi } from '../src/types/abi.ts'
import { encodeDeploy, encodeFunction } from '../src/wallet/abi.ts'
import { type SolcBuild, solcBuild, solcContract } from '../test/support/solcBuild.ts'
import { type OwnCase, ownCases, ownSource } from './stackTraces/ownCases.ts'

interface Chain {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('which folder has Hardhat 3 in node_modules?')
const build = solcBuild({ 'contracts/Own.sol': ownSource }, { evmVersion: 'cancun' })
await using devnet = await createDevnet({ compat: 'hardhat', mining: 'auto', artifacts: false })
await devnet.provider.request({
  method: 'preconf_addArtifacts',
  params: [{ input: build.input, output: build.output }],
})
const hardhat = await hardhatChain(resolve(folder), build)
let differences = 0
for (const own of ownCases) {
  const ours = await failureOn(devnet.provider, own)
  const theirs = await failureOn(hardhat, own)
  if (ours === theirs || isMore(ours, theirs)) continue
  differences++
  console.log(`differs: ${JSON.stringify(own)}\n  Hardhat: ${theirs}\n  preconf: ${ours}`)
}
console.log(`stack traces: ${ownCases.length - differences} equal, ${differences} differ`)
process.exit(differences === 0 ? 0 : 1)

async function hardhatChain(at: string, { input, output }: SolcBuild): Promise<Chain> {
  const path = createRequire(join(at, 'x.js')).resolve('hardhat/hre')
  const { createHardhatRuntimeEnvironment } = await import(pathToFileURL(path).href)
  const hre = await createHardhatRuntimeEnvironment({}, {}, at)
  const { provider } = await hre.network.connect()
  await provider.addCompilationResult('0.8.37', input, output)
  return provider
}

/** Whether only we know lines: Hardhat has none for a transaction that runs out of gas itself. */
function isMore(ours: string, theirs: string): boolean {
  const [message, lines] = theirs.split(' | ')
  return lines === 'no stack' && ours.startsWith(`${message} | `)
}

/** The message and the lines of a transaction that fails. */
async function failureOn(chain: Chain, own: OwnCase): Promise<string> {
  const [from] = (await chain.request({ method: 'eth_accounts' })) as readonly string[]
  const send = async (fields: object): Promise<unknown> => {
    const gas = `0x${(own.gas ?? 5_000_000).toString(16)}`
    const params = [{ from, gas, value: `0x${(own.value ?? 0).toString(16)}`, ...fields }]
    return chain.request({ method: 'eth_sendTransaction', params })
  }
  const { abi, evm } = solcContract(build, own.contract)
  const code = `0x${evm.bytecode.object.replace(/__.{38}/g, '00'.repeat(20))}` as const
  const isDeployment = own.function === undefined && (own.data === undefined || hasArguments(own))
  try {
    if (isDeployment) {
      await send({ data: own.data === undefined ? encodeDeploy(abi as Abi, code, own.args) : code })
      return 'success'
    }
    const hash = await send({ data: code, value: '0x0', gas: '0x4c4b40' })
    const receipt = await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    const { contractAddress: to } = receipt as { readonly contractAddress: string }
    const name = own.function ?? ''
    const data = own.data ?? encodeFunction(abi as Abi, name, own.args)
    await send({ to, data })
    return 'success'
  } catch (error) {
    const { message, solidityStack = 'no stack' } = error as Error & { solidityStack?: string }
    const own = `${message.replace(/^Error: /, '')} | ${solidityStack.replaceAll('\n', ' < ')}`
    return own.replace(/0x[0-9a-fA-F]{40}/g, '0x…')
  }
}

/** Deployments without the arguments that the constructor takes. */
function hasArguments({ contract }: OwnCase): boolean {
  return contract === 'BadConstructor'
}
