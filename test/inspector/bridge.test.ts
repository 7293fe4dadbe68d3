import type { Browser } from '@playwright/test'
import { createWalletClient, custom, type Hex } from 'viem'
import { base, optimism } from 'viem/chains'
import { getL2TransactionHashes, walletActionsL2 } from 'viem/op-stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { barriers, builtDevnet, inspect, launchBrowser } from './inspectedPage.ts'

let browser: Browser

beforeAll(async () => {
  if (noChromium === undefined) browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
})

describe.skipIf(noChromium)(titled('the bridge in Chromium', noChromium), () => {
  it('shows the life of deposits and withdrawals on both chains', async () => {
    const l1 = { proposeEvery: 1 }
    await using own = await builtDevnet({ network: 'op', mining: 'auto', l1 })
    const { l1: below } = own as unknown as { readonly l1: typeof own }
    const { url } = await own.listen({ port: 0 })
    const account = own.accounts[0]?.address as Hex
    const portal = optimism.contracts.portal[1].address
    const askL1 = (method: string, ...params: unknown[]) =>
      below.provider.request({ method, params }) as Promise<never>
    const deposit = { from: account, to: portal, value: '0xde0b6b3a7640000', gas: '0x493e0' }
    const sent: string = await askL1('eth_sendTransaction', deposit)
    const [l2Hash = '0x'] = getL2TransactionHashes(await askL1('eth_getTransactionReceipt', sent))
    const wallet = createWalletClient({
      account,
      chain: optimism,
      transport: custom(own.provider),
    }).extend(walletActionsL2())
    const withdrawn = await wallet.initiateWithdrawal({
      request: { gas: 21_000n, to: account, value: 7n },
    })

    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/`)
    await page.getByRole('link', { name: 'Bridge' }).click()
    const table = page.getByRole('region', { name: 'Deposits, withdrawals and messages' })
    await table.getByText('ready to prove').waitFor()
    await table.getByText('1 ETH').waitFor()
    expect(await barriers(page)).toEqual([])

    await page.goto(`${url}/#/tx/${withdrawn}`)
    await page.getByRole('heading', { name: 'Withdrawal' }).waitFor()
    await page.getByText('game 1 of block 2').waitFor()
    await page.getByRole('link', { name: 'L2ToL1MessagePasser' }).first().waitFor()

    await page.goto(`${url}/#/tx/${l2Hash}`)
    const life = page.getByRole('list', { name: 'Life' })
    await life.getByText('success').waitFor()
    // To the other chain, and back.
    await life.getByRole('link', { name: sent.slice(0, 8) }).click()
    await page.waitForURL(`${url}/l1#/tx/${sent}`)
    await page.getByRole('link', { name: 'OptimismPortal' }).first().waitFor()
    await life.getByRole('link', { name: l2Hash.slice(0, 8) }).click()
    await page.waitForURL(`${url}/#/tx/${l2Hash}`)
    expect(await barriers(page)).toEqual([])
    const isTooWide = 'document.documentElement.scrollWidth > window.innerWidth'
    expect(await page.evaluate(isTooWide)).toBe(false)
    expect(problems).toEqual([])
  })

  it('links the chains of an L1 with several L2s', async () => {
    const l1 = { proposeEvery: 1 }
    await using own = await builtDevnet({ network: ['op', 'base'], mining: 'auto', l1 } as never)
    const { l1: below } = own as unknown as { readonly l1: typeof own }
    const { url } = await own.listen({ port: 0 })
    const from = own.accounts[0]?.address as Hex
    const { address: to } = base.contracts.portal[1]
    const deposit = { from, to, value: '0x7', gas: '0x493e0' }
    const sent = (await below.provider.request({
      method: 'eth_sendTransaction',
      params: [deposit],
    })) as string
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/l1#/tx/${sent}`)
    await page.getByRole('link', { name: 'OptimismPortal of base' }).first().waitFor()
    const life = page.getByRole('list', { name: 'Life' })
    await life.getByText('success').waitFor()
    await life.getByRole('link').last().click()
    await page.waitForURL(`${url}/base#/tx/**`)
    await life.getByRole('link', { name: sent.slice(0, 8) }).click()
    await page.waitForURL(`${url}/l1#/tx/${sent}`)
    expect(problems).toEqual([])
  })

  it('has no screen for it where no other chain is', async () => {
    await using own = await builtDevnet()
    const { url } = await own.listen({ port: 0 })
    await using inspected = await inspect(browser, url)
    const { page, problems } = inspected
    await page.goto(`${url}/#/`)
    await page.getByRole('link', { name: 'Accounts' }).waitFor()
    expect(await page.getByRole('link', { name: 'Bridge' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
