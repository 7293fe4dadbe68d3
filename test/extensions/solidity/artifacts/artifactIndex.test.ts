import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ArtifactIndex } from '../../../../src/extensions/solidity/artifacts/artifactIndex.ts'
import { hexToBytes } from '../../../../src/lib/hex.ts'
import { defaultLimits, type Limits } from '../../../../src/lib/limits.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import {
  foundryFiles,
  hardhat2Files,
  hardhat3Files,
  type SolcBuild,
  type SolcContract,
  solcBuild,
  solcContract,
} from '../../../support/solcBuild.ts'

const source = `
pragma solidity ^0.8.0;
library Sums { function sum(uint a, uint b) public pure returns (uint) { return a + b; } }
contract Vault {
  address public immutable owner;
  uint public total;
  constructor(address owner_) { owner = owner_; }
  function add(uint amount) external { total = Sums.sum(total, amount); }
}
contract Factory { function make() external returns (Vault) { return new Vault(msg.sender); } }
interface Empty { function nothing() external; }
`

let build: SolcBuild
let vault: SolcContract

beforeAll(() => {
  build = solcBuild({ 'contracts/Vault.sol': source })
  vault = solcContract(build, 'Vault')
})

/** An index of what is at a path, on a clock that goes on by itself. */
function indexOf(
  path: string,
  warnings: string[] = [],
  limits: Partial<Limits> = {},
): ArtifactIndex {
  let ms = 0
  return new ArtifactIndex({
    paths: [path],
    limits: { ...defaultLimits, ...limits },
    realMs: () => {
      ms += 10_000
      return ms
    },
    onWarning: (warning) => warnings.push(warning),
  })
}

/** Code of the chain: with an owner, and with a library at an address. */
function deployed(contract: SolcContract, owner = 'ab'.repeat(20)): Uint8Array {
  const { object, immutableReferences = {} } = contract.evm.deployedBytecode
  const code = hexToBytes(object.replace(/__.{38}/g, 'cd'.repeat(20)))
  for (const { start } of Object.values(immutableReferences).flat() as { start: number }[]) {
    code.set(hexToBytes(owner.padStart(64, '0')), start)
  }
  return code
}

function withArguments({ evm }: SolcContract): Uint8Array {
  return hexToBytes(
    evm.bytecode.object.replace(/__.{38}/g, '12'.repeat(20)) + 'ef'.padStart(64, '0'),
  )
}

test.each([
  ['Hardhat 2', hardhat2Files],
  ['Hardhat 3', hardhat3Files],
  ['Foundry', foundryFiles],
  ['solc', ({ output }: SolcBuild) => ({ 'build/output.json': output })],
])('contracts of %s are found by their code', async (_tool, filesOf) => {
  await using project = await projectFolder({ 'package.json': {}, ...filesOf(build) })
  const index = indexOf(project.path)
  await index.refresh()

  for (const found of [index.byCode(deployed(vault)), index.byInitCode(withArguments(vault))]) {
    expect(found).toMatchObject({ name: 'Vault', sourceName: 'contracts/Vault.sol' })
    expect(found?.abi).toEqual(vault.abi)
    expect(await found?.code?.sourceMap()).toBe(vault.evm.deployedBytecode.sourceMap)
    expect(await found?.storageLayout()).toEqual(vault.storageLayout)
    expect(found?.selectors.get('8da5cb5b')).toBe('owner()')
    const own = found?.compilation.sources.get(0)
    expect(own?.name).toBe('contracts/Vault.sol')
    expect(await own?.tree()).toEqual(build.output.sources['contracts/Vault.sol']?.ast)
  }
  expect(index.byCode(hexToBytes('6001'))).toBeUndefined()
})

test('a library is found once it is deployed, and a factory by the code that it holds', async () => {
  await using project = await projectFolder(hardhat3Files(build))
  const index = indexOf(project.path)
  await index.refresh()
  const library = deployed(solcContract(build, 'Sums'))
  library.set(hexToBytes('ab'.repeat(20)), 1)

  expect(index.byCode(library)?.name).toBe('Sums')
  expect(index.byCode(deployed(solcContract(build, 'Factory')))?.name).toBe('Factory')
})

test('of equal codes the newest wins, and what is gone is forgotten', async () => {
  await using project = await projectFolder(foundryFiles(build))
  const index = indexOf(project.path)
  await index.addJson([build.output])
  await index.refresh()
  expect(index.byCode(deployed(vault))?.name).toBe('Vault')
  const before = index.contracts.length

  await rm(join(project.path, 'out'), { recursive: true })
  await index.refresh()
  expect(index.contracts.length).toBe(before - 4)
  expect(index.byCode(deployed(vault))?.name).toBe('Vault')
})

