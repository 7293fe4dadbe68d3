import { expect, test } from 'preconf/playwright'

test.use({ devnetOptions: { mining: 'manual' } })

for (const attempt of [1, 2, 3]) {
  test(`a tip is in the jar when it is pre-confirmed: ${attempt}`, async ({ page, chain }) => {
    await page.goto('/')
    await expect(page.locator('#jar')).toHaveText('0')
    await page.getByRole('button').click()
    await expect(page.getByRole('status')).toHaveText('sent')

    await chain.flashblock()
    await expect(page.getByRole('status')).toHaveText('pre-confirmed')
    await expect(page.locator('#jar')).toHaveText('1')

    await chain.seal()
    await expect(page.getByRole('status')).toHaveText('thank you')
  })
}

test('a tip can be lost when its block is sealed', async ({ page, chain }) => {
  await page.goto('/')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('sent')
  await chain.flashblock()
  await expect(page.getByRole('status')).toHaveText('pre-confirmed')

  chain.faults.inject({ kind: 'dropAtSeal' })
  await chain.seal()
  await expect(page.getByRole('status')).toHaveText('lost')
  await expect(page.locator('#jar')).toHaveText('0')
})

test('a tip that is rejected is not given', async ({ page, wallet, chain }) => {
  await page.goto('/')
  wallet.approveNext() // to connect
  wallet.rejectNext() // to pay
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('not this time')
  expect((await chain.seal()).transactions).toEqual([])
})
