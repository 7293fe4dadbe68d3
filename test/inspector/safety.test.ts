import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { tokenSource } from '../rpc/methods/preconf/contract/tokenProject.ts'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { builtDevnet, foreignHost, inspect, launchBrowser } from './inspectedPage.ts'
import { stage } from './stage.ts'

const hostile = '<img src=x onerror="window.hurt = true">\u202e<script>window.hurt = true</script>'

/** Tells the console, and has the same in its comments. */
const hostileSource = tokenSource
  .replace('contract Token {', `// ${hostile.replace('\u202e', '')}\ncontract Token {`)
  .replace(
    '  constructor(string',
    '  function symbol() external pure returns (string memory) { return new string(100000); }\n  constructor(string',
  )
  .replace(
    'totalSupply += value;',
    `totalSupply += value;
    (bool told, ) = address(0x000000000000000000636F6e736F6c652e6c6f67).staticcall(
      abi.encodeWithSignature("log(string)", name));
    told;`,
  )

let browser: Browser
beforeAll(async () => {
  if (noChromium === undefined) browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe.skipIf(noChromium)(titled('the inspector in Chromium', noChromium), () => {
  it('shows what contracts say as text', async () => {
    await using devnet = await builtDevnet()
    const short = await failing(devnet, hostile)
    const long = await failing(devnet, 'a'.repeat(20_000))
    await devnet.seal()
    const { url } = await devnet.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/tx/${short}`)
    await page.getByText('onerror="window.hurt = true">\\u202e<script>').first().waitFor()
    await page.goto(`${url}/#/tx/${long}`)
    await page.getByRole('button', { name: /^more/ }).first().waitFor()
    await page.goto(`${url}/#/transactions`)
    await page.getByRole('cell', { name: /failed <img src=x/ }).waitFor()
    expect(await page.evaluate('[window.hurt, document.images.length]')).toEqual([undefined, 0])
    expect(problems).toEqual([])
  })

  it('shows names of tokens, sources, console lines and parameters as text', async () => {
    await using own = await stage({ name: hostile, source: hostileSource })
    const { devnet, url, token } = own
    const hash = await own.call(token, 'mint', devnet.accounts[1]?.address, 5n)
    await devnet.seal()
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await devnet.provider.request({ method: 'eth_call', params: [hostile] }).catch(() => undefined)
    const shown = 'onerror="window.hurt = true">\\u202e<script>'
    await page.goto(`${url}/#/contract/${token}`)
    await page.getByText('name() → string').click()
    await page.getByRole('button', { name: 'Read name', exact: true }).click()
    await page.locator('.answer').getByText(shown).waitFor()
    await page.getByText('symbol() → string').click()
    await page.getByRole('button', { name: 'Read symbol', exact: true }).click()
    await page.getByRole('button', { name: 'more (100000 characters)' }).click()
    await page.getByText('\\u0000\\u0000').waitFor()
    await page.locator('.source').getByText('// <img src=x onerror').waitFor()
    await page.goto(`${url}/#/tx/${hash}`)
    await page.locator('.tree').getByText(shown).waitFor()
    await page.goto(`${url}/#/debug/${hash}`)
    await page.locator('.source').getByText('// <img src=x onerror').waitFor()
    await page.goto(`${url}/#/requests`)
    await page.getByRole('cell').getByText('["<img src=x onerror=').waitFor()
    expect(await page.evaluate('[window.hurt, document.images.length]')).toEqual([undefined, 0])
    expect(problems).toEqual([])
  })

  it('is neither framed, read nor connected to by a page of another origin', async () => {
    await using devnet = await builtDevnet()
    const { url } = await devnet.listen({ port: 0 })
    await using foreign = await foreignPage()
    const page = await browser.newPage()
    await page.goto(foreign.url)
    const seen = await page.evaluate(`(async () => {
      const frame = document.createElement('iframe')
      frame.src = ${JSON.stringify(url)}
      const framed = new Promise((resolve) => { frame.onload = resolve })
      document.body.append(frame)
      await framed
      const read = await fetch(${JSON.stringify(url)}, { headers: { accept: 'text/html' } })
        .then((response) => response.text(), () => 'refused')
      const socket = new WebSocket(${JSON.stringify(url.replace('http', 'ws'))})
      const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      })
      return { read, opened }
    })()`)
    expect(seen).toEqual({ read: expect.stringMatching(/^(ok\n|refused)$/), opened: false })
    const [, frame] = page.frames()
    expect(await frame?.content()).not.toContain('preconf')
    await page.close()
  })
})

/** A transaction whose creation code reverts with that reason; its hash. */
function failing(devnet: PreconfDevnet, reason: string): Promise<Hex> {
  const text = new TextEncoder().encode(reason)
  const words = Math.ceil(text.length / 32)
  const data = new Uint8Array(68 + 32 * words)
  data.set([0x08, 0xc3, 0x79, 0xa0])
  data[35] = 32
  new DataView(data.buffer).setUint32(64, text.length)
  data.set(text, 68)
  const length = data.length.toString(16).padStart(4, '0')
  // Copies what follows it to memory and reverts with that.
  const code = `0x61${length}80600a5f395ffd${bytesToHex(data).slice(2)}`
  const [alice] = devnet.accounts
  const request = { from: alice?.address, data: code, gas: '0x4c4b40' }
  return devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [request],
  }) as Promise<Hex>
}

/** A page of another origin, on another machine by its name. */
async function foreignPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${foreignHost}:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
