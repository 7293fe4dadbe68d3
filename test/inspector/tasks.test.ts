import type { Browser, Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inspect, launchBrowser } from './inspectedPage.ts'
import { type Stage, stage } from './stage.ts'

// What people open the page for, each from its first screen, with the clicks that it takes.

let browser: Browser
let shown: Stage

beforeAll(async () => {
  browser = await launchBrowser()
  shown = await stage()
})
afterAll(async () => {
  await shown?.[Symbol.asyncDispose]()
  await browser?.close()
})

/** Counts the clicks of a person. */
function person(page: Page) {
  let clicks = 0
  return {
    click: async (target: Locator) => {
      clicks++
      await target.click()
    },
    get clicks() {
      return clicks
    },
    panel: (name: string) =>
      page.locator('section.panel').filter({ has: page.getByRole('heading', { name }) }),
  }
}

it('finds out why a transaction waits, with one click', async () => {
  await using inspected = await inspect(browser, shown.url)
  const { page } = inspected
  const user = person(page)
  await user.panel('Waiting').getByText(/nonce/).first().waitFor()
  await user.click(user.panel('Waiting').locator('a[href^="#/tx/"]').first())
  await page
    .locator('.summary')
    .getByText(/it has nonce 25, but its sender is at nonce .* send that one first/)
    .waitFor()
  expect(user.clicks).toBe(1)
})

it('shows what waits and why before what is new, on a narrow screen too', async () => {
  await using inspected = await inspect(browser, shown.url)
  const { page } = inspected
  const { panel } = person(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const names = ['Failures', 'Waiting', 'Newest transactions']
  await panel('Waiting').getByText(/nonce/).first().waitFor()
  const tops = await Promise.all(
    names.map(async (name) => (await panel(name).first().boundingBox())?.y ?? 0),
  )
  expect(tops).toEqual([...tops].sort((one, other) => one - other))
})

it('finds the line that reverted, with one click, and steps through it with another', async () => {
  await using inspected = await inspect(browser, shown.url)
  const { page } = inspected
  const user = person(page)
  await user.click(
    user
      .panel('Failures')
      .getByRole('link', { name: /burn|0x/ })
      .first(),
  )
  const source = page.getByRole('region', { name: 'contracts/Token.sol:26' })
  await source.locator('.now').getByText('revert').waitFor()
  await user.click(page.getByRole('link', { name: 'Debug the failing step' }))
  await page.getByRole('heading', { name: 'contracts/Token.sol:26' }).waitFor()
  expect(user.clicks).toBe(2)
})

it('makes the next seal drop a transaction, with three clicks', async () => {
  const { devnet, send, url } = shown
  const hash = await send({ from: devnet.accounts[4]?.address, value: '0x7' })
  await devnet.flashblock()
  await using inspected = await inspect(browser, url)
  const { page } = inspected
  const user = person(page)
  await user.click(user.panel('Newest transactions').locator(`a[href="#/tx/${hash}"]`))
  await page.getByText(hash).first().waitFor()
  await user.click(page.getByRole('button', { name: 'Drop at the next seal' }))
  await page
    .getByText(/is armed to take it out of the block/)
    .first()
    .waitFor()
  await user.click(page.getByRole('button', { name: 'Seal', exact: true }))
  await page.getByRole('list', { name: 'Course' }).getByText('the fault dropAtSeal').waitFor()
  expect(await devnet.explain(hash)).toMatchObject({ reason: 'fault' })
  expect(user.clicks).toBe(3)
})
