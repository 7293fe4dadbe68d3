import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseFile } from './caseFile.ts'
import { consoleSource, loadSolc } from './compilers.ts'

/** A contract as solc gives it. */
export interface CompiledCase {
  readonly solcVersion: string
  readonly input: object
  readonly output: {
    readonly contracts: Record<string, Record<string, CompiledContract>>
    readonly sources: object
  }
}

export interface CompiledContract {
  readonly abi: readonly object[]
  readonly evm: { readonly bytecode: { readonly object: string; readonly linkReferences: Links } }
}

type Links = Readonly<
  Record<string, Readonly<Record<string, readonly { readonly start: number }[]>>>
>

const wanted = {
  '*': {
    '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'],
    '': ['ast'],
  },
}

/** Compiles all sources of a case together. Throws what the compiler says. */
export function compileCase(folder: string, file: CaseFile, solcVersion: string): CompiledCase {
  const sources: Record<string, { content: string }> = {}
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.sol'))) {
    sources[name] = { content: readFileSync(join(folder, name), 'utf8') }
  }
  if (importsConsole(file)) {
    // What `./../../…/console.sol` leads to, from a source without a folder.
    sources['console.sol'] = { content: consoleSource() ?? '' }
    for (const source of Object.values(sources)) {
      source.content = source.content.replace(/"[./]*\/console\.sol"/, '"./console.sol"')
    }
  }
  const isNewest = solcVersion.startsWith('0.8')
  const settings = {
    outputSelection: wanted,
    optimizer: { enabled: false },
    ...(isNewest && { evmVersion: 'cancun' }),
  }
  const input = { language: 'Solidity', sources, settings }
  const output = JSON.parse(loadSolc(solcVersion).compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  if (errors.length > 0) throw new Error(`solc ${solcVersion}: ${errors[0].formattedMessage}`)
  return { solcVersion, input, output }
}

export function importsConsole({ transactions }: CaseFile): boolean {
  return transactions.some(({ imports }) => imports !== undefined)
}

/** The output without contracts that a case wants nobody to know. */
export function withoutIgnored({ output, ...rest }: CompiledCase): CompiledCase {
  const contracts = Object.fromEntries(
    Object.entries(output.contracts).map(([file, contracts]) => [
      file,
      Object.fromEntries(Object.entries(contracts).filter(([name]) => !name.startsWith('Ignored'))),
    ]),
  )
  return { ...rest, output: { ...output, contracts } }
}
