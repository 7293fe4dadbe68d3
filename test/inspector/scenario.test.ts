import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { barriers, builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'

const outage = `version: 1
name: outage
actors: { alice: { mnemonicIndex: 0 }, bob: { mnemonicIndex: 1 } }
steps:
  - { name: pay, after: 10s, send: { from: alice, to: bob, value: 1 ether } }
  - { after: 10s, checkpoint: before }
  - { name: stop, after: 10s, cadence: { paused: true } }
  - { after: 10s, cadence: { paused: false } }
  - { name: rich, after: 10s, expect: { balance: { of: bob, atLeast: 10002 ether } } }
`

let browser: Browser
beforeAll(async () => {
  if (noChromium === undefined) browser = await launchBrowser()
})
afterAll(() => browser?.close())

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

/** The state of a step, once it is shown. */
function row(page: Page, step: number, state: string) {
  return page.getByRole('row', { name: new RegExp(`^${step} .* ${state}( |$)`) })
}

describe.skipIf(noChromium)(titled('a scenario in Chromium', noChromium), () => {
  it('is played, paused and jumped in by mouse', async () => {
    await using devnet = await builtDevnet({ mining: 'flashblocks' })
    const { url } = await devnet.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/scenario`)
    await page.getByRole('textbox', { name: 'YAML or JSON' }).fill('steps: 3')
    await button(page, 'Play').click()
    await page.getByText('Play the scenario: scenario, line 1: version is missing').waitFor()
    await page
      .getByLabel('A file in YAML or JSON')
      .setInputFiles({ name: 'a.yaml', mimeType: 'text/yaml', buffer: Buffer.from(outage) })
    await page.getByText('0 of 5 steps done, at 0.0 s').waitFor()
    await row(page, 1, 'waiting').waitFor()
    expect(await page.locator('[aria-current=step]').textContent()).toContain('pay')
    expect(await barriers(page)).toEqual([])

    await button(page, 'Pause').click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await button(page, 'Next step').click()
    await row(page, 1, 'done').waitFor()
    await page.getByText('1 of 5 steps done, at 10.0 s').waitFor()
    await button(page, 'Resume').click()
    await page.getByText('Playing', { exact: true }).waitFor()
    await button(page, 'Skip to step 3').click()
    await page.getByText('3 of 5 steps done, at 30.0 s').waitFor()
    expect(devnet.cadence.isPaused).toBe(true)
    await button(page, 'Go back to step 2').click()
    await page.getByText('2 of 5 steps done, at 20.0 s').waitFor()
    expect(devnet.cadence.isPaused).toBe(false)

    await button(page, 'To the end').click()
    await page.getByText('Failed', { exact: true }).waitFor()
    await row(page, 5, 'failed').waitFor()
    await page
      .getByText("the step 'rich' fails: expected that the balance of bob is at least")
      .first()
      .waitFor()
    await button(page, 'Stop and restore').click()
    await page.getByText('Stopped', { exact: true }).waitFor()
    expect(devnet.scenario?.status).toBe('stopped')
    expect(problems).toEqual([])
  })

  it('is played by keyboard alone', async () => {
    await using devnet = await builtDevnet({ mining: 'flashblocks' })
    const { url } = await devnet.listen({ port: 0 })
    await devnet.provider.request({ method: 'preconf_playScenario', params: [outage] })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/scenario`)
    await page.getByText('0 of 5 steps done').waitFor()
    await page.keyboard.press('p')
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.keyboard.press('n')
    await page.getByText('1 of 5 steps done').waitFor()
    await page.keyboard.press('p')
    await page.getByText('Playing', { exact: true }).waitFor()
    await page.keyboard.press('e')
    await page.getByText('Failed', { exact: true }).waitFor()
    await page.keyboard.press('x')
    await page.getByText('Stopped', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})
