// Makes the pictures of docs/inspector.md: the timeline after a few blocks, of which one was sealed without a
// pre-confirmed transaction, in light and dark; and the debugger in a call that fails.
import { chromium, type Page } from '@playwright/test'
import type * as Library from '../src/index.ts'
import { stage } from '../test/inspector/stage.ts'
import { launchOptions } from '../test/support/chromium.ts'

const { executablePath = '', args } = launchOptions
const browser = await chromium.launch({ executablePath, args })

async function open(url: string, colorScheme: 'light' | 'dark', height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1080, height }, colorScheme })
  await page.goto(url)
  await page.getByText('live', { exact: true }).waitFor()
  return page
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `docs/${name}.png`, animations: 'disabled' })
  await page.close()
}

async function timeline(): Promise<void> {
  const library = new URL('../dist/index.js', import.meta.url).href
  const { createDevnet } = (await import(library)) as typeof Library
  await using devnet = await createDevnet({ clock: 'manual' })
  const { url } = await devnet.listen({ port: 0 })
  const [light, dark] = [await open(url, 'light', 620), await open(url, 'dark', 620)]
  const [alice, bob] = devnet.accounts
  for (const [tick, count] of [
    0, 2, 0, 1, 5, 0, 0, 3, 1, 0, 4, 0, 0, 2, 0, 1, 0, 6, 0, 0, 1, 2, 0, 3,
  ].entries()) {
    for (let sent = 0; sent < count; sent++) {
      const transaction = { from: alice?.address, to: bob?.address, value: '0xde0b6b3a7640000' }
      await devnet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    }
    if (tick === 12) devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 4 })
    await devnet.clock.advance(200)
  }
  await devnet.reorg({ depth: 1, requeue: true })
  for (let tick = 0; tick < 14; tick++) await devnet.clock.advance(200)
  for (const page of [light, dark]) await page.getByText('removed').first().waitFor()
  await save(light, 'inspector')
  await save(dark, 'inspector-dark')
}

async function debugged(): Promise<void> {
  await using own = await stage()
  const page = await open(`${own.url}/#/debug/${own.sealed.burn}`, 'dark', 860)
  await page.getByRole('heading', { name: /^contracts\/Token.sol/ }).waitFor()
  await page.getByRole('heading', { name: 'Memory (96 bytes)' }).waitFor()
  await save(page, 'inspector-debugger')
}

await timeline()
await debugged()
await browser.close()
