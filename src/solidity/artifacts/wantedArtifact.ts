import type { Wanted } from './jsonPlaces.ts'

const wantedCode: Wanted = {
  object: 'value',
  sourceMap: 'place',
  linkReferences: 'value',
  immutableReferences: 'value',
}

const wantedSettings = { optimizer: 'value', viaIR: 'value' } as const satisfies Wanted

const wantedMetadata: Wanted = {
  compiler: 'value',
  settings: { compilationTarget: 'value', ...wantedSettings },
}

const wantedContract: Wanted = {
  abi: 'value',
  bytecode: wantedCode,
  deployedBytecode: wantedCode,
  evm: { bytecode: wantedCode, deployedBytecode: wantedCode, methodIdentifiers: 'value' },
  methodIdentifiers: 'value',
  storageLayout: 'place',
  // Of `--combined-json`.
  bin: 'value',
  'bin-runtime': 'value',
  srcmap: 'place',
  'srcmap-runtime': 'place',
  hashes: 'value',
  'storage-layout': 'place',
}

/** Of Vyper's `combined_json`, by the path of the source. */
const wantedVyper: Wanted = {
  abi: 'value',
  bytecode: 'value',
  bytecode_runtime: 'value',
  source_map: 'place',
  source_map_runtime: 'place',
  method_identifiers: 'value',
}

/** The number of the source is at the end of `src`. */
const wantedTree = { src: 'value', '': 'place' } as const satisfies Wanted

const wantedOutput = {
  contracts: { '*': { ...wantedContract, '*': wantedContract } },
  sources: { '*': { id: 'value', ast: wantedTree, AST: wantedTree } },
} as const satisfies Wanted

/** All that compilers and tools write of contracts; one file has some of it. */
export const wantedArtifact = {
  ...wantedContract,
  ...wantedOutput,
  output: wantedOutput,
  input: { sources: { '*': { content: 'place' } }, settings: wantedSettings },
  id: 'value',
  _format: 'value',
  solcVersion: 'value',
  version: 'value',
  sourceList: 'value',
  source_id_to_path: 'value',
  contractName: 'value',
  sourceName: 'value',
  inputSourceName: 'value',
  linkReferences: 'value',
  deployedLinkReferences: 'value',
  immutableReferences: 'value',
  metadata: wantedMetadata,
  ast: wantedTree,
  // Of Truffle.
  source: 'place',
  sourceMap: 'place',
  deployedSourceMap: 'place',
  sourcePath: 'value',
  compiler: 'value',
  '*': wantedVyper,
} as const satisfies Wanted
