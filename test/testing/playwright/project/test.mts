import { test as base, expect } from 'preconf/playwright'

export { expect } from 'preconf/playwright'

export const bob = '0x00000000000000000000000000000000000000b0' as const
export const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as const

/** Each test begins on the page of the app. */
export const test = base.extend<{ app: undefined }>({
  app: [
    async ({ page }, use) => {
      await page.goto('/')
      await expect(page).toHaveTitle('ready')
      await use(undefined)
    },
    { auto: true },
  ],
})
