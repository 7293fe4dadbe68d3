import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { methodsOf } from '../../src/server/place.ts'
import { startServers } from '../../src/server/servers.ts'

function start(hosts: readonly string[], port = 0) {
  return startServers({
    hosts,
    port,
    route: () => methodsOf(async () => ({ status: 200, text: '{}' })),
    onInternalError: (error) => {
      throw error
    },
  })
}

test('localhost is both of its addresses, on one port', async () => {
  const servers = await start(['localhost'])
  expect(servers.url).toBe(`http://127.0.0.1:${servers.port}`)
  expect(await (await fetch(`http://127.0.0.1:${servers.port}`)).text()).toBe('ok\n')
  expect(await (await fetch(`http://[::1]:${servers.port}`)).text()).toBe('ok\n')
  expect(servers.load().http).toBeGreaterThan(0)
  await servers.close()
  await expect(fetch(`http://[::1]:${servers.port}`)).rejects.toThrow()
})

test('when one address cannot be had, none is taken', async () => {
  const other = createServer().listen(0, '::1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  await expect(start(['127.0.0.1', '::1'], port)).rejects.toMatchObject({
    name: 'ListenError',
    code: 'EADDRINUSE',
    host: '::1',
  })
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  other.close()
})
