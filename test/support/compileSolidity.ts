import { createRequire } from 'node:module'

interface Solc {
  compile(input: string): string
}

/** A contract in solc's standard output. */
export interface CompiledContract {
  readonly abi: readonly Record<string, unknown>[]
  readonly storageLayout: object
  readonly evm: {
    readonly bytecode: { readonly object: string; readonly linkReferences: object }
    readonly deployedBytecode: {
      readonly object: string
      readonly linkReferences: object
      readonly immutableReferences: object
    }
  }
}

/** solc's standard output. */
export interface StandardOutput {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>
}

/** What solc makes of a source, with all that tells where variables, libraries and immutables are. */
export function compileSolidity(sourceName: string, source: string): StandardOutput {
  const solc = createRequire(import.meta.url)('solc') as Solc
  const input = {
    language: 'Solidity',
    sources: { [sourceName]: { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        '*': { '*': ['abi', 'storageLayout', 'evm.bytecode', 'evm.deployedBytecode'] },
      },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(
    ({ severity }: { severity: string }) => severity === 'error',
  )
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  return output
}

/** The artifact that Hardhat would write. */
export function hardhatArtifact(
  output: StandardOutput,
  sourceName: string,
  contractName: string,
): object {
  const { abi, evm } = compiled(output, sourceName, contractName)
  return {
    _format: 'hh-sol-artifact-1',
    contractName,
    sourceName,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
    linkReferences: evm.bytecode.linkReferences,
    deployedLinkReferences: evm.deployedBytecode.linkReferences,
  }
}

/** The artifact that Foundry would write, with `extra_output = ["storageLayout"]`. */
export function foundryArtifact(
  output: StandardOutput,
  sourceName: string,
  contractName: string,
): object {
  const { abi, evm, storageLayout } = compiled(output, sourceName, contractName)
  const { bytecode, deployedBytecode } = evm
  return {
    abi,
    bytecode: { ...bytecode, object: `0x${bytecode.object}` },
    deployedBytecode: { ...deployedBytecode, object: `0x${deployedBytecode.object}` },
    storageLayout,
  }
}

function compiled(
  { contracts }: StandardOutput,
  sourceName: string,
  contractName: string,
): CompiledContract {
  const contract = contracts[sourceName]?.[contractName]
  if (contract === undefined) throw new Error(`${sourceName} has no contract ${contractName}`)
  return contract
}
