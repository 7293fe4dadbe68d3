import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { createWalletClient, custom, encodeFunctionData, toHex, type Abi as ViemAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barriers, builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'
import { type Stage, stage } from './stage.ts'

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

const course = (page: Page) => page.getByRole('list', { name: 'Course' })

it('tells of a failure: who sent it, where it was when, the line, and the step in the debugger', async () => {
  const { url, sealed } = shown
  await using inspected = await inspect(browser, url)
  const { page, problems } = inspected
  await page.goto(`${url}/#/tx/${sealed.burn}`)
  await page
    .getByText(/'s Token.burn\(1000000000000000000\) was pre-confirmed in .*; it failed: TooMuch/)
    .waitFor()
  await course(page).getByText('sent by eth_sendTransaction, from in process').waitFor()
  await course(page)
    .getByText(/flashblock \d of block #3/)
    .waitFor()
  const source = page.getByRole('region', { name: 'contracts/Token.sol:26' })
  await source.getByText('revert TooMuch').waitFor()
  expect(await source.locator('li').count()).toBe(9)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Debug the failing step' }).click()
  await page.getByRole('heading', { name: 'contracts/Token.sol:26' }).waitFor()
  await page.getByText('Token.burn(value: 1000000000000000000)').waitFor()
  expect(problems).toEqual([])
})

it('tells of a transaction that was dropped or replaced before the page was opened', async () => {
  const { url, devnet, send } = shown
  const [, , carol] = devnet.accounts
  const from = { from: carol?.address, gas: '0x5208' }
  const first = await send({ ...from, value: '0xde0b6b3a7640000', gasPrice: '0x77359400' })
  const second = await send({ ...from, nonce: '0x0', gasPrice: '0xb2d05e00' })
  await using inspected = await inspect(browser, url)
  const { page, problems } = inspected
  await page.goto(`${url}/#/tx/${first}`)
  await page.getByText(/transfer of 1 ETH to \(1\) was dropped: it was replaced/).waitFor()
  await course(page).getByText('replaced by').waitFor()
  await page.getByRole('heading', { name: 'What it was' }).waitFor()
  await course(page).getByRole('link').click()
  await page.getByText(new RegExp(second)).first().waitFor()
  // Why it waits stands once, in the sentence above its course.
  await page.locator('.summary').getByText('nothing keeps it out').waitFor()
  expect(await page.getByText('nothing keeps it out').count()).toBe(1)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Drop from the pool' }).click()
  await course(page).getByText('removed from the pool').waitFor()
  expect(problems).toEqual([])
})

it('shows tokens in their units: balances of an account, and amounts in calls and events', async () => {
  const fixture = fileURLToPath(new URL('../../fixtures/dex.yaml', import.meta.url))
  await using devnet = await builtDevnet({ fixture, artifacts: false })
  const [alice, , , dave] = devnet.accounts
  const dai = devnet.fixture.contracts.dai
  const data = encodeFunctionData({
    abi: dai?.abi as ViemAbi,
    functionName: 'transfer',
    args: [dave?.address, 1_500_000_000_000_000_001n],
  })
  const hash = await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice?.address, to: dai?.address, data }],
  })
  await devnet.seal()
  const { url } = await devnet.listen({ port: 0 })
  await using inspected = await inspect(browser, url)
  const { page, problems } = inspected
  await page.goto(`${url}/#/account/${dave?.address}`)
  const tokens = page.getByRole('region', { name: 'Tokens' })
  await tokens.getByRole('row', { name: /^DAI dai 1\.500000000000000001 1\.5/ }).waitFor()
  await page.goto(`${url}/#/tx/${hash}`)
  const events = page.getByRole('region', { name: 'Events' })
  const amount = events.getByText('1.500000000000000001 DAI')
  expect(await amount.getAttribute('title')).toBe('1500000000000000001')
  await page
    .getByRole('list')
    .getByText(/dai\.transfer\(to: .*1\.500000000000000001 DAI\)/)
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

it("shows what a type of transactions has of its own, and the sender's neighbours", async () => {
  const { url, devnet, send } = shown
  const [, , , dave, erin] = devnet.accounts
  const owner = privateKeyToAccount(generatePrivateKey())
  const wallet = createWalletClient({
    account: dave?.address as `0x${string}`,
    chain: foundry,
    transport: custom(devnet.provider, { retryCount: 0 }),
  })
  const authorization = await owner.signAuthorization({
    contractAddress: shown.token,
    chainId: foundry.id,
    nonce: 0,
  })
  const from = { from: dave?.address, to: erin?.address, gas: '0x186a0' }
  const accessList = [{ address: shown.token, storageKeys: [toHex(7n, { size: 32 })] }]
  const first = await send({ ...from, accessList })
  const second = await wallet.sendTransaction({
    to: erin?.address as `0x${string}`,
    authorizationList: [authorization],
    gas: 100_000n,
  })
  const third = await wallet.sendTransaction({
    to: erin?.address as `0x${string}`,
    blobs: [new Uint8Array(131_072)],
    maxFeePerBlobGas: 10n ** 9n,
    gas: 100_000n,
  } as never)
  await devnet.seal()
  await using inspected = await inspect(browser, url)
  const { page, problems } = inspected
  await page.goto(`${url}/#/tx/${second}`)
  await page.getByText('4, sets code').waitFor()
  const delegations = page.getByRole('region', { name: 'Delegations' })
  await delegations.getByRole('row', { name: /Token .* 0$/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'previous: 0' }).click()
  await page.getByText(first).waitFor()
  await page.getByText('Access list (1)').click()
  await page.getByText(accessList[0]?.storageKeys[0] ?? '').waitFor()
  await page.getByRole('link', { name: 'next: 1' }).click()
  await page.getByRole('link', { name: 'next: 2' }).click()
  await page.getByText(third).waitFor()
  await page.getByText('Blobs (1)').click()
  await page.getByText(/^0x01[0-9a-f]{62}$/).waitFor()
  await page.getByText(/per blob gas paid, cap 1 gwei/).waitFor()
  // The sender is in the sentence, the request and the moves.
  await page.getByRole('link', { name: '(3)' }).first().hover()
  expect(await page.locator('a.same').count()).toBeGreaterThan(1)
  await page.getByRole('link', { name: '#4' }).first().click()
  await page.getByText('Blob gas').waitFor()
  await page.getByText('131,072', { exact: true }).waitFor()
  await page.goto(`${url}/#/account/${owner.address}`)
  await page.getByText('that of').getByRole('link', { name: 'Token' }).waitFor()
  expect(problems).toEqual([])
})
