// Makes pictures of the inspector: `tsx scripts/screenshot.ts FOLDER` of every screen in light and dark at 1280 and 390
// pixels; without a folder, that of the documentation.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { showcase } from '../test/inspector/showcase.ts'
import { launchOptions } from '../test/support/chromium.ts'
import { inColours } from './pngColours.ts'

const [folder, wanted = ''] = process.argv.slice(2)
const { executablePath = '', args } = launchOptions
const browser = await chromium.launch({ executablePath, args })
const scene = await showcase()
const places = Object.entries(scene.places).filter(([name]) => name.includes(wanted))

async function pictures(colorScheme: 'light' | 'dark', width: number, into: string): Promise<void> {
  const viewport = { width, height: width < 600 ? 844 : 800 }
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  for (const [name, url] of places) {
    await page.goto(url)
    await page.getByText('live', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    // The names of calls are gathered for a moment.
    await page.waitForTimeout(400)
    const file = join(into, `${name}-${colorScheme}-${width}.png`)
    await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  }
  await page.close()
}

if (folder === undefined) {
  const viewport = { width: 1080, height: 620 }
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(scene.url)
  await page.getByText('live', { exact: true }).waitFor()
  await page.waitForTimeout(1500)
  const png = await page.screenshot({ animations: 'disabled' })
  writeFileSync('docs/inspector.png', inColours(png, 128))
} else {
  mkdirSync(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) await pictures(scheme, width, folder)
  }
}
await browser.close()
await scene[Symbol.asyncDispose]()
