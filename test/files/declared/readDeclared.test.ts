import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDeclaredFixture } from '../../../src/files/declared/readDeclared.ts'
import { objectSource, pathSource } from '../../../src/files/fileSource.ts'
import type { FixtureDefinition } from '../../../src/types/fixture.ts'
import { foundryArtifact } from '../../support/compileSolidity.ts'
import { vaultOutput } from '../../support/vault.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-read-fixtures-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | object): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function readFile(name: string, content: string) {
  return readDeclaredFixture(await pathSource(write(name, content)))
}

async function messageOf(name: string, content: string): Promise<string> {
  const error = await readFile(name, content).then(
    () => expect.unreachable('it is taken'),
    (error) => error,
  )
  expect(error.name).toBe('InvalidFixture')
  expect(error.file).toBe(join(folder, name))
  return error.message.replaceAll(`${folder}/`, '')
}

const output = vaultOutput()
write('out/Vault.sol/Vault.json', foundryArtifact(output, 'src/Vault.sol', 'Vault'))
write('build.json', output)
write('build-info.json', { id: 'x', input: {}, output })
const twice = { ...output.contracts, 'lib/Vault.sol': output.contracts['src/Vault.sol'] }
write('twice.json', { contracts: twice })

test.each([
  ['out/Vault.sol/Vault.json', 34],
  ['build.json:Vault', 34],
  ['build.json:src/Vault.sol:Vault', 34],
  ['twice.json:lib/Vault.sol:Child', 1],
  ['build-info.json:Child', 1],
])('an artifact is found at %s, from the folder of the fixture', async (artifact, functions) => {
  const fixture = `version: 1\ncontracts:\n  it: {artifact: "../${artifact}"}\n`
  const { contracts } = await readFile(`deep/${artifact.replaceAll(/\W/g, '-')}.yaml`, fixture)
  const abi = contracts[0]?.artifact?.abi ?? []
  expect(abi.filter(({ type }) => type === 'function').length).toBe(functions)
})

test.each([
  ['missing.json', 'it cannot be read: ENOENT: no such file or directory'],
  ['torn.json', 'it cannot be read: Unexpected end of JSON input'],
  ['list.json', 'it does not hold an object'],
  ['empty.json', 'it is not an artifact: it has neither an abi nor contracts'],
  [
    'build.json',
    'it holds several contracts: add one of these names after a colon: src/Vault.sol:Base, src/Vault.sol:Child,',
  ],
  [
    'build.json:Nope',
    'it has no contract Nope: add one of these names after a colon: src/Vault.sol:Base,',
  ],
  [
    'twice.json:Vault',
    'it has more than one contract Vault: add one of these names after a colon: src/Vault.sol:Vault, lib/Vault.sol:Vault',
  ],
])('an artifact at %s is refused', async (artifact, problem) => {
  write('torn.json', '{"abi": [')
  write('list.json', '5')
  write('empty.json', '{}')
  const fixture = `version: 1\ncontracts:\n  it:\n    artifact: ${artifact}\n`
  expect(await messageOf('wrong.yaml', fixture)).toContain(
    `wrong.yaml, line 4: contracts.it.artifact is "${artifact}": `,
  )
  expect(await messageOf('wrong.yaml', fixture)).toContain(problem)
})

test('signatures make an ABI, and one that is none is refused', async () => {
  const contract = (signature: string) =>
    `version: 1\ncontracts:\n  it:\n    at: "0x${'1'.repeat(40)}"\n    abi:\n      - ${signature}\n`
  const { contracts } = await readFile('abi.yaml', contract('function mint(address to)'))
  expect(contracts[0]?.abi).toMatchObject([{ type: 'function', name: 'mint' }])
  expect(await messageOf('abi.yaml', contract('function mint(addres to)'))).toMatch(
    /^abi\.yaml, line 6: contracts\.it\.abi\.0 is "function mint\(addres to\)": /,
  )
})

test('what a fixture extends is read from its own folder, as deep as it goes', async () => {
  write('lib/base.yaml', 'version: 1\nextends: more/bottom.json\naccounts: {bob: {}}\n')
  write('lib/more/bottom.json', { version: 1, accounts: { alice: {} } })
  const top = await readFile('top.yaml', 'version: 1\nextends: lib/base.yaml\n')
  const [base] = top.bases
  if (base === undefined || 'kind' in base) throw new Error('it is no fixture')
  expect(base.accounts.map(({ name }) => name)).toEqual(['bob'])
  const [bottom] = base.bases
  if (bottom === undefined || 'kind' in bottom) throw new Error('it is no fixture')
  expect(bottom.origin.name).toBe(join(folder, 'lib/more/bottom.json'))
})

test('a fixture that extends itself is refused, wherever it does', async () => {
  write('ring/b.yaml', 'version: 1\nextends:\n  - c.yaml\n')
  write('ring/c.yaml', 'version: 1\nextends: a.yaml\n')
  const error = await readFile('ring/a.yaml', 'version: 1\nextends: b.yaml\n').catch(
    (error) => error,
  )
  const path = (name: string) => join(folder, 'ring', name)
  expect(error.message).toBe(
    `${path('c.yaml')}, line 2: extends is "a.yaml": it extends itself: ${['a.yaml', 'b.yaml', 'c.yaml', 'a.yaml'].map(path).join(' -> ')}`,
  )
})

