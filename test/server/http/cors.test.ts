import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../support/testServer.ts'

const app = 'https://app.example'

async function preflight(allowOrigin: readonly string[] | undefined, origin: string) {
  await using server = await startTestServer({ allowOrigin })
  const headers = { origin, 'access-control-request-method': 'POST' }
  const response = await fetch(server.url, { method: 'OPTIONS', headers })
  return {
    status: response.status,
    origin: response.headers.get('access-control-allow-origin'),
    vary: response.headers.get('vary'),
  }
}

describe('CORS', () => {
  it('lets any page read by default', async () => {
    expect(await preflight(undefined, app)).toEqual({ status: 204, origin: '*', vary: null })
  })

  it('lets the pages that are allowed read, and no others', async () => {
    const vary = 'Origin'
    expect(await preflight([app], app)).toEqual({ status: 204, origin: app, vary })
    expect(await preflight([app], 'https://evil.example')).toEqual({
      status: 204,
      origin: null,
      vary,
    })
  })

  it('is said with refusals too, so that a page can read them', async () => {
    await using server = await startTestServer()
    const response = await server.post('{}', { path: '/nowhere', headers: { origin: app } })
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('repeats no header names that are none', async () => {
    await using server = await startTestServer()
    const connection = await server.raw()
    connection.write(
      'OPTIONS / HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Headers: a\tb;\xff\r\n\r\n',
    )
    await expect.poll(connection.text).toContain('access-control-allow-headers: content-type\r\n')
    connection.socket.destroy()
  })
})
