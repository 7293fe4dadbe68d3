import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileFixture } from './compileFixture.ts'

const root = join(import.meta.dirname, '..')
const networks = join(root, 'src/extensions/networks')

/** A file with the code of contracts. */
interface CodeFile {
  readonly path: string
  text(): string
}

/** The files with the code of contracts that networks have: of the OP stack, and of Base. */
export const codeFiles: readonly CodeFile[] = [
  {
    path: join(networks, 'op/predeployCode.ts'),
    // What others have compiled is at the same address on all of these chains.
    text: () =>
      textOf('predeployCode', 'Code of contracts on OP-stack chains', [
        ...compiled('op'),
        ...['Multicall3', 'Permit2'].map(artifactCode),
      ]),
  },
  {
    path: join(networks, 'base/nativeCode.ts'),
    text: () =>
      textOf(
        'nativeCode',
        "Code of contracts that Base's nodes have built in",
        compiled('base', ['ActivationRegistry', 'B20Factory', 'B20Token', 'PolicyRegistry']),
      ),
  },
]

type NamedCode = readonly [name: string, code: string]

/** The contracts in the folder of a network; those in all of its files unless some are named. */
function compiled(network: string, names?: readonly string[]): NamedCode[] {
  const folder = join(networks, network, 'contracts')
  const files = readdirSync(folder)
  const sources = Object.fromEntries(
    files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  return (names ?? files.map((file) => basename(file, '.sol'))).map((name) => {
    const file = `${name}.sol`
    return [name, compileFixture(file, sources[file] as string, name, sources).deployedBytecode]
  })
}

function artifactCode(name: string): NamedCode {
  const artifact = JSON.parse(readFileSync(join(root, `fixtures/${name}.json`), 'utf8'))
  return [name, artifact.deployedBytecode as string]
}

function textOf(variable: string, what: string, codes: readonly NamedCode[]): string {
  const members = codes.map(([name, code]) => memberOf(name, code.slice(2)))
  return `/** ${what}, in hex: what \`npm run predeploys\` makes of contracts/${variable === 'predeployCode' ? ' and fixtures/' : ''}. */
export const ${variable} = {
${members.join('')}} as const
`
}

/** As Biome would have it: on a line of its own where it is long. */
function memberOf(name: string, code: string): string {
  const line = `  ${name}: '${code}',\n`
  return line.length <= 100 ? line : `  ${name}:\n    '${code}',\n`
}
