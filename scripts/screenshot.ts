// Makes the picture of docs/inspector.md: the timeline after a few blocks, of which one was sealed without a
// pre-confirmed transaction.
import { chromium } from '@playwright/test'
import type * as Library from '../src/index.ts'
import { launchOptions } from '../test/support/chromium.ts'

const { executablePath = '', args } = launchOptions
const browser = await chromium.launch({ executablePath, args })

const library = new URL('../dist/index.js', import.meta.url).href
const { createDevnet } = (await import(library)) as typeof Library
await using devnet = await createDevnet({ clock: 'manual' })
const { url } = await devnet.listen({ port: 0 })
const page = await browser.newPage({ viewport: { width: 1080, height: 620 }, colorScheme: 'light' })
await page.goto(url)
await page.getByText('live', { exact: true }).waitFor()

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
await page.getByText('removed').first().waitFor()
await page.screenshot({ path: 'docs/inspector.png', animations: 'disabled' })
await browser.close()
