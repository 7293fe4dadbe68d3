import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readText } from '../../../lib/regularFile.ts'
import type { Wanted } from './jsonPlaces.ts'
import { isInProject } from './sourceFiles.ts'

const wantedCode: Wanted = {
  object: 'value',
  sourceMap: 'place',
  linkReferences: 'value',
  immutableReferences: 'value',
}

const wantedSettings = { optimizer: 'value', viaIR: 'value' } as const satisfies Wanted

const wantedMetadata: Wanted = {
  compiler: 'value',
  settings: { compilationTarget: 'value', ...wantedSettings },
}

const wantedContract: Wanted = {
  abi: 'value',
  bytecode: wantedCode,
  deployedBytecode: wantedCode,
  evm: { bytecode: wantedCode, deployedBytecode: wantedCode, methodIdentifiers: 'value' },
  methodIdentifiers: 'value',
  storageLayout: 'place',
  // Of `--combined-json`.
  bin: 'value',
  'bin-runtime': 'value',
  srcmap: 'place',
  'srcmap-runtime': 'place',
  hashes: 'value',
  'storage-layout': 'place',
}

/** The parts of Vyper's `combined_json` that are read, by the path of the source. */
const wantedVyper: Wanted = {
  abi: 'value',
  bytecode: 'value',
  bytecode_runtime: 'value',
  source_map: 'place',
  source_map_runtime: 'place',
  method_identifiers: 'value',
}

/** The number of the source is at the end of `src`. */
const wantedTree = { src: 'value', '': 'place' } as const satisfies Wanted

const wantedOutput = {
  contracts: { '*': { ...wantedContract, '*': wantedContract } },
  sources: { '*': { id: 'value', ast: wantedTree, AST: wantedTree } },
} as const satisfies Wanted

/** All that compilers and tools write of contracts; one file has some of it. */
export const wantedArtifact = {
  ...wantedContract,
  ...wantedOutput,
  output: wantedOutput,
  input: { sources: { '*': { content: 'place' } }, settings: wantedSettings },
  id: 'value',
  _format: 'value',
  solcVersion: 'value',
  version: 'value',
  sourceList: 'value',
  source_id_to_path: 'value',
  contractName: 'value',
  sourceName: 'value',
  inputSourceName: 'value',
  linkReferences: 'value',
  deployedLinkReferences: 'value',
  immutableReferences: 'value',
  metadata: wantedMetadata,
  ast: wantedTree,
  // Of Truffle.
  source: 'place',
  sourceMap: 'place',
  deployedSourceMap: 'place',
  sourcePath: 'value',
  compiler: 'value',
  '*': wantedVyper,
} as const satisfies Wanted

/** A file that may be an artifact. */
export interface ArtifactFile {
  readonly path: string
  /** What the paths of sources in it begin at: the folder of the project. */
  readonly root: string
  readonly bytes: number
  /** Changes when the file is written again. */
  readonly stamp: string
}

/** More files than that are no project of ours to read. */
const maxFiles = 20_000
const maxDepth = 12
/** The maximum size of a `foundry.toml`. */
const maxSettingsBytes = 2 ** 20

/** Where tools write what they compile, each in the folder of a project. */
const outputs = ['artifacts', 'out', 'build']

const projectFiles = [
  'foundry.toml',
  'hardhat.config.ts',
  'hardhat.config.js',
  'hardhat.config.cjs',
  'hardhat.config.mjs',
  'truffle-config.js',
]

/** Files of tools that are no artifacts. */
const others = /(\.dbg|\.metadata|^package(-lock)?|^tsconfig.*|\.tsbuildinfo)\.json$/

/** The artifacts of the project around a folder: where it, or one above it, has those of a tool. */
export async function findArtifacts(from: string): Promise<readonly ArtifactFile[]> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const names = await namesIn(folder)
    const files = await artifactsOf(folder, names)
    const isProject = projectFiles.some((name) => names.includes(name))
    const isEnd = names.includes('package.json') || names.includes('.git')
    if (files.length > 0 || isProject || isEnd || dirname(folder) === folder) return files
  }
}

/** The artifacts at a path that a user gave: a file, a folder of them, or that of a project. */
export async function artifactsAt(path: string): Promise<readonly ArtifactFile[]> {
  const whole = resolve(path)
  const found = await fileAt(whole, dirname(whole))
  if (found !== undefined) return [found]
  const names = await namesIn(whole)
  const files = await artifactsOf(whole, names)
  return files.length > 0 ? files : filesIn(whole, await rootOf(whole))
}

async function artifactsOf(
  folder: string,
  names: readonly string[],
): Promise<readonly ArtifactFile[]> {
  const out = names.includes('foundry.toml') ? await foundryOut(join(folder, 'foundry.toml')) : []
  const folders = [...new Set([...out, ...outputs])]
  const found = await Promise.all(
    folders.map(async (name) => {
      // A file of the project says `out`, or may be a link.
      const output = resolve(folder, name)
      return (await isInProject(folder, output)) ? filesIn(output, folder) : []
    }),
  )
  return found.flat()
}

/** Hardhat's build-infos have all that its artifacts have, and more. */
async function filesIn(folder: string, root: string): Promise<readonly ArtifactFile[]> {
  const builds = await jsonFiles(join(folder, 'build-info'), root, 0)
  const isHardhat = await isFile(join(folder, 'artifacts.d.ts'))
  if (builds.length > 0 && (isHardhat || (await isHardhatFolder(folder)))) return builds
  return jsonFiles(folder, root, 0)
}

/** Hardhat puts artifacts into folders named after sources, with `.dbg.json` beside them in version 2. */
async function isHardhatFolder(folder: string): Promise<boolean> {
  const names = await namesIn(join(folder, 'build-info'))
  return names.some((name) => name.endsWith('.output.json') || /^(solc-|[0-9a-f]{32}\.)/.test(name))
}

async function jsonFiles(
  folder: string,
  root: string,
  depth: number,
): Promise<readonly ArtifactFile[]> {
  if (depth > maxDepth) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: ArtifactFile[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'cache' && entry.name !== 'node_modules') {
      files.push(...(await jsonFiles(path, root, depth + 1)))
    } else if (entry.isFile() && entry.name.endsWith('.json') && !others.test(entry.name)) {
      const file = await fileAt(path, root)
      if (file !== undefined) files.push(file)
    }
    if (files.length >= maxFiles) return files.slice(0, maxFiles)
  }
  return files
}

async function fileAt(path: string, root: string): Promise<ArtifactFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || !found.isFile()) return undefined
  return { path, root, bytes: found.size, stamp: `${found.mtimeMs} ${found.size}` }
}

/** The folder of the project that a folder of artifacts is in. */
async function rootOf(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const names = await namesIn(at)
    if (names.includes('package.json') || projectFiles.some((name) => names.includes(name)))
      return at
    if (dirname(at) === at) return dirname(folder)
  }
}

/** `out = "artifacts"` in any profile; a whole TOML reader is not needed for that. */
async function foundryOut(path: string): Promise<readonly string[]> {
  const text = await readText(path, maxSettingsBytes).catch(() => '')
  return [...text.matchAll(/^\s*out\s*=\s*["']([^"']+)["']/gm)].map(([, name]) => name as string)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}
