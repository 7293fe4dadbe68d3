import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient } from 'viem'
import { ipc } from 'viem/node'
import { afterAll, expect, test } from 'vitest'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-listen-'))

afterAll(() => rmSync(folder, { recursive: true }))

test("--ipc serves viem's ipc transport, subscriptions too", async () => {
  const path = join(folder, 'node.ipc')
  await using command = await startCommand(['--ipc', path, '-b', '0.2s', '--no-flashblocks'])
  expect(command.stdout).toContain(`IPC         ${path}\n`)
  const transport = ipc(path)
  const client = createPublicClient({ transport })
  expect(await client.getChainId()).toBe(31337)
  const number = await new Promise<bigint | null>((resolve, reject) => {
    const unwatch = client.watchBlocks({
      onBlock: (block) => {
        unwatch()
        resolve(block.number)
      },
      onError: reject,
    })
  })
  expect(number).toBeGreaterThan(0n)
  ;(await client.transport.getRpcClient()).close()
})

test('a pipe that is in use is reported in one line, and nothing is served', async () => {
  const path = join(folder, 'used.ipc')
  await using first = await startCommand(['--ipc', path])
  await using second = spawnCommand(['--port', '0', '--ipc', path])
  const { code, stderr } = await second.ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `preconf: cannot listen on ${path}: it is in use\n`,
  })
  expect(await rpc(first.url, 'eth_chainId')).toBe('0x7a69')
})

test('--host takes several addresses', async () => {
  await using command = await startCommand(['--host', 'localhost,127.0.0.2'])
  for (const host of ['127.0.0.1', '127.0.0.2', '[::1]']) {
    expect(await rpc(`http://${host}:${command.port}`, 'eth_chainId')).toBe('0x7a69')
  }
})

test('--no-cors tells pages nothing', async () => {
  await using open = await startCommand()
  await using closed = await startCommand(['--no-cors'])
  const allowed = async (url: string) =>
    (await fetch(url, { headers: { origin: 'https://a.test' } })).headers.get(
      'access-control-allow-origin',
    )
  expect(await allowed(open.url)).toBe('*')
  expect(await allowed(closed.url)).toBe(null)
})

test('--no-request-size-limit takes a request of any size', async () => {
  await using limited = await startCommand()
  await using unlimited = await startCommand(['--no-request-size-limit'])
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'web3_sha3',
    params: [`0x${'00'.repeat(17 * 1024 * 1024)}`],
  })
  const status = async (url: string) =>
    (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      .status
  expect(await status(limited.url)).toBe(413)
  expect(await status(unlimited.url)).toBe(200)
})
