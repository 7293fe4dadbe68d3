import { build } from '../lib/version.ts'

/** Says in the environment what the option `cache` does. */
const variable = 'PRECONF_CACHE'

/** In the folder of the package that is being worked on. */
const folderInPackage = ['node_modules', '.cache', 'preconf']

interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether this does not run from source. */
  readonly isBuilt: boolean
}

/**
 * Where compiled fixtures are kept, as the option `cache` says or else the environment: a folder, or
 * `off`; when neither does, in the package around the working directory. What runs from source may be
 * another at each start, and keeps none there.
 */
export async function cacheFolder(
  cache: string | undefined,
  { cwd, env, isBuilt }: Surroundings = {
    cwd: process.cwd(),
    env: process.env,
    isBuilt: build !== undefined,
  },
): Promise<string | undefined> {
  const wanted = cache ?? env[variable]
  if (wanted === 'off') return undefined
  const { join, resolve } = await import('node:path')
  if (wanted !== undefined && wanted !== '') return resolve(cwd, wanted)
  if (!isBuilt) return undefined
  const folder = await packageFolder(cwd)
  return folder && join(folder, ...folderInPackage)
}

/** The nearest folder upwards with a package.json. */
async function packageFolder(from: string): Promise<string | undefined> {
  const { access } = await import('node:fs/promises')
  const { dirname, join } = await import('node:path')
  for (let folder = from; ; folder = dirname(folder)) {
    const isPackage = await access(join(folder, 'package.json')).then(
      () => true,
      () => false,
    )
    if (isPackage) return folder
    if (folder === dirname(folder)) return undefined
  }
}
