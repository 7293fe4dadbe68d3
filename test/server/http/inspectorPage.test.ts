import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { testDevnet } from '../../support/testDevnet.ts'
import { startTestServer } from '../../support/testServer.ts'

const html = '<!doctype html><style>p{color:red}</style><p>here</p><script type="module">1</script>'
const inspectorFile = join(tmpdir(), `preconf-inspector-${process.pid}.html`)
writeFileSync(inspectorFile, html)
afterAll(() => rmSync(inspectorFile))

const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

interface Answered {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** As a browser asks: `fetch` sets headers of its own. */
function visit(url: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

describe('a browser that goes to /', () => {
  it('gets the page, with a policy that allows its own script and style only', async () => {
    await using server = await startTestServer({ inspectorFile })
    const { status, headers, body } = await visit(server.url, navigation)
    expect([status, String(body)]).toEqual([200, html])
    const policy = headers['content-security-policy']
    expect(policy).toContain(`script-src ${sha256('1')};`)
    expect(policy).toContain(`style-src ${sha256('p{color:red}')};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    expect(headers['access-control-allow-origin']).toBe(undefined)
    expect(headers.vary).toContain('Accept')
  })

  it('gets it compressed where it takes that, and not again where it has it', async () => {
    await using server = await startTestServer({ inspectorFile })
    const first = await visit(server.url, { ...navigation, 'accept-encoding': 'gzip, br' })
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(first.body))).toBe(html)
    const etag = first.headers.etag ?? ''
    const second = await visit(server.url, { ...navigation, 'if-none-match': etag })
    expect([second.status, second.body.length]).toEqual([304, 0])
  })

  it('gets what it got before where the page was not built', async () => {
    await using server = await startTestServer({ inspectorFile: '/nowhere.html' })
    expect(String((await visit(server.url, navigation)).body)).toBe('ok\n')
  })
})

it.each([
  ['a program', {}],
  ['curl', { accept: '*/*' }],
  ['a page by fetch', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
])('%s gets an answer that the server is up', async (_who, headers) => {
  await using server = await startTestServer({ inspectorFile })
  const { status, body, headers: got } = await visit(server.url, headers)
  expect([status, String(body)]).toEqual([200, 'ok\n'])
  expect(got.vary).toContain('Accept')
})

describe('a devnet', () => {
  it('says where its inspector is, unless it is not wanted or not allowed', async () => {
    await using devnet = await testDevnet()
    const { url, inspectorUrl } = await devnet.listen({ port: 0 })
    expect(inspectorUrl).toBe(`${url}/`)
    const without = await devnet.listen({ port: 0, inspector: false })
    expect(without.inspectorUrl).toBe(undefined)
    const open = await devnet.listen({ port: 0, profile: 'public' })
    expect(open.inspectorUrl).toBe(undefined)
  })
})
