import type { Hex } from '../../lib/hex.ts'
import { plainSignature } from '../../wallet/selector.ts'
import type { ArtifactIndex } from '../artifacts/artifactIndex.ts'
import type { CompiledContract } from '../artifacts/compiledContract.ts'
import { withoutFunction } from '../trace/withoutFunction.ts'
import type { GasSample, GasSamples } from './gasSamples.ts'

/** What one contract has cost, called directly or through the same proxies. */
export interface ContractSamples {
  readonly contract: CompiledContract
  readonly proxyChain: readonly string[]
  readonly deployments: GasSample[]
  runtimeSize: number
  /** By signature. */
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
export function nameOf({ sourceName, name }: CompiledContract): string {
  return `${sourceName}:${name}`
}