test('what is half written or something else is left out, and read again when it has changed', async () => {
  const whole = JSON.stringify(
    hardhat2Files(build)['artifacts/build-info/0123456789abcdef0123456789abcdef.json'],
  )
  await using project = await projectFolder({
    'out/other.json': { compilerOptions: { paths: { x: ['\\"', '[{'] } } },
    'out/list.json': [1, 2, { abi: 3 }],
    'out/half.json': whole.slice(0, whole.length / 2),
    'out/odd.json': { abi: 5, bytecode: 'zz', contracts: { a: 1, b: { c: null, d: { evm: 7 } } } },
  })
  const warnings: string[] = []
  const index = indexOf(project.path, warnings)
  await index.refresh()
  const half = join(project.path, 'out', 'half.json')
  expect(warnings).toEqual(
    [
      `the artifact ${half} is left out: it is not whole JSON: it ends within a text at byte ${whole.length / 2}`,
    ].map((line) => expect.stringContaining(line.slice(0, line.indexOf(': it is')))),
  )
  expect(index.byCode(deployed(vault))).toBeUndefined()

  await writeFile(half, whole)
  await index.refresh()
  expect(index.byCode(deployed(vault))?.name).toBe('Vault')
  expect(warnings).toHaveLength(1)
})

test('a path where nothing is, or nothing with code, is warned of once', async () => {
  await using project = await projectFolder({ 'Answer.json': { abi: [], data: {} }, 'x.json': {} })
  const whole = JSON.stringify(
    hardhat2Files(build)['artifacts/build-info/0123456789abcdef0123456789abcdef.json'],
  )
  for (const [path, problem] of [
    [join(project.path, 'nowhere'), 'no JSON file is there'],
    [join(project.path, 'Answer.json'), 'no compiled contract with code is in it'],
    [join(project.path, 'x.json'), 'no compiled contract with code is in it'],
  ] as const) {
    const warnings: string[] = []
    const index = indexOf(path, warnings)
    await index.refresh()
    await index.refresh()
    expect(warnings).toEqual([`artifacts ${path}: ${problem}`])
    await writeFile(path, whole)
    await index.refresh()
    expect(index.byCode(deployed(vault))?.name).toBe('Vault')
    expect(warnings).toHaveLength(1)
  }
})

test('files beyond the limit are left out, and warned of once', async () => {
  await using project = await projectFolder({
    'out/a.json': { abi: [] },
    'out/b.json': { abi: [], padding: 'x'.repeat(1000) },
    'out/c.json': { abi: [], padding: 'x'.repeat(2000) },
    'out/d.json': { abi: [] },
  })
  const warnings: string[] = []
  const index = indexOf(project.path, warnings, { artifactBytes: 500 })
  await index.refresh()
  await index.refresh()
  expect(index.contracts.map(({ name }) => name)).toEqual(['a', 'd'])
  expect(warnings).toEqual([
    `the artifacts ${join(project.path, 'out/b.json')} and 1 more are left out, as all together are too large: the limit is 500 bytes (--limit artifactBytes=N)`,
  ])
})

test('of what is added for ever the newest is kept', async () => {
  await using project = await projectFolder({})
  const index = indexOf(project.path, [], { addedArtifactBytes: 100_000 })
  for (let count = 0; count < 200; count++) {
    await index.addJson([{ contractName: `C${count}`, abi: [] }])
  }
  expect(index.contracts.at(-1)?.name).toBe('C199')
  expect(index.contracts.length).toBeGreaterThan(20)
  expect(index.contracts.length).toBeLessThan(50)
  await expect(index.addJson([{ abi: [{ name: 'x'.repeat(100_000) }] }])).rejects.toThrow(
    'the artifacts are too large: the limit is 100000 bytes (--limit addedArtifactBytes=N)',
  )
  expect(index.contracts.at(-1)?.name).toBe('C199')
})

test('artifacts outside of a project are read in its repository only', async () => {
  await using folder = await projectFolder({
    'outside/Vault.json': { abi: [] },
    'project/foundry.toml': '[profile.default]\nout = "../outside"\n',
  })
  const project = join(folder.path, 'project')
  await symlink(join(folder.path, 'outside'), join(project, 'artifacts'))
  const index = indexOf(project)
  await index.refresh()
  expect(index.contracts).toEqual([])

  await mkdir(join(folder.path, '.git'))
  await index.refresh()
  expect(index.contracts.map(({ name }) => name)).toContain('Vault')
})
