import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { environment } from './environment.ts'

/** A node in a process of its own, which a benchmark measures. */
export interface Server {
  readonly url: string
  readonly pid: number
  /** From starting the process to its first answer. */
  readonly startMs: number
  /** CPU time that it has used so far; Linux only. */
  cpuMs(): number
  /** CPU time of each of its threads so far, by their ids; Linux only. */
  threadsMs(): ReadonlyMap<string, number>
  /** Memory of the machine that it has now; Linux only. */
  memoryBytes(): number
  stop(): Promise<void>
}

const cli = join(import.meta.dirname, '../../dist/cli.cjs')

/** Clock ticks of the kernel per second, which /proc counts CPU time in. */
const ticksPerSecond = 100

/** The path behind `--anvil`, if it was given. */
export function anvilPath(): string | undefined {
  const at = process.argv.indexOf('--anvil')
  return at === -1 ? undefined : process.argv[at + 1]
}

/** Starts anvil on a free port and waits until it answers. */
export function startAnvil(path: string, flags: readonly string[] = []): Promise<Server> {
  return startServer(path, ['--silent', ...flags])
}

/** Starts the built command on a free port and waits until it answers; `nodeFlags` are for Node. */
export function startCommand(
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Server> {
  return startServer(process.execPath, [...nodeFlags, cli, '--silent', ...flags])
}

/** Hardhat 2 runs only in the folder that it is installed in: `cwd`. */
export async function startServer(
  program: string,
  args: readonly string[],
  cwd?: string | undefined,
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(program, [...args, '--port', String(port)], {
    stdio: 'ignore',
    cwd,
    env: environment(),
  })
  await firstAnswer(url, child, [program, ...args].join(' '))
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedMs,
    cpuMs: () => cpuMs(child.pid),
    threadsMs: () => threadsMs(child.pid),
    memoryBytes: () => memoryBytes(child.pid),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}

/** Asks until there is an answer. */
async function firstAnswer(url: string, child: ChildProcess, command: string): Promise<void> {
  for (let tries = 0; tries < 50_000; tries++) {
    if (child.exitCode !== null) throw new Error(`${command} ended with code ${child.exitCode}`)
    try {
      await rpc(url, 'eth_chainId', [])
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  throw new Error(`no answer from ${url}`)
}

/** CPU time that a process has used so far; Linux only. */
export function cpuMs(pid: number | undefined): number {
  return msIn(`/proc/${pid}/stat`)
}

function threadsMs(pid: number | undefined): ReadonlyMap<string, number> {
  const tasks = `/proc/${pid}/task`
  return new Map(readdirSync(tasks).map((id) => [id, msIn(`${tasks}/${id}/stat`)]))
}

function msIn(file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

function memoryBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024
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

function freePort(): Promise<number> {
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
