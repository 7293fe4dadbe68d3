import { expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import {
  foundryFiles,
  hardhat2Files,
  hardhat3Files,
  type SolcBuild,
  solcBuild,
  solcContract,
} from '../../../support/solcBuild.ts'
import { deployContract } from '../../../support/solidityProject.ts'

const name = 'contracts/Door.sol'
const source = `pragma solidity ^0.8.0;
contract Door {
  uint immutable key = 7;
  function open(uint with) external view {
    require(with == key, "locked");
  }
}
`
const build = solcBuild({ [name]: source })
const { abi, evm, metadata } = solcContract(build, 'Door')
const open = `0x${evm.methodIdentifiers['open(uint256)']}${'00'.repeat(32)}`
const { bytecode, deployedBytecode } = evm
const ast = build.output.sources[name]?.ast

/** As Truffle writes it. */
const truffleArtifact = {
  contractName: 'Door',
  abi,
  metadata,
  bytecode: `0x${bytecode.object}`,
  deployedBytecode: `0x${deployedBytecode.object}`,
  immutableReferences: deployedBytecode.immutableReferences,
  sourceMap: bytecode.sourceMap,
  deployedSourceMap: deployedBytecode.sourceMap,
  source,
  sourcePath: name,
  ast,
  compiler: { name: 'solc', version: build.version },
  networks: {},
  schemaVersion: '3.4.16',
}

/** As `solc --combined-json` writes it; it does not say where immutables are. */
const combined = {
  contracts: {
    [`${name}:Door`]: {
      abi,
      bin: bytecode.object,
      'bin-runtime': deployedBytecode.object,
      srcmap: bytecode.sourceMap,
      'srcmap-runtime': deployedBytecode.sourceMap,
    },
  },
  sourceList: [name],
  sources: { [name]: { AST: ast } },
  version: build.version,
}

const tools: Readonly<Record<string, (build: SolcBuild) => Readonly<Record<string, unknown>>>> = {
  'Hardhat 2': hardhat2Files,
  'Hardhat 3': hardhat3Files,
  Foundry: foundryFiles,
  'Foundry without syntax trees': (given) => foundryFiles(given, { ast: false }),
  Truffle: () => ({
    'truffle-config.js': 'module.exports = {}',
    'build/contracts/Door.json': truffleArtifact,
  }),
  "solc's standard JSON": ({ output }) => ({ 'build/out.json': output, [name]: source }),
  "solc's combined JSON": () => ({ 'build/combined.json': combined, [name]: source }),
}

/** How a call of a door fails in a devnet with the files, what it warned of, and where the files were. */
async function failure(files: Readonly<Record<string, unknown>>) {
  await using project = await projectFolder({ 'package.json': {}, ...files })
  await using devnet = await createDevnet({
    mining: 'auto',
    clock: 'manual',
    artifacts: [project.path],
  })
  const warnings: string[] = []
  devnet.on('error', (warning) => warnings.push(String(warning)))
  const to = await deployContract(devnet.provider, build, 'Door')
  const call = () => devnet.provider.request({ method: 'eth_call', params: [{ to, data: open }] })
  const error = await call().then(() => expect.fail('it opens'), Object)
  // The files are as they were.
  await call().catch(() => {})
  return { error, warnings: warnings.map((line) => line.replaceAll(project.path, '')) }
}

test.each(Object.entries(tools))(
  'lines are reported by what is written by %s',
  async (_tool, files) => {
    const { error, warnings } = await failure(files(build))
    expect(warnings).toEqual([])
    expect(error).toMatchObject({
      code: 3,
      message: 'execution reverted: locked',
      solidityStack: `Door.open (${name}:5)`,
    })
  },
)

const commanding = '\u001b[31m\u0007'

test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
  [
    'a half-written artifact',
    { 'out/Half.json': JSON.stringify(truffleArtifact).slice(0, 3_000) },
    ['the artifact /out/Half.json is left out'],
  ],
  [
    'a half-written one with a name that would command a terminal',
    { [`out/${commanding}.json`]: '{"abi": [' },
    ['the artifact /out/\\u{1b}[31m\\u{7}.json is left out'],
  ],
  [
    'one of Vyper',
    {
      'out/Vy.json': {
        contracts: {
          'a.vy': {
            A: {
              abi: [],
              evm: {
                deployedBytecode: {
                  object: '0x6001',
                  sourceMap: { pc_pos_map: { 0: [1, 2, 3, 4] } },
                },
              },
            },
          },
        },
        compiler: 'vyper-0.4.0',
      },
    },
    [],
  ],
  [
    'one of a compiler to LLVM',
    {
      'out/Z.json': {
        abi: [],
        bytecode: { object: '0x00zz' },
        factoryDependencies: {},
        assembly: 7,
      },
    },
    [],
  ],
  [
    'what is no artifact',
    { 'out/list.json': [1, [2]], 'out/text.json': 'no JSON' },
    ['the artifact /out/text.json is left out'],
  ],
  ['one that is empty', { 'out/Empty.json': '' }, ['the artifact /out/Empty.json is left out']],
])(
  'beside %s others are reported anyway, with a warning a file at most',
  async (_what, files, expected) => {
    const { error, warnings } = await failure({ ...hardhat2Files(build), ...files })
    expect(error).toMatchObject({ code: 3, solidityStack: `Door.open (${name}:5)` })
    expect(warnings).toEqual(expected.map((line) => expect.stringContaining(line)))
  },
)

test('names with terminal escapes are reported without them', async () => {
  const strange = `contracts/${commanding}Door.sol`
  const { error } = await failure(hardhat2Files(solcBuild({ [strange]: source })))
  expect(error.solidityStack).toMatch(/^Door\.open \(contracts\/.*Door\.sol:5\)$/)
  expect(error.solidityStack).not.toContain('\u001b')
})

test('of two contracts of equal code one is reported', async () => {
  const twin = source.replace('contract Door', 'contract Gate')
  const twins = solcBuild({ [name]: source, 'contracts/Gate.sol': twin })
  const { error, warnings } = await failure(hardhat2Files(twins))
  expect(warnings).toEqual([])
  expect(error.solidityStack).toMatch(/^(Door|Gate)\.open \(contracts\/(Door|Gate)\.sol:5\)$/)
})
