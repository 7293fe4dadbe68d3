import { expect, test } from 'vitest'
import { type ArtifactError, linkCode, parseArtifact } from '../../src/files/artifact.ts'
import { foundryArtifact, hardhatArtifact } from '../support/compileSolidity.ts'
import { vaultOutput } from '../support/vault.ts'

const file = 'src/Vault.sol'
const output = vaultOutput()
const library = `0x${'ab'.repeat(20)}`

test.each([
  ['Hardhat', hardhatArtifact(output, file, 'Vault'), undefined],
  ['Foundry', foundryArtifact(output, file, 'Vault'), undefined],
  [
    'Remix',
    {
      deploy: {},
      data: output.contracts[file]?.Vault?.evm,
      abi: output.contracts[file]?.Vault?.abi,
    },
    undefined,
  ],
  ['solc', output, 'Vault'],
  ['solc, in full', output, `${file}:Vault`],
  ['a build-info', { id: '1', output }, 'Vault'],
])('%s writes the same contract', (_, content, name) => {
  const { abi, initCode, code } = parseArtifact(content, name)
  const compiled = output.contracts[file]?.Vault
  expect(abi).toEqual(compiled?.abi)
  for (const [linkable, bytecode] of [
    [initCode, compiled?.evm.bytecode],
    [code, compiled?.evm.deployedBytecode],
  ] as const) {
    const unlinked = bytecode?.object as string
    expect(linkable?.references).toHaveLength(1)
    const linked = linkable && linkCode(linkable, () => library)
    expect(linked).toBe(`0x${unlinked.replaceAll(/__\$\w{34}\$__/g, library.slice(2))}`)
  }
})

test('immutables and variables are known where the compiler tells of them', () => {
  const foundry = parseArtifact(foundryArtifact(output, file, 'Vault'))
  expect(foundry.hasImmutables).toBe(true)
  expect(foundry.storageLayout?.storage.map(({ label }) => label)).toContain('balances')
  const hardhat = parseArtifact(hardhatArtifact(output, file, 'Vault'))
  expect(hardhat).toMatchObject({ hasImmutables: false, storageLayout: undefined })
  expect(parseArtifact(foundryArtifact(output, file, 'Child')).hasImmutables).toBe(false)
})

test('an interface and an ABI alone have no code', () => {
  const abstract = parseArtifact(hardhatArtifact(output, file, 'Unfinished'))
  expect(abstract).toMatchObject({ initCode: undefined, code: undefined })
  const abi = [{ type: 'function', name: 'x', inputs: [], outputs: [] }]
  expect(parseArtifact(abi)).toEqual({
    abi,
    initCode: undefined,
    code: undefined,
    hasImmutables: false,
    storageLayout: undefined,
  })
})

test('libraries are asked for by both of their names', () => {
  const { initCode } = parseArtifact(hardhatArtifact(output, file, 'Vault'))
  const asked: string[] = []
  const linking = () =>
    initCode &&
    linkCode(initCode, (...names) => {
      asked.push(...names)
      return undefined
    })
  expect(linking).toThrow(`uses the library ${file}:Doubling: give its address in libraries, under`)
  expect(asked).toEqual(['Doubling', `${file}:Doubling`])
})

test.each([
  [
    { digits: '6080__$12$__', references: [] },
    'has the library placeholder __$12$__, but does not',
  ],
  [{ digits: '60zz', references: [] }, 'has code that is not all hex digits'],
])('code with other things in it is refused', (code, problem) => {
  expect(() => linkCode(code, () => undefined)).toThrow(problem)
})

test.each<[unknown, string | undefined, string]>([
  [5, undefined, 'is not an artifact: it does not hold an object'],
  [null, undefined, 'is not an artifact: it does not hold an object'],
  [{}, undefined, 'is not an artifact: it has neither an abi nor contracts'],
  [{ contracts: {} }, 'Token', 'has no contract Token: add one of these names after a colon: '],
  [hardhatArtifact(output, file, 'Vault'), 'Child', 'is the artifact of Vault, and not of Child'],
])('what is no artifact is refused', (content, name, problem) => {
  const refused = (): ArtifactError | undefined => {
    try {
      parseArtifact(content, name)
      return undefined
    } catch (error) {
      return error as ArtifactError
    }
  }
  expect(refused()?.name).toBe('ArtifactError')
  expect(refused()?.message).toContain(problem)
})
