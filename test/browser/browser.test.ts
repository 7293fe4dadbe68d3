import { type Browser, chromium, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { launchOptions, noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { type ServedSite, serveSite } from './served.ts'

let browser: Browser
let site: ServedSite
beforeAll(async () => {
  if (noChromium !== undefined) return
  const { executablePath = '', args } = launchOptions
  site = await serveSite()
  browser = await chromium.launch({ executablePath, args })
})
afterAll(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
})

/** An empty page of the site, and what went wrong in it. */
async function openPage(policy = ''): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error.stack}`))
  page.on('console', (message) => problems.push(message.text()))
  await page.goto(`${site.url}/?${encodeURIComponent(policy)}`)
  return { page, problems }
}

/** What a module of the site exports. */
async function exportsOf(name: string): Promise<unknown> {
  const { page, problems } = await openPage()
  const exported = await page.evaluate(`import('/${name}.js').then((all) => ({ ...all }))`)
  expect(problems).toEqual([])
  await page.close()
  return exported
}

/** Runs a scenario in the page, or in a worker of it. */
function runIn(page: Page, where: string, name: string, given?: unknown): Promise<unknown> {
  const inPage = `import('/scenarios.js').then((all) => all.${name}(${JSON.stringify(given)}))`
  const inWorker = `new Promise((resolve) => {
    const worker = new Worker('/scenarioWorker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => resolve({ failed: message })
    worker.postMessage(${JSON.stringify({ name, given })})
  })`
  return page.evaluate(where === 'a worker' ? inWorker : inPage)
}

describe.skipIf(noChromium)(titled('preconf/browser in Chromium', noChromium), () => {
  it('steps flashblocks in a page, as the documents show', async () => {
    expect(await exportsOf('page')).toEqual({
      preconfirmed: parseEther('10001'),
      before: parseEther('10000'),
      sealed: parseEther('10001'),
    })
  })

  it('needs no bundler', async () => {
    const page = await browser.newPage()
    await page.goto(`${site.url}/plain.html?script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'`)
    await page.getByText('0x21e27c1806e59a40000').waitFor()
    await page.close()
  })

  it('answers a page from a worker, as the documents show', async () => {
    expect(await exportsOf('besideWorker')).toEqual({
      received: { status: 'success', balance: parseEther('10001') },
    })
  })

  describe.each(['a page', 'a worker'])('in %s', (where) => {
    const balance = `0x${7n.toString(16).padStart(64, '0')}`
    it.each<[string, unknown]>([
      ['blob', { status: 'success', blobGasUsed: 131_072n }],
      [
        'contract',
        { balance: 7n, failure: 'ContractFunctionExecutionError', steps: true, call: 'CALL' },
      ],
      ['history', { after: 7n, reverted: 0n, here: 2n, there: 1n }],
      ['simulation', { status: 'success', balance: parseEther('10000') }],
      ['cadence', ['0x1', '0x2']],
      ['content', { zipped: true, loaded: balance, carol: '0x4563918244f40000', dave: true }],
      ['clients', { status: 'success', accounts: 10 }],
      [
        'course',
        {
          ended: { name: 'scenario', status: 'ended', steps: 3, elapsedMs: 4000 },
          value: 3000,
          refused:
            'cannot read crash.yaml: a browser has no files: give the content in place of a path',
        },
      ],
      [
        'curves',
        {
          pairing: `0x${'1'.padStart(64, '0')}`,
          bls: `0x${'00'.repeat(128)}`,
          kzg: `0x${(4096).toString(16).padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`,
          sha: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          power: '0x05',
        },
      ],
    ])('%s', async (name, expected) => {
      const { page, problems } = await openPage()
      expect(await runIn(page, where, name)).toEqual(expected)
      expect(problems).toEqual([])
      await page.close()
    })
  })

  it('goes on from a live chain over HTTP and WebSocket', async () => {
    await using live = await createDevnet({ mining: 'auto' })
    await live.provider.request({ method: 'anvil_mine', params: ['0x5'] })
    const { url, webSocketUrl } = await live.listen({ port: 0, allowOrigin: site.url })
    const { page } = await openPage()
    const expected = { block: 5, balance: '0x21e19e0c9bab2400000' }
    expect(await runIn(page, 'a page', 'fork', url)).toEqual(expected)
    expect(await runIn(page, 'a page', 'fork', webSocketUrl)).toEqual(expected)
    await page.close()
  })

  it('says what a browser does not have, and what to do instead', async () => {
    const { page } = await openPage()
    expect(await runIn(page, 'a page', 'whatIsNot')).toEqual([
      'NotInBrowser: a browser cannot listen: give devnet.provider to clients, or run npx preconf',
      "InvalidOption: invalid state 'state.json': a browser has no files: give what devnet.dumpState() gave to loadState",
      "InvalidOption: invalid artifacts 'out': a browser has no files: give their content to preconf_addArtifacts",
      "InvalidOption: invalid gasReport 'gas': a browser has no files: give true, and call devnet.gasReport()",
      "InvalidOption: invalid fork.cassette 'x.jsonl': a browser has no files: replay it in Node",
      'NotInBrowser: a browser has no IPC: give the http or ws URL of the live chain',
      'UnreadableFile: cannot read genesis.json: a browser has no files: give the content in place of a path',
      'InvalidFixture: fixture.ts: it cannot be imported: a browser has no files: import the module, and give what it exports',
      'UnreadableFile: cannot read fixture.yaml: a browser has no files: give the content in place of a path',
    ])
    await page.close()
  })

  it('says that the policy of the page forbids WebAssembly', async () => {
    const { page } = await openPage("script-src 'self' 'unsafe-inline'")
    expect(await runIn(page, 'a page', 'start')).toBe(
      "NotInBrowser: the Content-Security-Policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src",
    )
    await page.close()
  })
})
