import { existsSync } from 'node:fs'

/** The first has no window to draw, which takes two thirds of the time. */
const paths = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where the browser is that tests of pages run in. */
const chromium = paths.find((path) => existsSync(path))

/** Why tests of pages are skipped, if they are. */
export const noChromium = chromium === undefined ? `there is no ${paths.join(' or ')}` : undefined

/** How Playwright starts it, without a network and also as root. */
export const launchOptions = {
  executablePath: chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
