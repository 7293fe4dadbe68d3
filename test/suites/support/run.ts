import { execFile } from 'node:child_process'
import { join } from 'node:path'

const suites = join(import.meta.dirname, '..')

export interface Run {
  /** A folder of this package. */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program as a user would and resolves with what it printed. Rejects with that when it fails. */
export function run(
  program: string,
  args: readonly string[],
  { folder, environment }: Run,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: join(suites, folder),
      env: { ...process.env, NO_COLOR: '1', ...environment },
      maxBuffer: 2 ** 26,
      timeout: 120_000,
    }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`))
    })
  })
}
