import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createDevnet } from '../../src/index.ts'
import { reasonOf } from '../../src/lib/errors.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { Abi, AbiItem } from '../../src/types/solidity/contract.ts'
import type { SolidityStackEntry } from '../../src/types/solidity/reports.ts'
import { encodeDeploy, encodeFunction } from '../../src/wallet/abi.ts'
import type { Outcome } from '../vectors/vectorFile.ts'
import type { CaseFile, CaseTransaction, ExpectedEntry } from './caseFile.ts'
import { type CompiledCase, compileCase, importsConsole, withoutIgnored } from './compileCase.ts'
import { compilers, consoleSource, satisfies } from './compilers.ts'

/** Runs a case with the first of the compilers that it is for. */
export async function runCase(path: string): Promise<readonly Outcome[]> {
  const file = JSON.parse(readFileSync(path, 'utf8')) as CaseFile
  const name = dirname(path)
  const minor = /\/(0_\d)\//.exec(path)?.[1]?.replace('_', '.')
  if (file.skip === true) return [{ name, kind: 'leftOut', reason: 'the case says so' }]
  const version = compilers.find(
    (version) => version.startsWith(`${minor}.`) && satisfies(version, file.solc ?? '*'),
  )
  if (version === undefined) {
    return [{ name, kind: 'leftOut', reason: `no compiler at hand is ${file.solc} of ${minor}` }]
  }
  if (importsConsole(file) && consoleSource() === undefined) {
    return [{ name, kind: 'leftOut', reason: "Hardhat's console is not installed" }]
  }
  try {
    const compiled = compileCase(dirname(path), file, version)
    const problem = await run(file, compiled)
    return [{ name, kind: problem === undefined ? 'passed' : 'failed', reason: problem ?? '' }]
  } catch (error) {
    return [{ name, kind: 'failed', reason: `it cannot be run: ${reasonOf(error)}` }]
  }
}

/** What is not as the case expects it. */
async function run(file: CaseFile, compiled: CompiledCase): Promise<string | undefined> {
  await using devnet = await createDevnet({
    mining: 'auto',
    chainId: 1,
    hardfork: 'cancun',
    gasLimit: 10_000_000,
    baseFee: 0,
    artifacts: false,
  })
  const { provider } = devnet
  // With another one, as some cases have no contract that anybody is to know.
  const artifacts = [withoutIgnored(compiled), { contractName: 'Other', abi: [] }]
  await provider.request({ method: 'preconf_addArtifacts', params: [artifacts] })
  const deployed: Deployed[] = []
  for (const [index, transaction] of file.transactions.entries()) {
    const printed: string[] = []
    const stop = devnet.on('flashblock', ({ transactions }) =>
      printed.push(...transactions.flatMap(({ consoleLogs }) => consoleLogs)),
    )
    const { hash, abi } = await send(devnet, transaction, compiled, deployed)
    stop()
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    deployed[index] = { address: receipt.contractAddress ?? '0x', abi }
    const answer = await provider.request({ method: 'preconf_stackTrace', params: [hash] })
    const problem =
      differenceOf(transaction.stackTrace, answer?.stackTrace) ??
      differenceOfLogs(transaction.consoleLogs, printed)
    if (problem !== undefined) return `transaction ${index}: ${problem}`
  }
  return undefined
}

/** What a transaction has deployed. */
interface Deployed {
  readonly address: string
  readonly abi: Abi
}

async function send(
  { provider, accounts }: PreconfDevnet,
  transaction: CaseTransaction,
  compiled: CompiledCase,
  deployed: readonly Deployed[],
): Promise<{ readonly hash: string; readonly abi: Abi }> {
  const { to, value = 0, gas = 4_000_000 } = transaction
  const target = to === undefined ? undefined : deployed[to]
  const { data, abi } = target
    ? { data: callData(transaction, target.abi), abi: target.abi }
    : deployment(transaction, compiled, deployed)
  const request = {
    from: accounts[0]?.address,
    ...(target && { to: target.address }),
    data,
    value: `0x${BigInt(value).toString(16)}`,
    gas: `0x${gas.toString(16)}`,
    gasPrice: '0xa',
  }
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [request] })
  return { hash: hash as string, abi }
}

