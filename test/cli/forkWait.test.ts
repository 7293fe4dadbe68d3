import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { spawnCommand } from '../support/command.ts'

/** Takes connections and never answers, until it cuts them. */
async function startSilence() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { host: `127.0.0.1:${port}`, end, [Symbol.dispose]: end }
}

test('a start that waits for a live chain names it once, without its credentials', async () => {
  using silence = await startSilence()
  const url = `http://user:password@${silence.host}/secret-key?key=other-key`
  await using command = spawnCommand(['--port', '0', '--retries', '0', '--fork-url', url])
  await expect.poll(() => command.stderr).toContain('Waiting for ')
  silence.end()
  const { code, stderr } = await command.ended
  expect(code).not.toBe(0)
  expect(stderr.match(/Waiting for .*/g)).toEqual([
    expect.stringContaining(`Waiting for http://${silence.host}, which`),
  ])
  expect(stderr).not.toMatch(/user|password|secret-key|other-key/)
})

test('so it does without a server, and says nothing with --silent', async () => {
  const refused = [
    '--port',
    '0',
    '--fork-url',
    'http://127.0.0.1:1',
    '--fork-retry-backoff',
    '2900',
  ]
  await using command = spawnCommand(refused)
  await using silent = spawnCommand([...refused, '--timeout', '3500', '--silent'])
  await expect.poll(() => command.stderr).toContain('Waiting for http://127.0.0.1:1, which')
  const silenced = await silent.ended
  expect(silenced.stderr).toContain('http://127.0.0.1:1')
  expect(silenced.stderr).not.toContain('Waiting')
})
