import { join } from 'node:path'
import { root, type UserProject } from './installedPackage.ts'

const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')

/** The compiler, a program in Go, ends before collecting garbage would pay. */
const environment = { GOGC: 'off' }

/** Compiles a user's project and returns what the compiler prints; rejects with it when there are errors. */
export function compileProject(project: UserProject): Promise<string> {
  // More threads check the same libraries again, and the cores belong to the other workers.
  return project.runWith(environment, 'node', compiler, '-p', '.', '--singleThreaded')
}
