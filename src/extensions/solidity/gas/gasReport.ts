import type { Hex } from '../../../lib/hex.ts'
import { printable } from '../../../lib/text.ts'
import type { ContractGas, GasReport, GasStats } from '../../../types/solidity/reports.ts'
import { plainSignature } from '../../../wallet/selector.ts'
import { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/contractCode.ts'
import { withoutFunction } from '../trace/abiLookup.ts'
import { type GasSample, type GasSamples, readGas } from './gasSamples.ts'

/** What one contract has cost, called directly or through the same proxies. */
export interface ContractSamples {
  readonly contract: CompiledContract
  readonly proxyChain: readonly string[]
  readonly deployments: GasSample[]
  runtimeSize: number
  /** Gas samples by signature. */
  readonly functions: Map<string, GasSample[]>
}

/** The samples whose contracts are known, by the name of the contract with its proxies, sorted. */
export function samplesByContract(
  { codes, samples }: Pick<GasSamples, 'codes' | 'samples'>,
  index: Pick<ArtifactIndex, 'byCode' | 'byInitCode'>,
): ReadonlyMap<string, ContractSamples> {
  const groups = new Map<string, ContractSamples>()
  const codeOf = (hash: Hex | undefined) => (hash && codes.get(hash)) ?? new Uint8Array()

  function groupOf(contract: CompiledContract, proxyChain: readonly string[]): ContractSamples {
    const key = keyOf(contract, proxyChain)
    const known = groups.get(key)
    if (known !== undefined) return known
    const group = { contract, proxyChain, deployments: [], runtimeSize: 0, functions: new Map() }
    groups.set(key, group)
    return group
  }

  function addCreation(sample: GasSample): void {
    const [initCode, code] = sample.codes
    const contract = index.byInitCode(codeOf(initCode))
    if (contract === undefined) return
    const group = groupOf(contract, [])
    group.deployments.push(sample)
    group.runtimeSize = codeOf(code).length
  }

  function addCall(sample: GasSample): void {
    const { codes: ran, selector = '0x' } = sample
    const known = ran.map((hash) => index.byCode(codeOf(hash)))
    const contract = known.at(-1)
    if (contract === undefined || (sample.isRead && !isView(contract, selector))) return
    const proxies = known.slice(0, -1).map((proxy) => (proxy ? nameOf(proxy) : 'proxy'))
    const { functions } = groupOf(contract, proxies)
    const signature =
      contract.selectors.get(selector.slice(2)) ??
      withoutFunction(selector.length > 2, contract.abi)
    const others = functions.get(signature)
    if (others === undefined) functions.set(signature, [sample])
    else others.push(sample)
  }

  for (const sample of samples) {
    if (sample.selector === undefined) addCreation(sample)
    else addCall(sample)
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Other functions are read when a client tries what it then sends, which would count twice. */
function isView({ abi, selectors }: CompiledContract, selector: string): boolean {
  const signature = selectors.get(selector.slice(2))
  return abi.some(
    (item) =>
      item.type === 'function' &&
      (item.stateMutability === 'view' || item.stateMutability === 'pure') &&
      plainSignature(item) === signature,
  )
}

function keyOf(contract: CompiledContract, proxyChain: readonly string[]): string {
  const name = nameOf(contract)
  return proxyChain.length === 0 ? name : `${name} (via ${proxyChain.join(' → ')})`
}

/** `contracts/Token.sol:Token` */
function nameOf({ sourceName, name }: CompiledContract): string {
  return `${sourceName}:${name}`
}

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

/**
 * What contracts have cost in all processes that have left it in a folder, known by artifacts at some
 * paths or of the project; nothing when no process has.
 */
export async function mergeGas(
  folder: string,
  artifacts: readonly string[] | undefined,
): Promise<ReadonlyMap<string, ContractSamples> | undefined> {
  const samples = await readGas(folder)
  if (samples.samples.length === 0) return undefined
  const index = new ArtifactIndex({ paths: artifacts, realMs: () => 0, onWarning: console.error })
  await index.refresh()
  return samplesByContract(samples, index)
}

const head = ['Min', 'Avg', 'Median', 'Max', '# Calls']

/** The report as tables for people, one for each contract; a line when nothing is known. */
export function gasTable({ contracts }: GasReport): string {
  const tables = Object.entries(contracts).map(([name, { deployment, functions }]) => {
    const rows: (readonly string[])[] = []
    if (deployment !== null) {
      const { min, avg, median, max, count, runtimeSize, initCodeSize } = deployment
      const sizes = `deployment (${initCodeSize} bytes, ${runtimeSize} on the chain)`
      rows.push([sizes, ...[min, avg, median, max, count].map(String)])
    }
    for (const [signature, { min, avg, median, max, count }] of Object.entries(functions ?? {})) {
      rows.push([printable(signature), ...[min, avg, median, max, count].map(String)])
    }
    return table([[printable(name), ...head], ...rows])
  })
  return tables.length === 0
    ? 'Gas: no transaction to a contract that an artifact is known of'
    : tables.join('\n\n')
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    return `| ${cells.join(' | ')} |`
  })
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
