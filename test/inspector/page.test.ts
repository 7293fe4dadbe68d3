import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { noChromium } from '../support/chromium.ts'
import { times } from '../support/runs.ts'
import { titled } from '../support/skips.ts'
import { bob } from '../support/transfers.ts'
import { barriers, builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'
import { type Stage, stage } from './stage.ts'

const screens = [
  'Home',
  'Timeline',
  'Transactions',
  'Pool',
  'Accounts',
  'Faults',
  'Scenario',
  'Time',
  'Reads',
  'Requests',
  'Chain',
] as const

/** Each width and each scheme once; the nightly run has all pairs. */
const looks = (
  [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 390 },
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
  ] as const
).slice(0, times(2, 4))

/** Where code is put of which nobody knows a source. */
const unknownCode = `0x${'5e'.repeat(20)}`

let browser: Browser
let shown: Stage

beforeAll(async () => {
  if (noChromium !== undefined) return
  browser = await launchBrowser()
  shown = await stage()
})
afterAll(async () => {
  await browser?.close()
  await shown?.[Symbol.asyncDispose]()
})

function send(to: PreconfDevnet, transaction: object = {}): Promise<Hex> {
  const [alice, bob] = to.accounts
  const request = { from: alice?.address, to: bob?.address, value: '0x1', ...transaction }
  return to.provider.request({ method: 'eth_sendTransaction', params: [request] }) as Promise<Hex>
}

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

/** Whether something is wider than the window. */
function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
}

