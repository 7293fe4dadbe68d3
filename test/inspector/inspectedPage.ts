import { type Browser, chromium, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import type * as Library from '../../src/index.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { launchOptions } from '../support/chromium.ts'

/** A name of another machine, as browsers are made to believe. */
export const foreignHost = 'foreign.test'

export function launchBrowser(): Promise<Browser> {
  const args = [...launchOptions.args, `--host-resolver-rules=MAP ${foreignHost} 127.0.0.1`]
  const { executablePath = '' } = launchOptions
  return chromium.launch({ executablePath, args })
}

/** As it is published: the sources have no page. */
export async function builtDevnet(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  const library = new URL('../../dist/index.js', import.meta.url).href
  const { createDevnet } = (await import(library)) as typeof Library
  return createDevnet({ clock: 'manual', mining: 'manual', ...options })
}

export interface Look {
  readonly scheme: 'light' | 'dark'
  readonly width: number
}

/** What went wrong in a page. */
export interface InspectedPage extends AsyncDisposable {
  readonly page: Page
  /** Errors, violations of the policy, and requests to elsewhere. */
  readonly problems: string[]
}

/** A page that shows the inspector of a devnet, without a way to anywhere else. */
export async function inspect(
  browser: Browser,
  url: string,
  { scheme, width }: Look = { scheme: 'light', width: 1280 },
): Promise<InspectedPage> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${error.stack}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  // As text, since the tests know no browser.
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  })
  await page.route('**/*', (route) => {
    if (route.request().url().startsWith(url)) return route.continue()
    problems.push(`request to ${route.request().url()}`)
    return route.abort()
  })
  await page.goto(url)
  await page.getByText('live', { exact: true }).waitFor()
  return { page, problems, [Symbol.asyncDispose]: () => context.close() }
}

/** What axe finds wrong with the page as it is, in words. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeCore.source)
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
}
