import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { spawnCommand } from '../support/command.ts'

/** Takes connections and never answers. */
async function startSilence() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

const flags = ['--port', '0', '--timeout', '3500']

test('a start that waits for a live chain names it once, without its credentials', async () => {
  using silence = await startSilence()
  const url = `http://user:password@${silence.host}/secret-key?key=other-key`
  await using command = spawnCommand([...flags, '--fork-url', url])
  const { code, stderr } = await command.ended
  expect(code).not.toBe(0)
  expect(stderr.match(/Waiting for .*/g)).toEqual([
    expect.stringContaining(`Waiting for http://${silence.host}, which`),
  ])
  expect(stderr).not.toMatch(/user|password|secret-key|other-key/)
})

test('so it does without a server, and says nothing with --silent', async () => {
  const refused = ['--fork-url', 'http://127.0.0.1:1', '--fork-retry-backoff', '2900']
  await using command = spawnCommand([...flags, ...refused])
  await using silent = spawnCommand([...flags, ...refused, '--silent'])
  const [waiting, silenced] = await Promise.all([command.ended, silent.ended])
  expect(waiting.stderr).toContain('Waiting for http://127.0.0.1:1, which')
  expect(silenced.stderr).toContain('http://127.0.0.1:1')
  expect(silenced.stderr).not.toContain('Waiting')
})