describe.skipIf(noChromium)(titled('the inspector in Chromium', noChromium), () => {
  it.each(looks)(
    'shows every screen, $scheme, $width pixels wide, without barriers',
    async (look) => {
      const { url, sealed, token, proxy, devnet } = shown
      await using inspected = await inspect(browser, url, look)
      const { page, problems } = inspected
      await devnet.provider.request({ method: 'eth_chainId' })
      for (const name of screens) {
        const links = page.getByRole('navigation', { name: 'Screens' })
        await links.getByRole('link', { name, exact: true }).click()
        await heading(page, name).waitFor()
        await page.waitForLoadState('networkidle')
        expect({ name, found: await barriers(page) }).toEqual({ name, found: [] })
        expect({ name, isTooWide: await overflows(page) }).toEqual({ name, isTooWide: false })
      }
      const places = [
        [`/tx/${sealed.transfer}`, 'Transaction'],
        [`/tx/${sealed.mint}`, 'Transaction'],
        [`/tx/${sealed.burn}`, 'Transaction'],
        [`/debug/${sealed.burn}`, 'Debugger'],
        [`/debug/${sealed.transfer}`, 'Debugger'],
        [`/contract/${token}`, 'Token'],
        [`/contract/${proxy}`, 'Proxy'],
        ['/block/1', 'Block 1'],
        [`/account/${devnet.accounts[0]?.address}`, 'Account (0)'],
        [`/account/${token}`, 'Account'],
      ] as const
      for (const [path, name] of places) {
        await page.goto(`${url}/#${path}`)
        await heading(page, name).waitFor()
        await page.getByRole('heading', { level: 2 }).or(page.locator('.bad')).first().waitFor()
        expect({ name, found: await barriers(page) }).toEqual({ name, found: [] })
        expect({ name, isTooWide: await overflows(page) }).toEqual({ name, isTooWide: false })
      }
      expect(problems).toEqual([])
    },
  )

  it('is used by keyboard alone', async () => {
    await using own = await builtDevnet()
    const { url } = await own.listen({ port: 0 })
    await own.loadFixture({ labels: { treasury: bob } })
    const hash = await send(own)
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/timeline`)
    await page.getByRole('link', { name: /^Block #0/ }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('link', { name: 'Block #1 1 tx pending' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('link', { name: /^Block #1 1 tx gas/ }).waitFor()
    await page.keyboard.press(' ')
    await page.getByText('Paused').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, 'Block 1').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(hash)
    await page.keyboard.press('Enter')
    await heading(page, 'Transaction').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('treasury')
    await page.keyboard.press('Enter')
    await heading(page, 'treasury').waitFor()
    for (const [wanted, name] of [
      ['#1', 'Block 1'],
      ['latest', 'Block 1'],
      [bob.toUpperCase().replace('X', 'x'), 'treasury'],
    ] as const) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(wanted)
      await page.keyboard.press('Enter')
      await heading(page, name).waitFor()
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Help and settings' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const name of screens) {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
      await heading(page, name).waitFor()
    }
    expect(problems).toEqual([])
  })

  it('reads a contract, and goes from a transaction to its debugger, by keyboard alone', async () => {
    const { url, token, sealed } = shown
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/contract/${token}`)
    await page.getByText('rate() → uint64').waitFor()
    await tabTo(page, 'rate() → uint64')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Read')
    await page.keyboard.press('Enter')
    await page.locator('.answer').getByText('7', { exact: true }).waitFor()
    await page.goto(`${url}/#/tx/${sealed.mint}`)
    await page.getByRole('link', { name: 'Open in the debugger' }).waitFor()
    await tabTo(page, 'Open in the debugger')
    await page.keyboard.press('Enter')
    await heading(page, 'Debugger').waitFor()
    expect(problems).toEqual([])
  })

  it('acts on the chain by its buttons and forms', async () => {
    await using own = await builtDevnet()
    const { url } = await own.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    const open = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await open('Accounts')
    await page.getByLabel(/^From/).fill(own.accounts[0]?.address ?? '')
    await page.getByLabel(/^To/).fill(own.accounts[1]?.address ?? '')
    await page.getByLabel('Ether').fill('1.5')
    await page.getByRole('button', { name: 'Send' }).click()
    await heading(page, 'Transaction').waitFor()
    await page.getByText('pooled', { exact: true }).first().waitFor()
    await open('Pool')
    await page.getByRole('heading', { name: 'Executable (1)' }).waitFor()
    await send(own, { nonce: '0x5' })
    await page.getByRole('heading', { name: 'Queued behind a gap (1)' }).waitFor()
    await page
      .getByRole('row', {
        name: / 5 0x.* waits for nonce 1 .* Resend 0x\w+ with higher fees Drop 0x/,
      })
      .waitFor()
    await page
      .getByRole('button', { name: /^Resend .* with higher fees$/ })
      .first()
      .click()
    await page.getByText('Resend with 25 % higher fees: done').waitFor()
    await open('Faults')
    await page.getByRole('button', { name: 'Arm the fault' }).click()
    await page.getByRole('heading', { name: 'Armed (1)' }).waitFor()
    await open('Timeline')
    await page.getByRole('button', { name: 'Flashblock' }).click()
    await page.getByRole('link', { name: 'Block #1 1 tx pending' }).waitFor()
    await page.getByRole('button', { name: 'Seal' }).click()
    await page.getByRole('link', { name: /^Block #1 0 tx gas/ }).waitFor()
    await page.getByTitle(/not fully sealed/).waitFor()
    await open('Faults')
    await page.getByRole('row', { name: /^1 dropAtSeal 0x/ }).waitFor()
    await open('Transactions')
    await page.getByRole('cell', { name: 'dropped by the fault dropAtSeal' }).waitFor()
    await open('Time')
    await page.getByRole('button', { name: 'Create a checkpoint' }).click()
    await page.getByText('checkpoint 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Replace with empty blocks' }).click()
    await open('Timeline')
    await page.getByRole('link', { name: /^Block #1 .* removed$/ }).waitFor()
    await open('Time')
    await page.getByRole('button', { name: 'Go back to checkpoint 1' }).click()
    await page.getByText('Go back to checkpoint 1: done').waitFor()
    expect(problems).toEqual([])
  })

  it('reads and writes a contract by its forms', async () => {
    await using own = await stage()
    await using inspected = await inspect(browser, own.url)
    const { page, problems } = inspected
    const bob = own.devnet.accounts[1]?.address ?? ''
    await page.goto(`${own.url}/#/contract/${own.proxy}`)
    await heading(page, 'Proxy').waitFor()
    await page.getByText('mint(address,uint256)').click()
    await page.getByRole('textbox', { name: 'to (address)' }).fill(bob)
    await page.getByRole('textbox', { name: 'value (uint256)' }).fill('12')
    await page.getByRole('button', { name: 'Send mint' }).click()
    await heading(page, 'Transaction').waitFor()
    await own.devnet.flashblock()
    await page.getByText('Pre-confirmed').first().waitFor()
    await page.getByRole('cell', { name: /^Transfer\(/ }).waitFor()
    await page.goto(`${own.url}/#/contract/${own.proxy}`)
    await page.getByText('balances(address) → uint256').click()
    await page.getByRole('textbox', { name: 'argument 1 (address)' }).fill(bob)
    await page.getByRole('button', { name: 'Read balances' }).click()
    await page.locator('.answer').getByText('12', { exact: true }).waitFor()
    await page.getByRole('row', { name: /totalSupply uint256 12/ }).waitFor()
    await page.getByText('burn(uint256)').click()
    await page.getByText('function mint(address to').waitFor()
    expect(problems).toEqual([])
  })

  it('steps through a transaction by lines, and by opcodes, by keyboard', async () => {
    const { url, sealed, devnet } = shown
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/tx/${sealed.burn}`)
    await page.getByText('Token.burn (contracts/Token.sol:26)').waitFor()
    await page.getByRole('link', { name: 'Step through burn' }).click()
    await heading(page, 'Debugger').waitFor()
    await page.getByRole('heading', { name: 'contracts/Token.sol:26' }).waitFor()
    await page.getByText('Token.burn(value: 1000000000000000000)').waitFor()
    await page.getByRole('row', { name: 'totalSupply 500' }).waitFor()
    await page.getByLabel('Step by').selectOption('instruction')
    await page.getByRole('heading', { name: 'Opcodes' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    const now = page.locator('tr[aria-current="step"]')
    await now.getByText('REVERT').waitFor()
    await page.getByRole('heading', { name: /^Memory \(\d+ bytes\)/ }).waitFor()
    await page.keyboard.press('b')
    await now.getByText('REVERT').waitFor({ state: 'hidden' })
    await page.keyboard.press('n')
    await now.getByText('REVERT').waitFor()
    const code = '0x6001600255'
    await devnet.provider.request({ method: 'anvil_setCode', params: [unknownCode, code] })
    const unknown = await send(devnet, { to: unknownCode, value: '0x0', gas: '0x30d40' })
    await devnet.seal()
    await page.goto(`${url}/#/debug/${unknown}`)
    await now.getByText('PUSH1').waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await now.getByText('SSTORE').waitFor()
    await page.getByRole('heading', { name: /^Stack \(2\)/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('has charts, files, reports, and the chains of test workers', async () => {
    await using own = await stage()
    await fetch(`${own.url}/7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"preconf_seal","params":[]}',
    })
    await using inspected = await inspect(browser, own.url)
    const { page, problems } = inspected
    await page.getByRole('link', { name: 'Chain', exact: true }).click()
    await page.locator('.chart polyline[points*=" "]').first().waitFor()
    expect(await page.locator('.chart').count()).toBe(6)
    await page.getByRole('row', { name: /^Token.mint 1 1/ }).waitFor()
    await page.getByRole('row', { name: /^contracts\/Token.sol \d+ % .* 27, 35$/ }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByLabel('Export as').selectOption('anvil')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('anvil.json')
    const path = await download.path()
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('accounts')
    await page.getByLabel('Load a state').setInputFiles(path)
    await page.getByText('Load the state: done').waitFor()
    await page.getByText('Write a fixture').click()
    await page.getByLabel('YAML or JSON').fill(`version: 1\nlabels: { vault: "${own.token}" }`)
    await page.getByRole('button', { name: 'Load the fixture' }).click()
    await page.getByText('Load the fixture: done').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('vault')
    await page.getByRole('option', { name: /^vault/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'vault').waitFor()
    await page.getByRole('link', { name: 'Chain', exact: true }).click()
    await page.getByRole('link', { name: '/7', exact: true }).click()
    await page.getByRole('link', { name: /^Block #1 / }).waitFor()
    await page.getByRole('link', { name: 'Chain', exact: true }).click()
    await page.getByText('/7 (this one)').waitFor()
    expect(problems).toEqual([])
  })

  it('shows the requests of others, and asks one of them again', async () => {
    await using own = await builtDevnet()
    const { url } = await own.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await own.provider.request({ method: 'eth_getBalance', params: [bob, 'latest'] })
    await own.provider.request({ method: 'eth_getBalance', params: ['0x1'] }).catch(() => undefined)
    await page.getByRole('row', { name: /eth_getBalance .* invalid argument 0/ }).waitFor()
    await page.getByRole('button', { name: 'Repeat request 1' }).click()
    await page.getByRole('heading', { name: /^Repeated: eth_getBalance/ }).waitFor()
    await page.getByText('"0x0"').waitFor()
    await page.getByLabel('Outcome').selectOption('refused')
    await page.getByRole('button', { name: 'Repeat request 1' }).waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  it('has of many transactions only what can be seen in the page', async () => {
    await using own = await builtDevnet({ mining: 'manual' })
    const { url } = await own.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    for (let block = 0; block < 3; block++) {
      const nonces = Array.from({ length: 400 }, (_, index) => block * 400 + index)
      await Promise.all(
        nonces.map((nonce) => send(own, { gas: '0x5208', nonce: `0x${nonce.toString(16)}` })),
      )
      await own.seal()
    }
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await page.getByText('1,200 shown').waitFor()
    const rows = page.getByRole('region', { name: 'Transactions, newest first' })
    expect(await rows.locator('tbody tr').count()).toBeLessThan(80)
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.locator('tr[aria-rowindex="1201"]').waitFor()
    expect(problems).toEqual([])
  })

  it('shows the gas of a block of Amsterdam by kind', async () => {
    await using own = await builtDevnet({ mining: 'auto', hardfork: 'amsterdam' })
    const { url } = await own.listen({ port: 0 })
    await send(own)
    await using inspected = await inspect(browser, url)
    await inspected.page.goto(`${url}/#/block/1`)
    await inspected.page.getByText('regular 21,000, state 0').waitFor()
    expect(inspected.problems).toEqual([])
  })
})

/** Presses Tab until a link of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate('document.activeElement?.textContent')
    if (focused === name) return
  }
  throw new Error(`no way to ${name} by Tab`)
}
