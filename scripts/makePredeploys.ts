import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileFixture } from './compileFixture.ts'

const root = join(import.meta.dirname, '..')
const networks = join(root, 'src/extensions/networks')
const prices = join(root, 'src/extensions/prices')
const traffic = join(root, 'src/extensions/traffic')
const searchers = join(root, 'src/extensions/searchers')
const crossChain = join(root, 'src/extensions/crossChain')

/** A file with the code of contracts. */
interface CodeFile {
  readonly path: string
  text(): string
}

/** The files with the code of contracts: of the OP stack, of Base, of price feeds, of traffic, of searchers and of bridges. */
export const codeFiles: readonly CodeFile[] = [
  {
    path: join(networks, 'op/predeployCode.ts'),
    // What others have compiled is at the same address on all of these chains.
    text: () =>
      textOf('predeployCode', 'Code of contracts on OP-stack chains', [
        ...compiled(join(networks, 'op')),
        ...['Multicall3', 'Permit2'].map((name) => artifactCode(name)),
      ]),
  },
  {
    path: join(networks, 'base/nativeCode.ts'),
    text: () =>
      textOf(
        'nativeCode',
        "Code of contracts that Base's nodes have built in",
        compiled(join(networks, 'base'), [
          'ActivationRegistry',
          'B20Factory',
          'B20Token',
          'PolicyRegistry',
        ]),
      ),
  },
  {
    path: join(prices, 'priceCode.ts'),
    // Their constructors run where they are placed.
    text: () =>
      textOf(
        'priceCode',
        'Code that makes the contracts of price feeds',
        compiled(prices, ['Feed', 'Mover', 'PairV2', 'PoolV3', 'PriceToken', 'Pyth'], 'bytecode'),
      ),
  },
  {
    path: join(traffic, 'contractCode.ts'),
    text: () =>
      textOf('contractCode', 'Code of the contracts that traffic uses', [
        ...compiled(traffic),
        artifactCode('Token'),
        // Its constructor sets immutables where it is placed.
        artifactCode('Exchange', 'bytecode'),
      ]),
  },
  {
    path: join(searchers, 'searcherCode.ts'),
    text: () => textOf('searcherCode', 'Code of the contract of searchers', compiled(searchers)),
  },
  {
    path: join(crossChain, 'bridgeCode.ts'),
    text: () =>
      textOf(
        'bridgeCode',
        'Code of the contracts between an L1 and its L2s',
        compiled(
          crossChain,
          [
            'AnchorStateRegistry',
            'CrossL2Inbox',
            'DisputeGameFactory',
            'ETHLiquidity',
            'FaultDisputeGame',
            'L1CrossDomainMessenger',
            'L1StandardBridge',
            'L2CrossDomainMessenger',
            'L2NativeSuperchainERC20',
            'L2StandardBridge',
            'L2ToL2CrossDomainMessenger',
            'OptimismMintableERC20Factory',
            'OptimismPortal2',
            'SuperchainETHBridge',
            'SuperchainTokenBridge',
            'SystemConfig',
            // Small code matters more than gas.
          ],
          'deployedBytecode',
          1,
        ),
      ),
  },
]

type NamedCode = readonly [name: string, code: string]

/** The contracts of a part of the project; those in all of its files unless some are named. */
function compiled(
  part: string,
  names?: readonly string[],
  code: 'bytecode' | 'deployedBytecode' = 'deployedBytecode',
  runs?: number,
): NamedCode[] {
  const folder = join(part, 'contracts')
  const files = readdirSync(folder)
  const sources = Object.fromEntries(
    files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  )
  return (names ?? files.map((file) => basename(file, '.sol'))).map((name) => {
    const file = `${name}.sol`
    return [name, compileFixture(file, sources[file] as string, name, sources, runs)[code]]
  })
}

function artifactCode(
  name: string,
  code: 'bytecode' | 'deployedBytecode' = 'deployedBytecode',
): NamedCode {
  const artifact = JSON.parse(readFileSync(join(root, `fixtures/${name}.json`), 'utf8'))
  return [name, artifact[code] as string]
}

function textOf(variable: string, what: string, codes: readonly NamedCode[]): string {
  const members = codes.map(([name, code]) => memberOf(name, code.slice(2)))
  return `/** ${what}, in hex: what \`npm run predeploys\` makes of contracts/${['predeployCode', 'contractCode'].includes(variable) ? ' and fixtures/' : ''}. */
export const ${variable} = {
${members.join('')}} as const
`
}

/** As Biome would have it: on a line of its own where it is long, unless the name is very short. */
function memberOf(name: string, code: string): string {
  const line = `  ${name}: '${code}',\n`
  return line.length <= 100 || name.length <= 4 ? line : `  ${name}:\n    '${code}',\n`
}
