import type { App } from './page.ts'
import { expect, test } from './test.mts'

declare const app: App

test.use({
  walletOptions: { isConnected: true, accounts: [3], name: 'Three', isInjected: false },
  devnetOptions: { chainId: 8453, mining: 'auto' },
})

test('options make another wallet and another chain', async ({ page, chain, wallet }) => {
  expect(chain.chainId).toBe(8453)
  expect(await page.evaluate(() => [app.info.name, app.isInjected])).toEqual(['Three', false])
  expect(await page.evaluate(() => app.ask('eth_accounts'))).toEqual({ result: [wallet.address] })
  expect(wallet.address).toBe(chain.accounts[3]?.address)
})
