import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Hex } from '../src/lib/hex.ts'
import { type Artifact, compileFixture } from './compileFixture.ts'
import { makeGenesis } from './makeGenesis.ts'

/** Contracts that are at the same address on all chains, where clients look for them. */
const predeploys: Readonly<Record<string, Hex>> = {
  Multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  Permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
}

/** What is made of the sources in `folder`: the content of each file by its name. */
export async function makeFixtures(folder: string): Promise<ReadonlyMap<string, string>> {
  const artifacts = readdirSync(folder)
    .filter((file) => file.endsWith('.sol'))
    .map((file) =>
      compileFixture(file, readFileSync(join(folder, file), 'utf8'), basename(file, '.sol')),
    )
  return new Map(
    [
      ...artifacts.map((artifact) => [`${artifact.contractName}.json`, artifact] as const),
      ['genesis.json', await makeGenesis(placed(artifacts))] as const,
    ].map(([name, content]) => [name, `${JSON.stringify(content, undefined, 2)}\n`]),
  )
}

function placed(artifacts: readonly Artifact[]) {
  return artifacts.flatMap(({ contractName, deployedBytecode }) => {
    const address = predeploys[contractName]
    return address === undefined ? [] : [{ address, code: deployedBytecode as Hex }]
  })
}
