import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

/** Where Hardhat and Foundry put what they have compiled. */
const folders = ['out', 'artifacts']

/** Entries that are looked at; a project has some hundreds. */
const maxEntries = 50_000

export interface FoundArtifact {
  /** The path from the current folder, or as it was given. */
  readonly path: string
  readonly name: string
}

/**
 * Finds a compiled contract of the project in the current folder, by its name, by source and name, or by the path of
 * its artifact. Throws an `Error` that says what there is.
 */
export async function artifactNamed(contract: string): Promise<FoundArtifact> {
  if (contract.endsWith('.json')) return { path: contract, name: basename(contract, '.json') }
  const [name = contract, source] = contract.split(':').reverse()
  const paths = (await Promise.all(folders.map(artifactsIn))).flat()
  const found = paths.filter(
    (path) => basename(path) === `${name}.json` && (source === undefined || isOf(path, source)),
  )
  const [first, second] = found
  if (first !== undefined && second === undefined) return { path: first, name }
  if (first !== undefined) {
    throw new Error(`there are several contracts ${contract}: give one of ${found.join(', ')}`)
  }
  const names = [...new Set(paths.map((path) => basename(path, '.json')))].slice(0, 50).join(', ')
  throw new Error(
    names === ''
      ? `there are no compiled contracts in ${folders.join(' or ')}: compile the project, or give the path of an artifact`
      : `there is no compiled contract ${contract}: there are ${names}`,
  )
}

/** `contracts/Vault.sol` is in `artifacts/contracts/Vault.sol/` with Hardhat, in `out/Vault.sol/` with Foundry. */
function isOf(path: string, source: string): boolean {
  return path.includes(`/${source}/`) || path.includes(`out/${basename(source)}/`)
}

async function artifactsIn(folder: string): Promise<readonly string[]> {
  const options = { recursive: true, withFileTypes: true } as const
  const entries: readonly Dirent[] = await readdir(folder, options).catch(() => [])
  return entries
    .slice(0, maxEntries)
    .filter((entry) => entry.isFile() && isArtifact(entry))
    .map((entry) => relative(process.cwd(), join(entry.parentPath, entry.name)))
}

function isArtifact({ name, parentPath }: Dirent): boolean {
  return name.endsWith('.json') && !name.endsWith('.dbg.json') && !parentPath.includes('build-info')
}
