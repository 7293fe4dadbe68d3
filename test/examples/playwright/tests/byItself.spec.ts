import { expect, test } from 'preconf/playwright'

// Flashblocks come by themselves, every 200 ms; the block is sealed before its time.
test.use({ devnetOptions: { mining: 'flashblocks', blockTime: '60s' } })

test('a slow node holds up what it answers', async ({ page, chain }) => {
  await page.goto('/')
  await expect(page.locator('#jar')).toHaveText('0')
  chain.faults.inject({ kind: 'latency', ms: 300, method: 'eth_getTransactionReceipt' })
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('pre-confirmed')
  await expect(page.locator('#jar')).toHaveText('1')
  await chain.seal()
  await expect(page.getByRole('status')).toHaveText('thank you')
})
