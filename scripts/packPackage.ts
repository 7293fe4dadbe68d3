import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface Packed {
  /** Path of the .tgz. */
  readonly tarball: string
  readonly files: readonly string[]
  /** Size of the tarball. */
  readonly bytes: number
}

/** What `npm pack` makes of the built package, in `folder`. */
export function packPackage(root: string, folder: string): Packed {
  const answer = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder],
    // npm is a script on Windows, which only a shell finds.
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  const [packed] = JSON.parse(answer) as [
    { filename: string; size: number; files: readonly { path: string }[] },
  ]
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    bytes: packed.size,
  }
}
