import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { packPackage } from '../../scripts/packPackage.ts'

export const root = join(import.meta.dirname, '../..')
const executeFile = promisify(execFile)
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
  /** As `run`, with more variables in its environment. */
  runWith(
    environment: Readonly<Record<string, string>>,
    program: string,
    ...args: string[]
  ): Promise<string>
  /** As `run`, in a folder of the project. */
  runIn(subfolder: string, program: string, ...args: string[]): Promise<string>
}

/** The project that all others are copies of: packing and installing take some seconds. */
let installed: Promise<string> | undefined

/** Returns its folder. The first worker that needs it makes it, the others wait. */
async function installOnce(): Promise<string> {
  const folder = join(inject('runFolder'), 'installed')
  const isMaking = `${folder}.making`
  while (!existsSync(folder)) {
    try {
      mkdirSync(isMaking)
    } catch {
      await setTimeout(50)
      continue
    }
    try {
      if (!existsSync(folder)) await install(folder)
    } finally {
      rmSync(isMaking, { recursive: true })
    }
  }
  return folder
}

/** Installs the package in a project, which is there when it is complete. */
async function install(project: string): Promise<void> {
  const folder = mkdtempSync(`${project}-`)
  const { tarball } = packPackage(root, folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true }))
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await executeFile('npm', ['install', ...quiet, tarball], { cwd: folder, shell })
  rmSync(tarball)
  renameSync(folder, project)
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

  async function execute(
    options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
    program: string,
    args: readonly string[],
  ): Promise<string> {
    const all = { cwd: folder, shell, encoding: 'utf8', ...options } as const
    const { stdout, stderr } = await executeFile(program, args, all).catch((error) => {
      throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`)
    })
    return `${stdout}${stderr}`
  }

  return {
    folder,
    write,
    run: (program, ...args) => execute({}, program, args),
    runWith: (environment, program, ...args) =>
      execute({ env: { ...process.env, ...environment } }, program, args),
    runIn: (subfolder, program, ...args) =>
      execute({ cwd: join(folder, subfolder) }, program, args),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