function callData({ function: name, params = [], data = '0x' }: CaseTransaction, abi: Abi): string {
  if (name === undefined) return data
  const item = abi.find((item) => item.type === 'function' && item.name === name)
  return encodeFunction(abi, name, valuesOf(params, item))
}

/** As the ABI coder takes them: cases write negative numbers in hex too, and bytes as lists. */
function valuesOf(params: readonly unknown[], item: AbiItem | undefined): readonly unknown[] {
  return params.map((param, index) => {
    const type = item?.inputs?.[index]?.type ?? ''
    if (/^int\d*$/.test(type)) return BigInt.asIntN(256, BigInt(param as string))
    if (!/^bytes\d*$/.test(type)) return param
    if (Array.isArray(param)) return bytesToHex(Uint8Array.from(param))
    const digits = String(param).slice(2)
    return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
  })
}

function deployment(
  { file = '', contract = '', params, libraries = {} }: CaseTransaction,
  { output }: CompiledCase,
  deployed: readonly Deployed[],
): { readonly data: string; readonly abi: Abi } {
  const compiled = output.contracts[file]?.[contract]
  if (compiled === undefined) throw new Error(`there is no contract ${contract}`)
  const { object, linkReferences } = compiled.evm.bytecode
  let code = object
  for (const [source, places] of Object.entries(linkReferences)) {
    for (const [name, starts] of Object.entries(places)) {
      const library = deployed[libraries[source]?.[name] ?? -1]
      if (library === undefined) throw new Error(`the library ${name} is not deployed`)
      for (const { start } of starts) {
        const end = code.slice(2 * start + 40)
        code = code.slice(0, 2 * start) + library.address.slice(2) + end
      }
    }
  }
  const abi = compiled.abi as Abi
  return { data: encodeDeploy(abi, `0x${code}`, params), abi }
}

function differenceOf(
  expected: readonly ExpectedEntry[] | undefined,
  actual: readonly SolidityStackEntry[] | undefined,
): string | undefined {
  const wanted = (expected ?? []).map(lineOfExpected)
  const given = (actual ?? []).map(lineOfActual)
  if (isDeepStrictEqual(wanted, given)) return undefined
  const show = (lines: readonly string[]) => lines.join(' > ') || 'success'
  return `expected ${show(wanted)}, and it is ${show(given)}`
}

function lineOfExpected({ type, message = '', value, errorCode, sourceReference }: ExpectedEntry) {
  const { contract = '', file = '', function: name = '', line } = sourceReference ?? {}
  const where = sourceReference ? `${file}:${line} ${contract}.${name}` : 'nowhere'
  return [type, message, value ?? '', errorCode ?? '', where].join('|')
}

function lineOfActual({
  type,
  message = '',
  value,
  errorCode,
  sourceReference,
}: SolidityStackEntry) {
  const { contract = '', sourceName = '', function: name = '', line } = sourceReference ?? {}
  const where = sourceReference ? `${basename(sourceName)}:${line} ${contract}.${name}` : 'nowhere'
  const wei = value === undefined ? '' : BigInt(value)
  return [type, message, wei, errorCode?.slice(2) ?? '', where].join('|')
}

function differenceOfLogs(
  expected: readonly (readonly unknown[])[] = [],
  printed: readonly string[],
): string | undefined {
  const wanted = expected.map((values) => values.map(String).join(' '))
  if (isDeepStrictEqual(wanted, [...printed])) return undefined
  return `expected the lines ${JSON.stringify(wanted)}, and they are ${JSON.stringify(printed)}`
}
