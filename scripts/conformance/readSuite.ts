import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type IoFile, parseIoFile } from './ioFile.ts'
import { createResultCheck, type ResultCheck, resultSchemas } from './openRpc.ts'

/** A recorded conversation and where it comes from. */
export interface Case extends IoFile {
  /** `eth_getLogs/contract-addr`: its path in the suite, without `.io`. */
  readonly name: string
  /** The folder it lies in: the method it is about. */
  readonly group: string
}

export interface Suite {
  /** In the order in which they run. */
  readonly cases: readonly Case[]
  readonly check: ResultCheck
  /** The chain that the conversations are about: paths of files, where the suite has them. */
  readonly genesis: string | undefined
  readonly chain: string | undefined
}

/**
 * Reads a folder of `.io` files, in it or in its `tests/`, with genesis.json and chain.rlp beside them
 * and openrpc.json there or one folder up. Throws for a file that is none.
 */
export function readSuite(folder: string): Suite {
  const nested = join(folder, 'tests')
  const root = existsSync(nested) ? nested : folder
  const present = (path: string): string | undefined => (existsSync(path) ? path : undefined)
  const openRpc =
    present(join(root, 'openrpc.json')) ?? present(join(dirname(root), 'openrpc.json'))
  return {
    cases: ioFiles(root).map((path) => readCase(root, path)),
    check: openRpc === undefined ? noDocument : createResultCheck(readSchemas(openRpc)),
    genesis: present(join(root, 'genesis.json')),
    chain: present(join(root, 'chain.rlp')),
  }
}

function readCase(root: string, path: string): Case {
  const name = relative(root, path).replaceAll(sep, '/').replace(/\.io$/, '')
  try {
    return { ...parseIoFile(readFileSync(path, 'utf8')), name, group: dirname(name) }
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
  }
}

/** Folders and files by their names, in the order of their characters' codes. */
function ioFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return ioFiles(path)
      return entry.name.endsWith('.io') ? [path] : []
    })
}

function readSchemas(path: string) {
  return resultSchemas(JSON.parse(readFileSync(path, 'utf8')))
}

const noDocument: ResultCheck = (method) => [
  `openrpc.json is needed to judge ${method}: it is neither in the folder nor one up`,
]