test('what is extended and is not there, or is nothing of use, is reported with its line', async () => {
  write('noise.bin', 'hello world')
  expect(await messageOf('top.yaml', 'version: 1\nextends: nowhere.yaml\n')).toContain(
    'top.yaml, line 2: extends is "nowhere.yaml": cannot read nowhere.yaml: ENOENT',
  )
  expect(await messageOf('top.yaml', 'version: 1\nextends:\n - noise.bin\n')).toContain(
    'top.yaml, line 3: extends.0 is "noise.bin": noise.bin: it begins with byte 0x68',
  )
})

test.each([
  ['throws.ts', "const sum: number = 1\nthrow new Error('no luck')", 'no luck'],
  ['nothing.ts', 'export const fixture = {}', 'it has no default export: write export default'],
  ['missing.ts', "import './nowhere.ts'\nexport default {}", 'nowhere.ts'],
  ['broken.ts', 'export default {', 'broken.ts'],
])('a module that cannot be imported says why: %s', async (name, content, problem) => {
  const message = await messageOf(name, content)
  expect(message).toMatch(new RegExp(`^${name}: it cannot be imported: `))
  expect(message).toContain(problem)
})

test('what a module exports is checked as a file is', async () => {
  const content = 'export default { txs: [{ from: "bob" }] }'
  expect(await messageOf('wrong.mjs', content)).toBe(
    'wrong.mjs: txs.0 does nothing: give call, raw, broadcast, mine, to or data',
  )
})

const sent = {
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: '0x0',
  input: '0x00',
  value: '0x5',
}

test.each([
  ['today', 'transactionType', 'transaction'],
  ['before August 2022', 'type', 'tx'],
])('what forge has sent is read, as it is written %s', async (_, type, transaction) => {
  write('broadcast/run-latest.json', {
    transactions: [
      {
        [type]: 'CREATE',
        contractName: 'Child',
        contractAddress: `0x${'9'.repeat(40)}`,
        [transaction]: sent,
      },
      { [type]: 'CALL', contractName: 'Child', [transaction]: { ...sent, to: sent.from } },
      { [type]: 'CREATE', contractName: 'no name', [transaction]: sent },
    ],
  })
  const fixture = 'version: 1\ntxs:\n  - broadcast: broadcast/run-latest.json\n'
  const { transactions } = await readFile('run.yaml', fixture)
  expect(transactions[0]?.broadcast?.[2]?.contractName).toBe(undefined)
  expect(transactions[0]?.broadcast?.slice(0, 2)).toEqual([
    {
      from: sent.from.toLowerCase(),
      to: undefined,
      data: '0x00',
      value: 5n,
      nonce: 0n,
      contractName: 'Child',
      contractAddress: `0x${'9'.repeat(40)}`,
    },
    {
      from: sent.from.toLowerCase(),
      to: sent.from.toLowerCase(),
      data: '0x00',
      value: 5n,
      nonce: 0n,
      contractName: undefined,
      contractAddress: undefined,
    },
  ])
})

test.each<[object, string]>([
  [{}, 'run.json: transactions is missing: give a run-latest.json of forge script --broadcast'],
  [
    { transactions: [{}] },
    'run.json: transactions.0.transaction is missing: give a run-latest.json of forge script --broadcast',
  ],
  [
    { transactions: [{ transaction: { from: '0x12' } }] },
    'run.json: transactions.0.transaction.from is "0x12": give 20 bytes as 0x and hex digits',
  ],
])('a file of forge that is none is refused: %j', async (content, problem) => {
  write('run.json', content)
  const error = await readFile('runs.yaml', 'version: 1\ntxs: [{broadcast: run.json}]\n').catch(
    (error) => error,
  )
  expect(error).toMatchObject({ name: 'InvalidFixture', message: problem })
})

const noFiles = {
  resolve: () => Promise.reject(new Error('not here')),
  read: () => Promise.reject(new Error('not here')),
}

test.each<[FixtureDefinition, string]>([
  [{ extends: '/etc/passwd' }, 'extends is "/etc/passwd": not here'],
  [
    { contracts: { it: { artifact: '/etc/passwd.json' } } },
    'contracts.it.artifact is "/etc/passwd.json": it cannot be read: not here',
  ],
  [
    { contracts: { it: { at: `0x${'1'.repeat(40)}`, abi: './a.json' } } },
    'contracts.it.abi is "./a.json": it cannot be read: not here',
  ],
  [
    { txs: [{ broadcast: 'run.json' }] },
    'txs.0.broadcast is "run.json": it cannot be read: not here',
  ],
])('all files are opened by the given reader: %j', async (definition, problem) => {
  const reading = readDeclaredFixture(objectSource(definition, 'fixture'), noFiles)
  await expect(reading).rejects.toMatchObject({ message: `fixture: ${problem}` })
})
