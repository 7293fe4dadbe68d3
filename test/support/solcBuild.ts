import { createRequire } from 'node:module'

interface Solc {
  compile(input: string): string
  version(): string
}

/** Sources by name. */
export type Sources = Readonly<Record<string, string>>

interface SolcCode {
  readonly object: string
  readonly sourceMap: string
  readonly linkReferences: object
  readonly immutableReferences?: object
}

/** A contract as solc tells of it. */
export interface SolcContract {
  readonly abi: readonly object[]
  readonly storageLayout: object
  readonly metadata: string
  readonly evm: {
    readonly bytecode: SolcCode
    readonly deployedBytecode: SolcCode
    readonly methodIdentifiers: Readonly<Record<string, string>>
  }
}

/** What went into solc and what came out, with syntax trees and source maps. */
export interface SolcBuild {
  readonly version: string
  readonly input: { readonly sources: object }
  readonly output: {
    readonly contracts: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>
    readonly sources: Readonly<Record<string, { readonly id: number; readonly ast: object }>>
  }
}

/** Compiles without the optimizer, as developers do before they publish. `solc`: another compiler. */
export function solcBuild(
  sources: Sources,
  settings: object = {},
  solc = createRequire(import.meta.url)('solc') as Solc,
): SolcBuild {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, content]) => [name, { content }]),
    ),
    settings: {
      ...settings,
      outputSelection: {
        '*': {
          '': ['ast'],
          '*': [
            'abi',
            'metadata',
            'storageLayout',
            'evm.bytecode',
            'evm.deployedBytecode',
            'evm.methodIdentifiers',
          ],
        },
      },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  return { version: solc.version(), input, output }
}

/** The one contract of that name. */
export function solcContract({ output }: SolcBuild, name: string): SolcContract {
  const found = Object.values(output.contracts).find((contracts) => name in contracts)?.[name]
  if (found === undefined) throw new Error(`no contract is called ${name}`)
  return found
}

/** Files of a project as Hardhat 2 writes them. */
export function hardhat2Files({ version, input, output }: SolcBuild): Record<string, unknown> {
  const id = '0123456789abcdef0123456789abcdef'
  return {
    'hardhat.config.js': 'module.exports = {}',
    [`artifacts/build-info/${id}.json`]: {
      id,
      _format: 'hh-sol-build-info-1',
      solcVersion: version.split('+')[0],
      solcLongVersion: version,
      input,
      output,
    },
  }
}

/** Files of a project as Hardhat 3 writes them. */
export function hardhat3Files({ version, input, output }: SolcBuild): Record<string, unknown> {
  const id = `solc-${version.split('+')[0]?.replaceAll('.', '_')}-0123456789`
  const named = (all: object): object =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [`project/${name}`, value]))
  return {
    'hardhat.config.ts': 'export default {}',
    [`artifacts/build-info/${id}.json`]: {
      _format: 'hh3-sol-build-info-1',
      id,
      solcVersion: version.split('+')[0],
      input: { ...input, sources: named(input.sources) },
    },
    [`artifacts/build-info/${id}.output.json`]: {
      _format: 'hh3-sol-build-info-output-1',
      id,
      output: { contracts: named(output.contracts), sources: named(output.sources) },
    },
  }
}

/** Files of a project as Foundry writes them; with syntax trees, which `ast = true` adds. */
export function foundryFiles(
  { input, output }: SolcBuild,
  { ast = true }: { readonly ast?: boolean } = {},
): Record<string, unknown> {
  const files: Record<string, unknown> = {
    'foundry.toml': '[profile.default]\nsrc = "contracts"\nout = "out"\n',
    'out/build-info/abc.json': {
      id: 'abc',
      source_id_to_path: Object.fromEntries(
        Object.entries(output.sources).map(([name, { id }]) => [id, name]),
      ),
      language: 'Solidity',
    },
  }
  for (const [name, { content }] of Object.entries(
    input.sources as Record<string, { content: string }>,
  )) {
    files[name] = content
  }
  for (const [file, contracts] of Object.entries(output.contracts)) {
    for (const [name, { abi, evm, metadata, storageLayout }] of Object.entries(contracts)) {
      const { bytecode, deployedBytecode, methodIdentifiers } = evm
      const source = output.sources[file]
      files[`out/${file.slice(file.lastIndexOf('/') + 1)}/${name}.json`] = {
        abi,
        bytecode: { ...bytecode, object: `0x${bytecode.object}` },
        deployedBytecode: { ...deployedBytecode, object: `0x${deployedBytecode.object}` },
        methodIdentifiers,
        rawMetadata: metadata,
        metadata: JSON.parse(metadata),
        storageLayout,
        id: source?.id,
        ...(ast && { ast: source?.ast }),
      }
    }
  }
  return files
}
