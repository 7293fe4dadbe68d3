import type { Hex } from '../../src/lib/hex.ts'
import type { Abi } from '../../src/types/solidity/contract.ts'
import { encodeDeploy, encodeFunction } from '../../src/wallet/abi.ts'
import { type SolcBuild, type SolcContract, solcContract } from '../../test/support/solcBuild.ts'
import type { OwnCase } from './ownCases.ts'
import type { OwnBuild } from './ownSources.ts'

interface Chain {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export type OwnBuilds = Readonly<Partial<Record<OwnBuild, SolcBuild>>>

/** How a chain tells of a failure. */
export interface Failure {
  readonly message: string
  /** The outermost call first: `REVERT_ERROR Token.move:12`. */
  readonly entries: readonly string[]
  /** The failure first; none of a chain that does not tell it. */
  readonly lines: readonly string[]
}

/** Types by Hardhat's numbers. */
const types = [
  'CALLSTACK_ENTRY',
  'UNRECOGNIZED_CREATE_CALLSTACK_ENTRY',
  'UNRECOGNIZED_CONTRACT_CALLSTACK_ENTRY',
  'PRECOMPILE_ERROR',
  'REVERT_ERROR',
  'PANIC_ERROR',
  'CUSTOM_ERROR',
  'FUNCTION_NOT_PAYABLE_ERROR',
  'INVALID_PARAMS_ERROR',
  'FALLBACK_NOT_PAYABLE_ERROR',
  'FALLBACK_NOT_PAYABLE_AND_NO_RECEIVE_ERROR',
  'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR',
  'MISSING_FALLBACK_OR_RECEIVE_ERROR',
  'RETURNDATA_SIZE_ERROR',
  'NONCONTRACT_ACCOUNT_CALLED_ERROR',
  'CALL_FAILED_ERROR',
  'DIRECT_LIBRARY_CALL_ERROR',
  'UNRECOGNIZED_CREATE_ERROR',
  'UNRECOGNIZED_CONTRACT_ERROR',
  'OTHER_EXECUTION_ERROR',
  'UNMAPPED_SOLC_0_6_3_REVERT_ERROR',
  'CONTRACT_TOO_LARGE_ERROR',
  'INTERNAL_FUNCTION_CALLSTACK_ENTRY',
  'CONTRACT_CALL_RUN_OUT_OF_GAS_ERROR',
  'CHEATCODE_ERROR',
] as const

interface Entry {
  readonly type: number | string
  readonly sourceReference?: {
    readonly contract?: string
    readonly function?: string
    readonly line: number
  }
}

/** The failure of a transaction; nothing when it succeeds. */
export async function failureOn(
  chain: Chain,
  builds: OwnBuilds,
  own: OwnCase,
): Promise<Failure | undefined> {
  const [from] = (await chain.request({ method: 'eth_accounts' })) as readonly string[]
  const send = async (fields: object): Promise<string> => {
    const params = [{ from, gas: '0x4c4b40', ...fields }]
    const hash = await chain.request({ method: 'eth_sendTransaction', params })
    const receipt = await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    return (receipt as { readonly contractAddress: string }).contractAddress
  }
  const last = {
    value: hexOf(own.value ?? 0),
    ...(own.gas === undefined ? {} : { gas: hexOf(own.gas) }),
  }
  if (own.to !== undefined) return failureOf(() => send({ to: own.to, data: own.data, ...last }))
  const contract = contractIn(builds, own.contract, own.build)
  const args = await Promise.all((own.args ?? []).map((arg) => argument(arg, builds, send)))
  const code = codeOf(contract)
  if (isDeployment(own)) {
    const data = own.data === '0x' ? code : encodeDeploy(contract.abi as Abi, code, args)
    return failureOf(() => send({ data, ...last }))
  }
  const to = await send({ data: code, value: hexOf(own.endowment ?? 0) })
  const data = own.data ?? encodeFunction(contract.abi as Abi, own.function ?? '', args)
  return failureOf(() => send({ to, data, ...last }))
}

/** Data without a function are calldata, but for a constructor that wants arguments. */
function isDeployment({ contract, function: name, data }: OwnCase): boolean {
  return name === undefined && (data === undefined || contract === 'BadConstructor')
}

async function argument(
  arg: unknown,
  builds: OwnBuilds,
  send: (fields: object) => Promise<string>,
): Promise<unknown> {
  const [, what, name = ''] = /^(code|address) of (\w+)$/.exec(String(arg)) ?? []
  if (what === undefined) return arg
  const code = codeOf(contractIn(builds, name, what === 'code' ? 'unknown' : 'plain'))
  return what === 'code' ? code : send({ data: code })
}

function contractIn(builds: OwnBuilds, name: string, build: OwnBuild = 'plain'): SolcContract {
  const found = builds[build]
  if (found === undefined) throw new Error(`${build} is not compiled`)
  return solcContract(found, name)
}

function codeOf({ evm }: SolcContract): Hex {
  return `0x${evm.bytecode.object}`
}

function hexOf(value: number): Hex {
  return `0x${value.toString(16)}`
}

async function failureOf(send: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await send()
    return undefined
  } catch (error) {
    const {
      message,
      stackTrace,
      solidityStack = '',
    } = error as Error & {
      readonly stackTrace?: readonly Entry[]
      readonly solidityStack?: string
    }
    return {
      message: withoutAddresses(message.replace(/^Error: /, '')),
      entries: Array.isArray(stackTrace) ? stackTrace.map(entryText) : [],
      lines: solidityStack === '' ? [] : withoutAddresses(solidityStack).split('\n'),
    }
  }
}

function entryText({ type, sourceReference }: Entry): string {
  const name = typeof type === 'number' ? (types[type] ?? type) : type
  if (sourceReference === undefined || sourceReference === null) return String(name)
  const { contract = '', function: called = '', line } = sourceReference
  return `${name} ${contract}.${called}:${line}`
}

function withoutAddresses(text: string): string {
  return text.replace(/0x[0-9a-fA-F]{40}/g, '0x…')
}
