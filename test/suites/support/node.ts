import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { dist } from './dist.ts'

export interface RunningNode extends AsyncDisposable {
  /** Of HTTP. */
  readonly url: string
  /** Of WebSocket. */
  readonly webSocketUrl: string
}

/**
 * Starts the command as a user does, on a free port, and resolves when it listens. Disposing it ends it.
 */
export function startNode(...flags: readonly string[]): Promise<RunningNode> {
  return startNodeIn(process.execPath, ...flags)
}

/** The same in another program that runs JavaScript. */
export async function startNodeIn(
  program: string,
  ...flags: readonly string[]
): Promise<RunningNode> {
  const child = spawn(program, [join(dist, 'cli.cjs'), '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}

async function portOf(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const text of child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ??
    []) {
    printed += text
    const port = /^Listening on .*:(\d+)$/m.exec(printed)?.[1]
    if (port === undefined) continue
    // What it prints later must not fill the pipe.
    child.stdout?.resume()
    return port
  }
  throw new Error(`preconf ended before it listened: ${printed}`)
}
