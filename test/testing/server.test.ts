import { serve } from 'preconf/server'
import { describe, expect, it } from 'vitest'
import { rpc } from '../support/rpc.ts'

describe('serve', () => {
  it('serves a chain and its forks, until the function that start gives is called', async () => {
    const server = serve({ port: 0, mining: 'auto', chainId: 7, maxChains: 2 })
    const stop = await server.start()
    const { url } = server
    expect(await rpc(url, 'eth_chainId')).toBe('0x7')
    await rpc(`${url}/1`, 'evm_mine')
    expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x1')
    expect(await rpc(`${url}/2`, 'eth_blockNumber')).toBe('0x0')
    expect(server.webSocketUrl).toBe(url.replace('http', 'ws'))
    expect(server.devnet.metrics().chains.open).toBe(2)
    await Promise.all([stop(), stop(), server.stop()])
    await expect(rpc(url, 'eth_chainId')).rejects.toThrow('fetch failed')
  })

  it('has all chains begin with what warm has made', async () => {
    const server = serve({
      port: 0,
      mining: 'auto',
      warm: ({ provider }) => provider.request({ method: 'evm_mine' }),
    })
    await server.start()
    for (const path of ['/', '/1', '/abc']) {
      expect(await rpc(`${server.url}${path}`, 'eth_blockNumber'), path).toBe('0x1')
    }
    await server.stop()
  })

  it('is started once, and again after it was stopped', async () => {
    const server = serve({ port: 0, mining: 'manual' })
    expect(() => server.url).toThrow('the server is not running: call start() first')
    await server.stop()
    await Promise.all([server.start(), server.start()])
    const { devnet } = server
    await server.start()
    expect(server.devnet).toBe(devnet)
    await server.stop()
    expect(() => server.devnet).toThrow('the server is not running')
    await server.start()
    expect(await rpc(server.url, 'eth_blockNumber')).toBe('0x0')
    expect(server.devnet).not.toBe(devnet)
    await server.stop()
  })

  it('that cannot listen, or whose warm fails, leaves nothing behind', async () => {
    const first = serve({ port: 0, mining: 'manual' })
    await first.start()
    const port = Number(new URL(first.url).port)
    const second = serve({ port, mining: 'manual' })
    await expect(second.start()).rejects.toMatchObject({ name: 'ListenError' })
    expect(() => second.url).toThrow('the server is not running')
    await first.stop()
    await second.start()
    await second.stop()
    const cold = serve({ port, warm: () => Promise.reject(new Error('cold')) })
    await expect(cold.start()).rejects.toThrow('cold')
  })

  it('that is stopped while it starts is stopped', async () => {
    const server = serve({ port: 0, mining: 'manual' })
    const starting = server.start()
    await server.stop()
    await starting
    expect(() => server.url).toThrow('the server is not running')
  })
})
