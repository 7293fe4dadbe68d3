import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { bytesOf, openFile } from '../../../lib/regularFile.ts'
import type { Later } from './jsonSource.ts'

/** The text of a source that no compiler's output has, by its name; nothing where it may not be read. */
export type SourceFiles = (name: string) => Later<string>

/** Artifacts in a request have only the sources that they contain. */
export const noSourceFiles: SourceFiles = () => async () => undefined

/** What is written in the languages of compilers ends so. Others of a project's files, such as `.env`, are no sources. */
const ending = /\.(?:sol|vyi?|yul)$/i

/** No source has more bytes. */
const maxBytes = 2 ** 24

/**
 * Sources in the folder of a project, for artifacts that were found there: names are paths from it.
 * Libraries may be beside it in its repository, as in a workspace of several packages.
 */
export function sourceFilesIn(root: string): SourceFiles {
  let bounds: Promise<readonly string[]> | undefined
  return (name) => async () => {
    try {
      bounds ??= boundsOf(root)
      return await readWithin(await bounds, resolve(root, name))
    } catch {
      // There is none, or no longer.
      return undefined
    }
  }
}

/** Whether a folder lies in that of a project, or in its repository, once links are followed. */
export async function isInProject(root: string, folder: string): Promise<boolean> {
  try {
    const [real, bounds] = await Promise.all([realpath(folder), boundsOf(root)])
    return isIn(bounds.at(-1) as string, real)
  } catch {
    // There is none.
    return false
  }
}

/** The folder of the repository, or else the project's own: as it is called, and after links. */
async function boundsOf(root: string): Promise<readonly string[]> {
  const real = await realpath(root)
  return Promise.all([root, real].map(async (from) => (await repositoryOf(from)) ?? from))
}

async function repositoryOf(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const isRepository = await stat(join(folder, '.git')).then(
      () => true,
      () => false,
    )
    if (isRepository) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/** Looked at before it is opened, as names of Windows lead to other machines, and after that: a link may lead out. */
async function readWithin(bounds: readonly string[], path: string): Promise<string | undefined> {
  if (!bounds.some((bound) => isIn(bound, path))) return undefined
  const file = await openFile(path, maxBytes)
  try {
    const real = await realpath(path)
    if (!isIn(bounds.at(-1) as string, real) || !ending.test(real)) return undefined
    // That is of the file that is open, whatever has been put into its place meanwhile.
    const [opened, there] = [await file.stat({ bigint: true }), await stat(real, { bigint: true })]
    if (opened.ino !== there.ino || opened.dev !== there.dev) return undefined
    return (await bytesOf(file, path, maxBytes)).toString()
  } finally {
    await file.close()
  }
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !isAbsolute(way) && !/^\.\.(?:[/\\]|$)/.test(way)
}
