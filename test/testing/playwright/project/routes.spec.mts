import type { App } from './page.ts'
import { expect, test } from './test.mts'

declare const app: App

test.use({ devnetOptions: { mining: 'manual' } })

// Each has its own chain: whatever runs beside it, the block is the first one.
for (let index = 0; index < 6; index++) {
  test(`what asks the node at 8545 asks the chain of test ${index}`, async ({ page, chain }) => {
    await chain.seal()
    expect(
      await page.evaluate(async () => Number(await app.http.getBlockNumber({ cacheTime: 0 }))),
    ).toBe(1)
    const pushed = page.evaluate(async () => {
      const client = app.webSocket()
      const next = new Promise((resolve) => {
        client.watchBlockNumber({ onBlockNumber: (number) => resolve(Number(number)) })
      })
      await client.getChainId()
      Object.assign(globalThis, { isWatching: true })
      return next
    })
    await page.waitForFunction(() => 'isWatching' in globalThis)
    await chain.seal()
    expect(await pushed).toBe(2)
  })
}

// What a page has asked when its test ends is answered to nobody.
for (let index = 0; index < 4; index++) {
  test(`requests that are open when test ${index} ends do not fail it`, async ({ page }) => {
    await page.evaluate(() => {
      const ask = () => app.http.getBlockNumber({ cacheTime: 0 }).catch(() => undefined)
      const askAgain = async () => {
        for (;;) await ask()
      }
      for (let count = 0; count < 5; count++) askAgain()
      return ask()
    })
  })
}
