import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** An anvil that a benchmark compares with. */
export interface Anvil {
  readonly url: string
  /** From starting the process to its first answer. */
  readonly startMs: number
  stop(): Promise<void>
}

/** The path behind `--anvil`, if it was given. */
export function anvilPath(): string | undefined {
  const at = process.argv.indexOf('--anvil')
  return at === -1 ? undefined : process.argv[at + 1]
}

/** Starts anvil on a free port and waits until it answers. */
export async function startAnvil(path: string, flags: readonly string[] = []): Promise<Anvil> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(path, ['--silent', '--port', String(port), ...flags], { stdio: 'ignore' })
  await firstAnswer(url, child)
  return {
    url,
    startMs: performance.now() - startedMs,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}

/** Asks until there is an answer. */
export async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 5_000; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    try {
      await rpc(url, 'eth_chainId', [])
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  throw new Error(`no answer from ${url}`)
}

/** One request over HTTP. */
export async function rpc(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { message: string }
  }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === 'object' && address !== null ? address.port : 0),
      )
    })
  })
}
