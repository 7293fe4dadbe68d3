import { createRequire } from 'node:module'

/** The fields that Hardhat and Foundry artifacts have too, and where the variables are. */
export interface Artifact {
  readonly contractName: string
  readonly sourceName: string
  readonly compiler: string
  readonly abi: readonly unknown[]
  readonly bytecode: string
  readonly deployedBytecode: string
  readonly storageLayout: object
}

interface Solc {
  version(): string
  compile(input: string): string
}

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>
}

interface Contract {
  readonly abi: readonly unknown[]
  readonly storageLayout: object
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

/**
 * Compiles a contract; the same source gives the same artifact everywhere. `imports`: sources that it may import.
 * `runs`: how often its code is expected to run; less makes it smaller.
 */
export function compileFixture(
  sourceName: string,
  source: string,
  name: string,
  imports: Readonly<Record<string, string>> = {},
  runs = 200,
): Artifact {
  const solc = createRequire(import.meta.url)('solc') as Solc
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries({ ...imports, [sourceName]: source }).map(([file, content]) => [
        file,
        { content },
      ]),
    ),
    settings: {
      optimizer: { enabled: true, runs },
      // Runs on every hardfork since London.
      evmVersion: 'london',
      // A hash of the metadata would change the code with each comment.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: {
        [sourceName]: {
          [name]: ['abi', 'storageLayout', 'evm.bytecode.object', 'evm.deployedBytecode.object'],
        },
      },
    },
  }
  const compiled = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  const messages = (compiled.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (messages.length > 0) throw new Error(messages.join('\n'))
  const contract = compiled.contracts[sourceName]?.[name]
  if (contract === undefined) throw new Error(`${sourceName} has no contract ${name}`)
  return {
    contractName: name,
    sourceName,
    compiler: solc.version(),
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}`,
    deployedBytecode: `0x${contract.evm.deployedBytecode.object}`,
    storageLayout: contract.storageLayout,
  }
}
