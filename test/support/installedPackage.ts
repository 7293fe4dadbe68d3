import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackage } from '../../scripts/packPackage.ts'

export const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
/** npm is a script on Windows, which only a shell finds. */
const shell = process.platform === 'win32'

/** For Vitest and Jest, whose own limits of 5 s do not hold on a slow machine. */
export const patient = '--testTimeout=120000'

/** A project of a user: an empty folder into which the packed package is installed, without a network. */
export interface UserProject extends Disposable {
  readonly folder: string
  /** Writes files by their path in the project. */
  write(files: Readonly<Record<string, string>>): void
  /** Runs a program there; rejects, with what it printed, when it fails. */
  run(program: string, ...args: string[]): Promise<string>
  /** As `run`, in a folder of the project. */
  runIn(subfolder: string, program: string, ...args: string[]): Promise<string>
}

/** The project that all of this worker's are copies of: packing and installing take some seconds. */
let installed: Promise<string> | undefined

async function installOnce(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-installed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { tarball } = packPackage(root, folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true }))
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await execute('npm', ['install', ...quiet, tarball], { cwd: folder, shell })
  rmSync(tarball)
  return folder
}

/** Returns a project of its own, in which the built package is installed. */
export async function installPackage(): Promise<UserProject> {
  installed ??= installOnce()
  const folder = mkdtempSync(join(tmpdir(), 'preconf-user-'))
  cpSync(await installed, folder, { recursive: true, verbatimSymlinks: true })

  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }

  async function runIn(subfolder: string, program: string, ...args: string[]): Promise<string> {
    const options = { cwd: join(folder, subfolder), shell, encoding: 'utf8' } as const
    const { stdout, stderr } = await execute(program, args, options).catch((error) => {
      throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`)
    })
    return `${stdout}${stderr}`
  }

  const run = (program: string, ...args: string[]) => runIn('.', program, ...args)

  return { folder, write, run, runIn, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
