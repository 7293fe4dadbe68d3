import { spawnSync } from 'node:child_process'
import { mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { projectFolder } from '../../../support/projectFolder.ts'

/** Nothing that is answered may have it. */
const secret = 'key of the secret'
const secretSource = `// ${secret}`

/** Names that lead, or try to lead, out of a project at a path, by what they are. */
function hostileNames(project: string, outside: string): Readonly<Record<string, string>> {
  return {
    absolute: join(outside, 'secret.sol'),
    'with ..': '../outside/secret.sol',
    'with .. inside': 'contracts/../../outside/secret.sol',
    'a link': 'contracts/link.sol',
    'a folder that is a link': 'linked/secret.sol',
    'a link to another kind of file': 'contracts/env.sol',
    'no source': '.env',
    'no source, absolute': join(project, '.env'),
    'file: URL': pathToFileURL(join(outside, 'secret.sol')).href,
    'URL-encoded': '%2e%2e/outside/secret.sol',
    'URL-encoded slash': '..%2foutside%2fsecret.sol',
    backslashes: '..\\outside\\secret.sol',
    'drive of Windows': 'C:\\outside\\secret.sol',
    'long path of Windows': '\\\\?\\C:\\outside\\secret.sol',
    'other machine': '\\\\server\\share\\secret.sol',
    'NUL in it': 'contracts/Good.sol\0../outside/secret.sol',
    '/proc': '/proc/self/environ',
    'a link into /proc': 'contracts/proc.sol',
    passwords: '/etc/passwd',
    'a pipe': 'contracts/pipe.sol',
    'a device': '/dev/zero',
    'a link to a device': 'contracts/zero.sol',
    'a folder': 'contracts',
    'the project': '.',
    sparse: 'contracts/sparse.sol',
  }
}

/** A project with all that a hostile one can have on the disk, and what it is not to reach. */
async function hostileProject() {
  const folder = await projectFolder({
    'outside/secret.sol': secretSource,
    'project/package.json': {},
    'project/.env': `KEY="${secret}"`,
    'project/contracts/Good.sol': '// good',
  })
  const project = join(folder.path, 'project')
  const outside = join(folder.path, 'outside')
  const at = (name: string): string => join(project, 'contracts', name)
  await symlink(join(outside, 'secret.sol'), at('link.sol'))
  await symlink(outside, join(project, 'linked'))
  await symlink('../.env', at('env.sol'))
  await symlink('/proc/self/environ', at('proc.sol'))
  await symlink('/dev/zero', at('zero.sol'))
  await symlink('Good.sol', at('Same.sol'))
  if (process.platform !== 'win32') spawnSync('mkfifo', [at('pipe.sol')])
  await writeFile(at('sparse.sol'), '')
  await truncate(at('sparse.sol'), 2 ** 36)
  return { ...folder, project, outside }
}

/** Code that no other contract has. */
const codeOf = (number: number): string => `0x60${number.toString(16).padStart(2, '0')}5000`

const address = '0x00000000000000000000000000000000000a77ac'

/** What is answered of the sources of each contract in turn. */
async function answersOf(devnet: PreconfDevnet, names: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  for (const number of names.keys()) {
    await devnet.provider.request({ method: 'anvil_setCode', params: [address, codeOf(number)] })
    const found = await devnet.provider.request({
      method: 'preconf_getContract',
      params: [address],
    })
    answers.push(JSON.stringify(found))
  }
  return answers
}

/** The forms in which a name reaches the index. */
const forms = {
  'an artifact': (name: string, code: string) => ({
    contractName: 'C',
    sourceName: name,
    abi: [],
    deployedBytecode: { object: code, sourceMap: '0:1:0' },
    id: 0,
  }),
  "Truffle's path": (name: string, code: string) => ({
    contractName: 'C',
    sourcePath: name,
    abi: [],
    deployedBytecode: code,
    deployedSourceMap: '0:1:0',
    ast: { src: '0:1:0' },
  }),
  "a compiler's output": (name: string, code: string) => ({
    solcVersion: '0.8.37',
    input: { sources: {} },
    output: {
      contracts: {
        [name]: { C: { abi: [], evm: { deployedBytecode: { object: code, sourceMap: '0:1:0' } } } },
      },
      sources: { [name]: { id: 0 } },
    },
  }),
  "combined JSON's list": (name: string, code: string) => ({
    contracts: { [`${name}:C`]: { abi: [], 'bin-runtime': code, 'srcmap-runtime': '0:1:0' } },
    sourceList: [name],
    version: '0.8.37',
  }),
}

describe.each(Object.entries(forms))('%s', (_form, written) => {
  test('that is sent has no source but its own', async () => {
    await using hostile = await hostileProject()
    await using devnet = await createDevnet({ mining: 'auto', artifacts: false })
    const names = [
      ...Object.values(hostileNames(hostile.project, hostile.outside)),
      // A file of the working directory, which is one of the node's.
      'package.json',
      join(hostile.project, 'contracts/Good.sol'),
      'fixtures/Token.sol',
    ]
    const params = [names.map((name, number) => written(name, codeOf(number)))]
    await devnet.provider.request({ method: 'preconf_addArtifacts', params })
    for (const answer of await answersOf(devnet, names)) {
      expect(answer).toContain('"name":"C"')
      expect(answer).not.toContain('"sources":{"')
      expect(answer).not.toContain(secret)
    }
  })

  test('that is found has sources of its project alone', async () => {
    await using hostile = await hostileProject()
    const named = hostileNames(hostile.project, hostile.outside)
    const names = Object.values(named)
    const good = ['contracts/Good.sol', './contracts/../contracts/Good.sol', 'contracts/Same.sol']
    good.push(join(hostile.project, 'contracts/Good.sol'))
    const all = [...names, ...good]
    await mkdir(join(hostile.project, 'out'))
    for (const [number, name] of all.entries()) {
      const content = JSON.stringify(written(name, codeOf(number)))
      await writeFile(join(hostile.project, 'out', `C${number}.json`), content)
    }
    await using devnet = await createDevnet({ mining: 'auto', artifacts: [hostile.project] })
    const answers = await answersOf(devnet, all)
    for (const answer of answers) {
      expect(answer).toContain('"name":"C"')
      expect(answer).not.toContain(secret)
    }
    for (const answer of answers.slice(0, names.length))
      expect(answer).not.toContain('"sources":{"')
    for (const answer of answers.slice(names.length))
      expect(answer).toMatch(/"sources":\{".*\/\/ good/)
  })
})

test('hardhat_addCompilationResult reads no file either', async () => {
  await using hostile = await hostileProject()
  await using devnet = await createDevnet({ mining: 'auto', artifacts: [hostile.project] })
  const name = join(hostile.project, 'contracts/Good.sol')
  const { output } = forms["a compiler's output"](name, codeOf(0))
  const params = ['0.8.37', { sources: { [name]: { urls: [name] } } }, output]
  await devnet.provider.request({ method: 'hardhat_addCompilationResult', params })
  const [answer] = await answersOf(devnet, [name])
  expect(answer).toContain('"name":"C"')
  expect(answer).not.toContain('"sources":{"')
})

test('the libraries of a repository are those of its projects', async () => {
  await using hostile = await hostileProject()
  const at = join(hostile.project, 'out')
  await mkdir(at)
  const artifact = forms['an artifact']('../outside/secret.sol', codeOf(0))
  await writeFile(join(at, 'C.json'), JSON.stringify(artifact))
  await mkdir(join(hostile.path, '.git'))
  await using devnet = await createDevnet({ mining: 'auto', artifacts: [hostile.project] })
  expect((await answersOf(devnet, ['one']))[0]).toContain(secret)
  // A repository of its own ends there.
  await rename(join(hostile.path, '.git'), join(hostile.project, '.git'))
  await using other = await createDevnet({ mining: 'auto', artifacts: [hostile.project] })
  expect((await answersOf(other, ['one']))[0]).not.toContain(secret)
})
