import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ListenOptions } from '../../src/types/listening.ts'
import { rpc } from '../support/rpc.ts'
import { testDevnet } from '../support/testDevnet.ts'

/** A server, and what a request to it is answered: the status, and the body, parsed unless it is empty. */
async function testServer(options: ListenOptions = {}) {
  const devnet = await testDevnet({ mining: 'auto' })
  const { url, port } = await devnet.listen({ port: 0, ...options })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { method, headers })
    const text = await response.text()
    return [response.status, text === '' ? undefined : JSON.parse(text)]
  }
  const where = (id: string) => ({
    endpoints: { default: { host: '127.0.0.1', port, protocol: 'http' } },
    host: '127.0.0.1',
    port,
    url: `${url}/${id}`,
  })
  const dispose = () => devnet[Symbol.asyncDispose]()
  return { devnet, url, port, ask, where, [Symbol.asyncDispose]: dispose }
}

const done = [200, undefined]

// What prool 0.2.16 answers to the same requests in the same order, where nothing else is said.
describe.each(['GET', 'POST'])('%s', (method) => {
  it('starts a chain, once', async () => {
    await using server = await testServer()
    expect(await server.ask(method, '/1/start')).toEqual([200, server.where('1')])
    // In other words than prool's.
    const message = 'chain 1 is started already: end it first by /1/stop'
    expect(await server.ask(method, '/1/start')).toEqual([400, { message }])
    await rpc(`${server.url}/2`, 'eth_chainId')
    expect(await server.ask(method, '/2/start')).toMatchObject([400, {}])
  })

  it('stops a chain, whether it was there or not, and it can be started again', async () => {
    await using server = await testServer()
    expect(await server.ask(method, '/1/stop')).toEqual(done)
    await rpc(`${server.url}/1`, 'evm_mine')
    expect(await server.ask(method, '/1/stop')).toEqual(done)
    expect(await server.ask(method, '/1/stop')).toEqual(done)
    expect(await server.ask(method, '/1/start')).toEqual([200, server.where('1')])
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x0')
  })

  it('restarts a chain that is there', async () => {
    await using server = await testServer()
    expect(await server.ask(method, '/1/restart')).toEqual(done)
    expect(server.devnet.metrics().chains.open).toBe(0)
    await rpc(`${server.url}/1`, 'evm_mine')
    expect(await server.ask(method, '/1/restart')).toEqual([200, server.where('1')])
    expect(await server.ask(method, '/1/start')).toMatchObject([400, {}])
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x0')
  })

  it('destroys a chain: its next use starts it again', async () => {
    await using server = await testServer()
    expect(await server.ask(method, '/1/destroy')).toEqual(done)
    await rpc(`${server.url}/1`, 'evm_mine')
    expect(await server.ask(method, '/1/destroy')).toEqual(done)
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x0')
  })

  it('tells that all is well, and of no messages, without a chain', async () => {
    await using server = await testServer()
    expect(await server.ask(method, '/healthcheck')).toEqual(done)
    expect(await server.ask(method, '/1/healthcheck')).toEqual(done)
    expect(await server.ask(method, '/1/messages')).toEqual([200, []])
    expect(server.devnet.metrics().chains.made).toBe(0)
  })

  it('finds nothing where there is nothing', async () => {
    await using server = await testServer()
    for (const path of ['/1/nothing', '/1/restart/2', '/release', '/a.b']) {
      expect(await server.ask(method, path), path).toMatchObject([404, { error: {} }])
    }
  })
})

