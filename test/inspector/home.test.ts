import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'
import { type Stage, stage } from './stage.ts'

let browser: Browser
let shown: Stage

beforeAll(async () => {
  if (noChromium !== undefined) return
  browser = await launchBrowser()
  shown = await stage()
})
afterAll(async () => {
  await browser?.close()
  await shown?.[Symbol.asyncDispose]()
})

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

describe.skipIf(noChromium)(titled('the home in Chromium', noChromium), () => {
  it('says what runs, what has failed by name, and why a transaction waits', async () => {
    await using inspected = await inspect(browser, shown.url)
    const { page, problems } = inspected
    const main = page.getByRole('main')
    await main.getByText('31337', { exact: true }).waitFor()
    await main.getByText('osaka', { exact: true }).waitFor()
    await main.getByRole('link', { name: 'latency' }).waitFor()
    await main.getByText(/^waits for nonce \d+ of \(0\): send nonce \d+, or reset/).waitFor()
    const failures = page.getByRole('region', { name: 'Failures' })
    await failures
      .getByRole('row', { name: /^Token.burn 0x.* failed TooMuch \(0\) Token 0 ETH #/ })
      .waitFor()
    await page.locator('figcaption').getByText('medians of 3 blocks').waitFor()
    await page.waitForFunction(`document.title === 'Home · preconf'`)
    await failures.getByRole('link', { name: /^Token.burn/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Transaction' }).waitFor()
    await page.waitForFunction(`/^Transaction 0x.* · preconf$/.test(document.title)`)
    expect(problems).toEqual([])
  })

  it('finds parts of hashes, contracts and functions, and says where it has looked', async () => {
    const { url, sealed, token, devnet } = shown
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.getByRole('row', { name: /^Token.mint/ }).waitFor()
    await searchFor(page, sealed.mint.slice(0, 9))
    await page.getByRole('option', { name: /sealed/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/#/tx/${sealed.mint}`)
    await searchFor(page, sealed.transfer.slice(-8))
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/#/tx/${sealed.transfer}`)
    await searchFor(page, `${token.slice(0, 6)}…${token.slice(-4)}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/#/account/${token}`)
    await searchFor(page, 'mint')
    await page.getByRole('option', { name: /Token.mint.*function · 1 transaction/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('1 shown').waitFor()
    await searchFor(page, 'Token')
    await page.getByRole('option', { name: /^Token contract/ }).click()
    await page.waitForURL(`${url}/#/contract/${token}`)
    await searchFor(page, '(1)')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/#/account/${devnet.accounts[1]?.address}`)
    await searchFor(page, 'no such thing')
    await page.keyboard.press('Enter')
    await page
      .getByText(/^nothing found for "no such thing": looked for labels, contracts/)
      .waitFor()
    expect(problems).toEqual([])
  })

  it('says that there is no screen, with a way home', async () => {
    await using inspected = await inspect(browser, shown.url)
    const { page, problems } = inspected
    for (const path of ['/nowhere', '/pool/of', '/toString']) {
      await page.goto(`${shown.url}/#${path}`)
      await page.getByRole('heading', { level: 1, name: 'No such screen' }).waitFor()
      await page.waitForFunction(`document.title === 'Not found · preconf'`)
    }
    await page.getByRole('link', { name: 'the home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows what was dropped and reorged away before it was opened, and copies a hash', async () => {
    await using own = await builtDevnet()
    const [alice, bob] = own.accounts
    const send = (value: string): Promise<Hex> =>
      own.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: alice?.address, to: bob?.address, value }],
      }) as Promise<Hex>
    await send('0x1')
    const { hash } = await own.seal()
    await own.reorg({ depth: 1, requeue: false })
    const dropped = await send('0x2')
    await own.provider.request({ method: 'anvil_dropTransaction', params: [dropped] })
    const { url } = await own.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    const failures = page.getByRole('region', { name: 'Failures' })
    await failures.getByRole('row', { name: /dropped on request/ }).waitFor()
    await failures.getByRole('row', { name: /reorged/ }).waitFor()
    await page.getByRole('link', { name: /^Block #1 .* removed$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Block 1 (removed)' }).waitFor()
    await page.getByText(hash, { exact: true }).waitFor()
    await page.getByRole('row', { name: /\(0\) \(1\) 1 wei/ }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page
      .getByRole('button', { name: /^Copy 0x/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(hash)
    expect(problems).toEqual([])
  })

  it('asks only for what may have changed', async () => {
    await using own = await builtDevnet()
    const { url } = await own.listen({ port: 0 })
    const [alice, bob] = own.accounts
    const request = { from: alice?.address, to: bob?.address, value: '0x1' }
    const hash = await own.provider.request({ method: 'eth_sendTransaction', params: [request] })
    await own.seal()
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    const asked: string[] = []
    let answered = 0
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => asked.push(JSON.parse(String(payload)).method))
      socket.on('framereceived', ({ payload }) => {
        if ('id' in JSON.parse(String(payload))) answered++
      })
    })
    // How often the page asks depends on its time, so that time passes only where the test lets it.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.reload()
    const passMs = 250
    let pageMs = 0
    /** Lets the page's time pass until it shows a text, has all answers, and asks for no more. */
    async function settle(text: string | RegExp): Promise<void> {
      for (let isSettled = false; !isSettled; ) {
        const before = asked.length
        const isComplete = answered === before && (await page.getByText(text).first().isVisible())
        await page.clock.runFor(passMs)
        pageMs += passMs
        isSettled = isComplete && asked.length === before
      }
    }
    /** What the page asks at a path while blocks come, from when it has shown what is there. */
    async function askedAt(path: string, shown: RegExp): Promise<readonly string[]> {
      await page.goto(`${url}/#${path}`)
      await settle(shown)
      await seal()
      asked.length = 0
      answered = 0
      pageMs = 0
      for (let block = 0; block < 5; block++) await seal()
      return [...new Set(asked)].sort()
    }
    /** Seals a block, and waits until the page has it. */
    async function seal(): Promise<void> {
      const { number } = await own.seal()
      await settle(new RegExp(`^block ${number}$`))
    }
    expect(await askedAt(`/tx/${hash}`, /State: .*sealed/)).toEqual([])
    expect(await askedAt('/block/1', /Previous block/)).toEqual([])
    expect(await askedAt(`/account/${bob?.address}`, /Newest sealed/)).toEqual([
      'eth_blockNumber',
      'eth_getBalance',
      'eth_getCode',
      'eth_getLogs',
      'eth_getTransactionCount',
      'ots_searchTransactionsBefore',
      'preconf_forkInfo',
    ])
    // The tokens, which take the most work, are asked for every 2 s at most.
    const looks = asked.filter((method) => method === 'preconf_forkInfo').length
    expect(looks).toBeLessThanOrEqual(1 + pageMs / 2000)
    await page.clock.resume()
    const { number } = await own.seal()
    const restored = await own.checkpoint()
    await page.goto(`${url}/#/tx/${hash}`)
    await page.getByText('sealed', { exact: true }).first().waitFor()
    await own.reorg({ depth: Number(number), requeue: false })
    await page.getByText('reorged', { exact: true }).first().waitFor()
    await own.restore(restored)
    await page.getByText('sealed', { exact: true }).first().waitFor()
    expect(problems).toEqual([])
  })
})
