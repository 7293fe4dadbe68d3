import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, type UserProject } from './installedPackage.ts'

/** Gives a user's project packages that are installed here, without a network. */
export function linkPackages({ folder }: UserProject, ...names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, 'node_modules', name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), path, 'junction')
  }
}