describe('acquire and release', () => {
  it('give a chain to one client, and take it back once', async () => {
    await using server = await testServer()
    const [status, lease] = await server.ask('POST', '/acquire')
    expect([status, lease]).toEqual([200, { ...server.where(lease.token), token: lease.token }])
    await rpc(lease.url, 'evm_mine')
    const [, other] = await server.ask('POST', '/acquire')
    expect(await rpc(other.url, 'eth_blockNumber')).toBe('0x0')
    expect(await server.ask('POST', `/release/${lease.token}`)).toEqual([204, undefined])
    expect(await server.ask('POST', `/release/${lease.token}`)).toEqual([404, undefined])
    expect(server.devnet.metrics().chains).toMatchObject({ open: 1, leased: 1 })
  })

  it('let those wait who come when all are taken', async () => {
    await using server = await testServer({ maxChains: 1 })
    const [, first] = await server.ask('POST', '/acquire')
    const waiting = server.ask('POST', '/acquire')
    await expect.poll(() => server.devnet.metrics().chains.waiting).toBe(1)
    await server.ask('POST', `/release/${first.token}`)
    const [status, second] = await waiting
    expect([status, second.token === first.token]).toEqual([200, false])
  })

  it('do not keep a chain for a client that leaves while it waits', async () => {
    await using server = await testServer({ maxChains: 1 })
    const [, first] = await server.ask('POST', '/acquire')
    const request = httpRequest(`${server.url}/acquire`, { method: 'POST' })
    const failed = new Promise((resolve) => request.once('error', resolve))
    request.end()
    await expect.poll(() => server.devnet.metrics().chains.waiting).toBe(1)
    request.destroy()
    await failed
    await expect.poll(() => server.devnet.metrics().chains.waiting).toBe(0)
    await server.ask('POST', `/release/${first.token}`)
    expect(server.devnet.metrics().chains).toMatchObject({ open: 0, leased: 0 })
  })

  it('must be requested by POST', async () => {
    await using server = await testServer()
    expect(await server.ask('GET', '/acquire')).toEqual([404, undefined])
    const [, { token }] = await server.ask('POST', '/acquire')
    expect(await server.ask('GET', `/release/${token}`)).toEqual([404, undefined])
  })

  it('do not take back a chain that was not acquired', async () => {
    await using server = await testServer()
    await rpc(`${server.url}/1`, 'evm_mine')
    expect(await server.ask('POST', '/release/1')).toEqual([404, undefined])
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x1')
  })
})

describe('when there are as many chains as may be', () => {
  it('requests are refused in a way that clients try again, and start as prool does', async () => {
    await using server = await testServer({ maxChains: 1 })
    await rpc(`${server.url}/1`, 'evm_mine')
    const message = 'all 1 chains are in use (--max-chains): stop some with /<id>/stop'
    expect(await server.ask('POST', '/2')).toMatchObject([503, { error: { message } }])
    expect(await server.ask('GET', '/2/start')).toEqual([400, { message }])
    await server.ask('GET', '/1/stop')
    expect(await rpc(`${server.url}/2`, 'eth_blockNumber')).toBe('0x0')
  })

  it('a client of an evicted chain gets an error, and can restart the chain', async () => {
    await using server = await testServer({ maxChains: 1 })
    await rpc(`${server.url}/1`, 'evm_mine')
    await server.devnet.clock.advance(10_000)
    await rpc(`${server.url}/2`, 'evm_mine')
    expect(await server.ask('POST', '/1')).toMatchObject([410, { error: { code: -32600 } }])
    await server.ask('GET', '/2/stop')
    expect(await server.ask('GET', '/1/restart')).toEqual(done)
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x0')
  })
})

describe('the address of a chain', () => {
  it('is the one under which the client has found the server', async () => {
    await using server = await testServer()
    const url = `http://localhost:${server.port}`
    const response = await fetch(`${url}/1/start`)
    expect(await response.json()).toMatchObject({ host: 'localhost', url: `${url}/1` })
  })
})

describe('pages', () => {
  it('of this machine may do this, and those that are allowed', async () => {
    await using server = await testServer({ allowOrigin: 'https://app.example' })
    for (const origin of ['http://localhost:3000', 'https://app.example']) {
      expect(await server.ask('POST', '/1/stop', { origin }), origin).toEqual(done)
    }
  })

  it.each([
    ['say where they come from', { origin: 'https://evil.example' }],
    ['do not, as images', { 'sec-fetch-site': 'cross-site' }],
  ])('of others may not, when they %s', async (_what, headers) => {
    await using server = await testServer()
    await rpc(`${server.url}/1`, 'evm_mine')
    for (const path of ['/1/restart', '/1/stop', '/acquire', '/warm']) {
      expect(await server.ask('POST', path, headers), path).toMatchObject([403, { error: {} }])
    }
    expect(await rpc(`${server.url}/1`, 'eth_blockNumber')).toBe('0x1')
    expect(server.devnet.metrics().chains).toMatchObject({ made: 1, dropped: 0 })
  })
})
