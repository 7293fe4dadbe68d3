import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileFixture } from './compileFixture.ts'

const root = join(import.meta.dirname, '..')
const sources = join(root, 'src/extensions/networks/op/contracts')

/** Where the code of the contracts of OP-stack chains is kept. */
export const compiledPath = join(root, 'src/extensions/networks/op/predeployCode.ts')

/** What others have compiled and is at the same address on all of these chains. */
const preinstalled = ['Multicall3', 'Permit2']

/** The text of that file. */
export function makePredeploys(): string {
  const own = readdirSync(sources).map((file) => {
    const name = basename(file, '.sol')
    const { deployedBytecode } = compileFixture(
      file,
      readFileSync(join(sources, file), 'utf8'),
      name,
    )
    return [name, deployedBytecode] as const
  })
  const others = preinstalled.map((name) => {
    const artifact = JSON.parse(readFileSync(join(root, `fixtures/${name}.json`), 'utf8'))
    return [name, artifact.deployedBytecode as string] as const
  })
  const members = [...own, ...others].map(([name, code]) => memberOf(name, code.slice(2)))
  return `/** Code of contracts on OP-stack chains, in hex: what \`npm run predeploys\` makes of contracts/ and fixtures/. */
export const predeployCode = {
${members.join('')}} as const
`
}

/** As Biome would have it: on a line of its own where it is long. */
function memberOf(name: string, code: string): string {
  const line = `  ${name}: '${code}',\n`
  return line.length <= 100 ? line : `  ${name}:\n    '${code}',\n`
}
