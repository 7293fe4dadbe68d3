import type { Hex } from '../../src/lib/hex.ts'
import type { Abi } from '../../src/types/solidity/contract.ts'
import { encodeFunction, encodeParameters } from '../../src/wallet/abi.ts'
import { type SolcBuild, solcContract } from '../../test/support/solcBuild.ts'
import { type CoverageStep, coverageSteps } from './coverageRun.ts'

/** A step as it is sent. */
export interface RawStep {
  readonly contract: string
  readonly kind: 'deployment' | 'transaction' | 'call'
  /** Calldata, or the arguments behind the code. */
  readonly data: Hex
  readonly value: Hex
}

interface Chain {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** The steps with encoded arguments. */
export function rawSteps(build: SolcBuild): readonly RawStep[] {
  return coverageSteps.map((step) => ({
    contract: step.contract,
    kind: kindOf(step),
    data: dataOf(step, solcContract(build, step.contract).abi as Abi),
    value: `0x${(step.value ?? 0).toString(16)}`,
  }))
}

function kindOf({ function: name, data, isCall = false }: CoverageStep): RawStep['kind'] {
  if (name === undefined && data === undefined) return 'deployment'
  return isCall ? 'call' : 'transaction'
}

function dataOf({ function: name, data, args = [] }: CoverageStep, abi: Abi): Hex {
  if (data !== undefined) return data
  if (name !== undefined) return encodeFunction(abi, name, args)
  return encodeParameters(abi.find(({ type }) => type === 'constructor')?.inputs, args)
}

/** Sends the steps to a chain, as its first account. */
export async function runSteps(
  chain: Chain,
  steps: readonly RawStep[],
  codeOf: (contract: string) => Hex,
): Promise<void> {
  const [from] = (await chain.request({ method: 'eth_accounts' })) as readonly string[]
  const addresses = new Map<string, string>()
  for (const { contract, kind, data, value } of steps) {
    const to = addresses.get(contract)
    const input = kind === 'deployment' ? `${codeOf(contract)}${data.slice(2)}` : data
    const request = { from, to: kind === 'deployment' ? undefined : to, data: input, value }
    if (kind === 'call') {
      await chain.request({ method: 'eth_call', params: [request, 'latest'] })
      continue
    }
    const params = [{ ...request, gas: '0x4c4b40' }]
    const hash = await chain.request({ method: 'eth_sendTransaction', params })
    const receipt = await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    const { contractAddress } = receipt as { readonly contractAddress: string | null }
    if (contractAddress !== null) addresses.set(contract, contractAddress)
  }
}
