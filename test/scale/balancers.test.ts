import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type RunningCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'
import { titled } from '../support/skips.ts'

/** Enough that each of two devnets has some, whatever their hashes are. */
const ids = Array.from({ length: 24 }, (_, index) => `chain-${index}`)

interface Balancer {
  readonly program: string
  readonly file: string
  args(config: string): readonly string[]
}

const balancers: readonly Balancer[] = [
  { program: '/usr/sbin/haproxy', file: 'haproxy.cfg', args: (config) => ['-db', '-f', config] },
  {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    // What else it needs is a matter of where it runs.
    args: (config) => ['-c', config, '-e', 'stderr', '-g', 'daemon off; pid /dev/null;'],
  },
]

type Devnet = Awaited<ReturnType<typeof startCommand>>

/** Two devnets behind a balancer with the documented configuration, at free ports. */
async function balanced({ program, file, args }: Balancer) {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-scale-'))
  const flags = ['--no-mining']
  const devnets = [await startCommand(flags), await startCommand(flags)] as const
  const port = await freePort()
  const config = readFileSync(join(import.meta.dirname, file), 'utf8')
    .replaceAll('127.0.0.1:8545', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8546', `127.0.0.1:${devnets[0].port}`)
    .replaceAll('127.0.0.1:8547', `127.0.0.1:${devnets[1].port}`)
  writeFileSync(join(folder, file), config)
  const child = spawn(program, args(join(folder, file)), { stdio: 'ignore' })
  await accepts(port, child)
  return {
    devnets,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      for (const devnet of devnets) await devnet[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when something listens there. */
async function accepts(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the balancer ended with code ${child.exitCode}`)
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
}

/** How many chains a devnet has. */
async function chainsOf({ url }: Devnet): Promise<number> {
  const { chains } = (await rpc(url, 'preconf_metrics')) as { chains: { made: number } }
  return chains.made
}

async function head(url: string): Promise<number> {
  return Number(await rpc(url, 'eth_blockNumber'))
}

/** The same from when the balancer has noticed that a devnet is gone. */
async function headLater(url: string): Promise<number> {
  for (;;) {
    const number = await head(url).catch(() => undefined)
    if (number !== undefined) return number
  }
}

/** The first block that is pushed over a WebSocket at the path, after `mine` was asked for at it over HTTP. */
async function pushed(url: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  const messages: { params?: { result: { number: string } } }[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }),
  )
  await once(socket, 'message')
  await rpc(url, 'evm_mine')
  while (messages.length < 2) await once(socket, 'message')
  socket.terminate()
  return Number(messages[1]?.params?.result.number)
}

function end(devnet: RunningCommand): Promise<unknown> {
  devnet.process.kill('SIGKILL')
  return devnet.ended
}

for (const balancer of balancers) {
  const reason = existsSync(balancer.program)
    ? undefined
    : `there is no ${balancer.program}: apt-get install -y haproxy nginx-light`

  describe.skipIf(reason !== undefined)(titled(balancer.file, reason), () => {
    test('keeps a chain where it is, and the end of a devnet takes only its chains', async () => {
      await using farm = await balanced(balancer)
      const { devnets, url } = farm
      for (const [index, id] of ids.entries()) {
        await rpc(`${url}/${id}`, 'hardhat_mine', [`0x${(index + 1).toString(16)}`])
      }
      expect(await Promise.all(ids.map((id) => head(`${url}/${id}`)))).toEqual(
        ids.map((_, index) => index + 1),
      )
      expect(await pushed(`${url}/${ids[3]}`)).toBe(5)
      const made = await Promise.all(devnets.map(chainsOf))
      expect(Math.min(...made)).toBeGreaterThan(0)
      expect((made[0] as number) + (made[1] as number)).toBe(ids.length)

      await end(devnets[0])
      const heads = await Promise.all(ids.map((id) => headLater(`${url}/${id}`)))
      const kept = heads.filter((number) => number > 0)
      expect(kept).toHaveLength(made[1] as number)
    })
  })
}
