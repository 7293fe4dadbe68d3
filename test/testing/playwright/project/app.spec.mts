import type { App } from './page.ts'
import { bob, expect, first, test } from './test.mts'

declare const app: App

test('a wallet announces itself once, and is window.ethereum', async ({ page }) => {
  const seen = await page.evaluate(() => ({
    ...app.info,
    uuid: '',
    icon: '',
    n: app.count,
    in: app.isInjected,
  }))
  expect(seen).toEqual({ name: 'preconf', rdns: 'dev.preconf', uuid: '', icon: '', n: 1, in: true })
})

test('viem connects, sends and sees the transaction pre-confirmed', async ({
  page,
  chain,
  wallet,
}) => {
  const hash = await page.evaluate(async (to) => {
    const [account = to] = await app.wallet.requestAddresses()
    return app.wallet.sendTransaction({ account, to, value: 5n, chain: null })
  }, bob)
  await expect.poll(() => chain.transaction(hash).status).toMatch(/preconfirmed|sealed/)
  const balance = () =>
    page.evaluate(
      async (address) => String(await app.http.getBalance({ address, blockTag: 'pending' })),
      bob,
    )
  expect(await balance()).toBe('5')
  expect(wallet.requests.map(({ method }) => method)).toContain('eth_requestAccounts')
})

test('ethers connects, sends and waits', async ({ page }) => {
  const status = await page.evaluate(async (to) => {
    const signer = await app.ethers.getSigner()
    const sent = await signer.sendTransaction({ to, value: 1 })
    return (await sent.wait())?.status
  }, bob)
  expect(status).toBe(1)
})

test('a page sees that its user rejects', async ({ page, wallet }) => {
  wallet.rejectNext()
  expect(await page.evaluate(() => app.ask('eth_requestAccounts'))).toEqual({
    code: 4001,
    message: 'User rejected the request.',
    name: 'Error',
  })
})

test('a test answers prompts one by one', async ({ page, wallet }) => {
  wallet.answer = 'ask'
  const asked = page.evaluate(() => app.ask('eth_requestAccounts'))
  const prompt = await wallet.nextPrompt()
  expect(prompt.method).toBe('eth_requestAccounts')
  prompt.approve()
  expect(await asked).toEqual({ result: [first] })
})

test.describe('on another chain', () => {
  test.use({ walletOptions: { chainId: 10, chains: [10] } })

  test('a page asks to switch, and hears of it', async ({ page, wallet }) => {
    expect(await page.evaluate(() => app.wallet.getChainId())).toBe(10)
    expect(
      await page.evaluate(() => app.ask('wallet_switchEthereumChain', [{ chainId: '0x5' }])),
    ).toMatchObject({ code: 4902 })
    await page.evaluate(() => app.wallet.switchChain({ id: 31337 }))
    await expect.poll(() => page.evaluate(() => app.events)).toEqual([['chainChanged', '0x7a69']])
    await wallet.switchChain(10)
    await expect.poll(() => page.evaluate(() => app.events.length)).toBe(2)
  })
})
