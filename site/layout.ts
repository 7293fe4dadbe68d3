import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions, noChromium } from '../test/support/chromium.ts'

/** Pixels of a laptop and of a phone. */
const widths = [1280, 390]

/**
 * Returns which pages of a built site are wider than a window, or have a table or a cell that is.
 * Without a browser it says so and finds nothing.
 */
export async function widerThanWindow(dist: string): Promise<string[]> {
  if (noChromium !== undefined) {
    console.log(`the widths of tables are not checked: ${noChromium}`)
    return []
  }
  const { executablePath = '', args } = launchOptions
  const browser = await chromium.launch({ executablePath, args })
  try {
    // The pages are there without scripts, which would take most of the time.
    const page = await browser.newPage({ javaScriptEnabled: false })
    await page.route('**/*', (route) => {
      const path = join(dist, decodeURIComponent(new URL(route.request().url()).pathname))
      return existsSync(path) ? route.fulfill({ path }) : route.abort()
    })
    const found: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const file of readdirSync(dist).filter((name) => name.endsWith('.html'))) {
        await page.goto(`http://site/${file}`)
        const wide = await page.evaluate(tooWide)
        if (wide !== '') found.push(`${file} at ${width} pixels cuts off: ${wide}`)
      }
    }
    return found
  } finally {
    await browser.close()
  }
}

/** What begins the text of the first part that is too wide; runs in the page. */
function tooWide(): string {
  const root = document.documentElement
  const parts = [root, ...document.querySelectorAll('.vp-doc table, .vp-doc td')]
  const wide = parts.find(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  return wide === root ? 'the page' : (wide?.textContent ?? '').slice(0, 60)
}
