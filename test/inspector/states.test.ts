import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { barriers, builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'

let browser: Browser

beforeAll(async () => {
  if (noChromium === undefined) browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
})

describe.skipIf(noChromium)(titled('the table of states in Chromium', noChromium), () => {
  it.each([
    ['ethereum', 'published', 'pending', 'sealed', 'latest, pending'],
    ['op', 'published', 'pending', 'sealed', 'latest, pending'],
    ['base', undefined, '', 'sealed', 'latest, pending'],
    ['monad', undefined, '', 'proposed', 'latest, pending'],
    ['rise', 'shredded', 'pending', 'sealed', 'latest, pending'],
  ] as const)(
    'shows the states of %s by its table',
    async (network, published, early, sealed, tags) => {
      await using own = await builtDevnet({ network })
      const { url } = await own.listen({ port: 0 })
      const [alice, bob] = own.accounts
      const transfer = { from: alice?.address, to: bob?.address, value: '0x1' }
      const hash = (await own.provider.request({
        method: 'eth_sendTransaction',
        params: [transfer],
      })) as string
      const inFront = async (page: Page, state: string, at: string) => {
        const words = at === '' ? 'seen by no tag' : `seen at ${at}`
        await page.getByText(`State: ${state}, ${words}`).waitFor()
      }
      await using inspected = await inspect(browser, url)
      const { page, problems } = inspected
      await page.goto(`${url}/#/tx/${hash}`)
      await inFront(page, 'pooled', '')
      if (published !== undefined) {
        await own.flashblock()
        await inFront(page, published, early)
      }
      await own.seal()
      await inFront(page, sealed, tags)
      await page.goto(`${url}/#/block/1`)
      await page.getByText(`${sealed}, seen at latest, pending`).waitFor()
      await own.seal()
      await own.seal()
      if (network === 'monad') {
        await page.getByText('finalized, seen at finalized, latest, pending, safe').waitFor()
      }
      await page.goto(`${url}/#/timeline`)
      await page.getByRole('link', { name: new RegExp(`^Block #3 .*% ${sealed}$`) }).waitFor()
      await page.goto(`${url}/#/chain`)
      await page.getByRole('heading', { name: `Network: ${network}` }).waitFor()
      await page.getByRole('region', { name: 'States' }).getByText(sealed).first().waitFor()
      expect(await barriers(page)).toEqual([])
      const isTooWide = 'document.documentElement.scrollWidth > window.innerWidth'
      expect(await page.evaluate(isTooWide)).toBe(false)
      expect(problems).toEqual([])
    },
  )
})
