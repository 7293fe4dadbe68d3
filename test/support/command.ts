import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The built command; `npm test` builds it. */
const cli = join(import.meta.dirname, '../../dist/cli.cjs')

/** How a process ended. */
interface Ended {
  /** None when a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCommand extends AsyncDisposable {
  readonly process: ChildProcess
  /** What it has printed so far. */
  readonly stdout: string
  readonly stderr: string
  /** Resolves with the first match in what it prints, rejects when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>
}

/** Starts the built command. Disposing it ends it. */
export function spawnCommand(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  if (!existsSync(cli)) throw new Error('dist/cli.cjs is missing: npm run build')
  const child = spawn(process.execPath, [cli, ...flags], {
    // As under npm, so that it ends with the test runner, also when that is killed.
    env: { PATH: process.env.PATH, npm_command: 'exec', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }))

  async function printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(texts.stdout)
      if (match !== null) return match
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`ended without printing ${pattern}: ${texts.stdout}${texts.stderr}`)
      }
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }

  return {
    process: child,
    get stdout() {
      return texts.stdout
    },
    get stderr() {
      return texts.stderr
    },
    printed,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts the built command on a free port and resolves when it serves there. */
export async function startCommand(
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningCommand & { readonly url: string; readonly port: number }> {
  const command = spawnCommand(['--port', '0', ...flags], environment)
  const [, host, port] = await command.printed(/^Listening on (.*):(\d+)$/m)
  return Object.assign(command, { url: `http://${host}:${port}`, port: Number(port) })
}
