/**
 * Attacks on the memory of the built program, at their full size: each on a node of its own, whose resident
 * memory has to stay under 600 MB. Run with `node --import tsx scripts/memoryAttacks.ts [NAME...]` after a build;
 * `npm run test:nightly` runs all of them. `test/app/limits.test.ts` has them in short. Linux only.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'

const maxMegabytes = 600
const command = join(import.meta.dirname, '../dist/cli.cjs')
const contract = `0x${'e'.repeat(40)}`
const megabyte = 2 ** 20

/** A node under attack. */
interface Node {
  readonly port: number
  ask(method: string, params?: readonly unknown[], origin?: string): Promise<string>
  /** Sends a text and reads nothing of what comes. */
  write(head: string, ...chunks: readonly Buffer[]): void
}

interface Attack {
  /** Arguments of the command, with what they need. */
  readonly prepare?: (folder: string) => Promise<readonly string[]>
  readonly run: (node: Node) => Promise<void>
}

const word = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}`
const gas = ['--gas-limit', '1000000000', '--call-gas-limit', '1000000000']

const attacks: Readonly<Record<string, Attack>> = {
  pool: {
    prepare: async () => ['--mining', 'manual'],
    run: async ({ ask }) => {
      const [from] = JSON.parse(await ask('eth_accounts')).result
      const transaction = { from, to: contract, gas: word(2_000_000, 1), data: word(0, 252_000) }
      let refusal = ''
      for (let sent = 0; sent < 700; sent++) {
        const answer = await ask('eth_sendTransaction', [transaction])
        if (answer.includes('"error"')) refusal = answer
      }
      if (!refusal.includes('poolBytes')) throw new Error(`no bound on the pool: ${refusal}`)
      const content = await ask('txpool_content')
      if (!content.includes('"result"')) throw new Error(`not answered: ${content.slice(0, 200)}`)
    },
  },
  filters: {
    run: async ({ ask }) => {
      const address = Array.from({ length: 10_000 }, (_, index) => word(index, 40))
      const topics = [0, 1, 2, 3].map((at) =>
        Array.from({ length: 10_000 }, (_, index) => word(index + at * 1e6, 64)),
      )
      for (let count = 0; count < 100; count++) {
        await ask('eth_newFilter', [{ address, topics }], `https://page${count % 7}.example`)
      }
      for (let count = 0; count < 10_000; count++) {
        await ask('eth_newBlockFilter', [], 'https://page.example')
      }
    },
  },
  bodies: {
    run: async ({ write }) => {
      const chunk = Buffer.alloc(megabyte, 'x')
      for (let count = 0; count < 200; count++) {
        write(headOf(30 * megabyte), ...Array.from({ length: 12 }, () => chunk))
      }
      await pause(8000)
    },
  },
  unread: {
    prepare: async () => gas,
    run: async ({ ask, write }) => {
      await ask('anvil_setCode', [contract, `0x${'ab'.repeat(2_000_000)}`])
      const body = bodyOf('eth_getCode', [contract, 'latest'])
      for (let count = 0; count < 300; count++) write(headOf(body.length) + body)
      await pause(6000)
    },
  },
  traces: {
    prepare: async () => gas,
    run: async ({ ask }) => {
      await ask('anvil_setCode', [contract, '0x5b5f505f505f505f505f505f56'])
      const call = { to: contract, gas: '0x124f80' }
      const trace = () => ask('debug_traceCall', [call, 'latest', {}])
      await Promise.all(Array.from({ length: 10 }, trace))
    },
  },
  snapshots: {
    run: async ({ ask }) => {
      for (let count = 0; count < 110_000; count++) await ask('evm_snapshot')
    },
  },
  artifacts: {
    prepare: async (folder) => {
      mkdirSync(join(folder, 'out'))
      for (const [name, size] of Object.entries({ a: 0.75, b: 3 })) {
        const path = join(folder, 'out', `${name}.json`)
        writeFileSync(path, '{"abi":[],"x":"')
        truncateSync(path, size * 2 ** 30)
      }
      return ['--artifacts', folder]
    },
    run: async ({ ask }) => {
      await ask('anvil_setCode', [contract, '0x5f5ffd'])
      await ask('eth_call', [{ to: contract }, 'latest'])
    },
  },
  upstream: {
    prepare: async () => ['--fork-url', await bombServer(), '--timeout', '6000'],
    run: async () => {},
  },
}

/** Answers everything with gzip of zeros that has no end. */
async function bombServer(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    const zeros = Buffer.alloc(megabyte, '0')
    const more = () => void (response.destroyed || gzip.write(zeros, more))
    gzip.write('{"jsonrpc":"2.0","id":1,"result":"0x', more)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

function bodyOf(method: string, params: readonly unknown[] = []): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

function headOf(length: number): string {
  return `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
}

function nodeAt(port: number): Node {
  return {
    port,
    ask: async (method, params, origin) => {
      const headers = { 'content-type': 'application/json', ...(origin && { origin }) }
      const body = bodyOf(method, params)
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).text()
    },
    write: (head, ...chunks) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).pause()
      socket.write(head)
      for (const chunk of chunks) socket.write(chunk)
      socket.unref()
    },
  }
}

/** The port that it listens on; none when it ends before. */
function portOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    let printed = ''
    child.stdout?.on('data', (text) => {
      printed += text
      const [, port] = /127\.0\.0\.1:(\d+)\s*$/m.exec(printed) ?? []
      if (port !== undefined && printed.includes('Listening')) resolve(Number(port))
    })
    child.once('exit', () => resolve(undefined))
  })
}

/** The most memory that the process has had so far, MB. */
function peakOf({ pid }: ChildProcess, before: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? before : Math.round(Number(kilobytes) / 1024)
  } catch {
    return before
  }
}

async function measure(name: string, { prepare, run }: Attack): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-attack-'))
  const args = [command, '--port', '0', ...((await prepare?.(folder)) ?? [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], cwd: folder })
  let most = 0
  const timer = setInterval(() => {
    most = peakOf(child, most)
  }, 20)
  const port = await portOf(child)
  if (port !== undefined) {
    const node = nodeAt(port)
    await run(node)
    if (!(await node.ask('eth_chainId')).includes('0x7a69')) process.exitCode = 1
  }
  clearInterval(timer)
  most = peakOf(child, most)
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
  console.log(`${name}: ${most} MB at most`)
  if (most === 0 || most > maxMegabytes) process.exitCode = 1
}

const [, , ...names] = process.argv
for (const [name, attack] of Object.entries(attacks)) {
  if (names.length === 0 || names.includes(name)) await measure(name, attack)
}
