import type { Hex } from '../../lib/hex.ts'
import type { ContractGas, GasReport, GasStats } from '../../types/gasReport.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/compiledContract.ts'
import { withoutFunction } from '../trace/withoutFunction.ts'
import type { GasSample, GasSamples } from './gasSamples.ts'

/** What is known of one contract, called directly or through the same proxies. */
interface Group {
  readonly contract: CompiledContract
  readonly proxyChain: readonly string[]
  readonly deployments: number[]
  runtimeSize: number
  /** By signature. */
  readonly functions: Map<string, number[]>
}

/** The report of all samples whose contracts are known. */
export function gasReport(
  { codes, samples }: Pick<GasSamples, 'codes' | 'samples'>,
  index: Pick<ArtifactIndex, 'byCode' | 'byInitCode'>,
): GasReport {
  const groups = new Map<string, Group>()
  const codeOf = (hash: Hex | undefined) => (hash && codes.get(hash)) ?? new Uint8Array()

  function groupOf(contract: CompiledContract, proxyChain: readonly string[]): Group {
    const key = keyOf(contract, proxyChain)
    const known = groups.get(key)
    if (known !== undefined) return known
    const group = { contract, proxyChain, deployments: [], runtimeSize: 0, functions: new Map() }
    groups.set(key, group)
    return group
  }

  function addCreation({ codes: [initCode, code], gas }: GasSample): void {
    const contract = index.byInitCode(codeOf(initCode))
    if (contract === undefined) return
    const group = groupOf(contract, [])
    group.deployments.push(gas)
    group.runtimeSize = codeOf(code).length
  }

  function addCall({ codes: ran, selector = '0x', gas }: GasSample): void {
    const known = ran.map((hash) => index.byCode(codeOf(hash)))
    const contract = known.at(-1)
    if (contract === undefined) return
    const proxies = known.slice(0, -1).map((proxy) => (proxy ? nameOf(proxy) : 'proxy'))
    const { functions } = groupOf(contract, proxies)
    const signature =
      contract.selectors.get(selector.slice(2)) ??
      withoutFunction(selector.length > 2, contract.abi)
    const samples = functions.get(signature)
    if (samples === undefined) functions.set(signature, [gas])
    else samples.push(gas)
  }

  for (const sample of samples) {
    if (sample.selector === undefined) addCreation(sample)
    else addCall(sample)
  }
  const sorted = [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
  return { contracts: Object.fromEntries(sorted.map(([key, group]) => [key, gasOf(group)])) }
}

function gasOf({ contract, proxyChain, deployments, runtimeSize, functions }: Group): ContractGas {
  const initCodeSize = contract.initCode?.bytes.length ?? 0
  const deployment =
    deployments.length === 0 ? null : { ...statsOf(deployments), runtimeSize, initCodeSize }
  const names = [...functions.keys()].map(functionName)
  const sorted = [...functions]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([signature, samples]) => {
      const name = functionName(signature)
      const isOverloaded = names.indexOf(name) !== names.lastIndexOf(name)
      return [isOverloaded ? signature : name, statsOf(samples)]
    })
  return {
    sourceName: contract.sourceName,
    contractName: contract.name,
    proxyChain,
    deployment,
    functions: sorted.length === 0 ? null : Object.fromEntries(sorted),
  }
}

function statsOf(samples: readonly number[]): GasStats {
  const sorted = [...samples].sort((left, right) => left - right)
  const count = sorted.length
  const at = (index: number): number => sorted[index] ?? 0
  const middle = Math.floor(count / 2)
  const median = count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
  const avg = Math.round(sorted.reduce((sum, gas) => sum + gas, 0) / count)
  return { min: at(0), max: at(count - 1), avg, median: Math.round(median), count }
}

function keyOf(contract: CompiledContract, proxyChain: readonly string[]): string {
  const name = nameOf(contract)
  return proxyChain.length === 0 ? name : `${name} (via ${proxyChain.join(' → ')})`
}

function nameOf({ sourceName, name }: CompiledContract): string {
  return `${sourceName}:${name}`
}

function functionName(signature: string): string {
  return signature.split('(')[0] as string
}
