import { expect, test } from 'preconf/playwright'

test.use({ devnetOptions: { mining: 'manual' } })

test('a payment is pre-confirmed, then confirmed', async ({ page, chain }) => {
  await page.goto('/shop.html')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText('sent')

  await chain.flashblock()
  await expect(page.getByRole('status')).toHaveText('pre-confirmed')

  await chain.seal()
  await expect(page.getByRole('status')).toHaveText('confirmed')
})

test('the user rejects the payment', async ({ page, wallet }) => {
  await page.goto('/shop.html')
  wallet.approveNext() // to connect
  wallet.rejectNext() // to pay
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText('rejected')
})

test.describe('with the wallet on another network', () => {
  test.use({ walletOptions: { chainId: 10, chains: [10], answer: 'ask' } })

  test('the page asks to switch', async ({ page, wallet }) => {
    await page.goto('/shop.html')
    await page.getByRole('button', { name: 'Pay' }).click()
    for (const method of ['eth_requestAccounts', 'wallet_switchEthereumChain']) {
      const prompt = await wallet.nextPrompt()
      expect(prompt.method).toBe(method)
      prompt.approve()
    }
    await wallet.nextPrompt()
    expect(wallet.chainId).toBe(31337)
  })
})
