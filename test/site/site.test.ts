import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect as expectPage } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchOptions, noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { serveFolder } from './servedFolder.ts'

const built = join(import.meta.dirname, '../../site/built/dist')
const why = existsSync(built) ? noChromium : 'the site is not built: npm run docs:site'

let browser: Browser
let site: Awaited<ReturnType<typeof serveFolder>>
beforeAll(async () => {
  if (why !== undefined) return
  const { executablePath = '', args } = launchOptions
  site = await serveFolder(built)
  browser = await chromium.launch({ executablePath, args })
})
afterAll(async () => {
  await browser?.close()
  await site?.[Symbol.asyncDispose]()
})

describe.skipIf(why)(titled('the documents as a site', why), () => {
  it('has a devnet in a page, of which each flashblock is stepped', async () => {
    await using page = await openPage('/live')
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const row = (text: string) => page.getByRole('row', { name: text })
    await click('Start a devnet')
    await expectPage(page.getByRole('status')).toContainText('Block 0 is sealed')

    await click('Send 1 ether to Bob')
    await expectPage(row('waits in the pool')).toBeVisible()
    await click('Flashblock')
    await expectPage(row('pre-confirmed in flashblock 1')).toBeVisible()
    await expectPage(row('pending')).toContainText('10001 ether')
    await expectPage(row('latest')).toContainText('10000 ether')

    await click('Seal')
    await expectPage(row('sealed in block 1')).toBeVisible()
    await expectPage(row('latest')).toContainText('10001 ether')

    await click('Send 1 ether to Bob')
    await click('Flashblock')
    await expectPage(row('pending')).toContainText('10002 ether')
    await click('Seal, and lose one')
    await expectPage(row('lost')).toBeVisible()
    await expectPage(row('pending')).toContainText('10001 ether')
    expect(page.problems).toEqual([])
  })

  it('finds methods, options and faults', async () => {
    await using page = await openPage('/')
    await page.keyboard.press('Control+k')
    for (const [text, found] of [
      ['eth_simulateV1', /methods/],
      ['block-time', /options/],
      ['sealWithoutFlashblocks', /faults/],
      ['createDevnet', /api/],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await expectPage(
        page.locator(`#localsearch-list a[href*="${found.source}"]`).first(),
      ).toBeVisible()
    }
    expect(page.problems).toEqual([])
  })

  it('answers with a page for people what they ask', async () => {
    await using page = await openPage('/')
    await page.keyboard.press('Control+k')
    for (const [text, found] of [
      ['MetaMask', 'troubleshooting#metamask'],
      ['nonce', 'troubleshooting#a-wallets-nonce'],
      ['already known', 'troubleshooting#already-known'],
      ['Next.js', 'troubleshooting#nextjs'],
      ['wagmi', 'wagmi'],
      ['Docker', 'docker'],
      ['CI without network', 'ci-without-network'],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      const links = page.locator('#localsearch-list a')
      await expectPage(links.first(), text).toHaveAttribute('href', new RegExp(found))
    }
  })
})

/** A page of the site, and what went wrong in it. */
async function openPage(path: string) {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error.stack}`))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${site.url}${path}`)
  // What is pressed before the page listens is lost.
  await page.waitForFunction(`document.querySelector('#app').__vue_app__ !== undefined`)
  const close = { problems, [Symbol.asyncDispose]: () => page.close() }
  return Object.assign(page, close)
}
