import type { ContractGas, GasReport, GasStats } from '../../types/solidity/gasReport.ts'
import type { GasSample } from './gasSamples.ts'
import { type ContractSamples, nameOf } from './samplesByContract.ts'

/** The report of what contracts have cost. */
export function gasReport(contracts: ReadonlyMap<string, ContractSamples>): GasReport {
  const entries = [...contracts].map(([key, samples]) => [key, gasOf(samples, contracts)])
  return { contracts: Object.fromEntries(entries) }
}

function gasOf(
  { contract, proxyChain, functions }: ContractSamples,
  all: ReadonlyMap<string, ContractSamples>,
): ContractGas {
  const name = nameOf(contract)
  const initCodeSize = contract.initCode?.bytes.length ?? 0
  // What is called through proxies was deployed without them.
  const { deployments, runtimeSize } = all.get(name) ?? { deployments: [], runtimeSize: 0 }
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
    proxyChain: proxyChain.length === 0 ? [] : [...proxyChain, name],
    deployment,
    functions: sorted.length === 0 ? null : Object.fromEntries(sorted),
  }
}

function statsOf(samples: readonly GasSample[]): GasStats {
  const sorted = samples.map(({ gas }) => gas).sort((left, right) => left - right)
  const count = sorted.length
  const at = (index: number): number => sorted[index] ?? 0
  const middle = Math.floor(count / 2)
  const median = count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
  const avg = Math.round(sorted.reduce((sum, gas) => sum + gas, 0) / count)
  return { min: at(0), max: at(count - 1), avg, median: Math.round(median), count }
}

function functionName(signature: string): string {
  return signature.split('(')[0] as string
}
