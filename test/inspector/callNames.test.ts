import { expect, test } from 'vitest'
import { noChromium } from '../support/chromium.ts'
import { titled } from '../support/skips.ts'
import { barriers, inspect, launchBrowser } from './inspectedPage.ts'
import { stage } from './stage.ts'

test.skipIf(noChromium)(
  titled(
    'the inspector names the contracts and functions of transactions in its lists, by the code that runs',
    noChromium,
  ),
  async () => {
    await using browser = await launchBrowser()
    await using own = await stage()
    const { token, proxy, devnet } = own
    await own.call(proxy, 'mint', devnet.accounts[1]?.address, 5n)
    await own.send({ to: token, value: '0x0', data: '0x12345678', gas: '0x30d40' })
    await using inspected = await inspect(browser, own.url)
    const { page, problems } = inspected
    // Cells of lists have the hash beside the name.
    const cells = (name: string) => page.getByRole('cell', { name: new RegExp(`^${name}( 0x|$)`) })
    await page.goto(`${own.url}/#/timeline`)
    await page.getByRole('link', { name: /^Block #1 1 tx new Token gas/ }).waitFor()
    await page
      .getByRole('link', { name: /^Block #3 3 tx 1 failed Token.mint Token.burn gas/ })
      .waitFor()
    await page.getByRole('link', { name: 'Pool', exact: true }).click()
    await page.getByRole('row', { name: / Token\.mint / }).waitFor()
    await page.getByRole('row', { name: / Token\.0x12345678 / }).waitFor()
    await devnet.flashblock()
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    for (const name of ['Token.mint', 'Token.burn', 'new Token', 'new Proxy', 'Token.0x12345678'])
      await cells(name).first().waitFor()
    expect(await cells('Token.mint').count()).toBe(2)
    await page.goto(`${own.url}/#/block/3`)
    await cells('Token.mint').waitFor()
    await cells('Token.burn').waitFor()
    await page.goto(`${own.url}/#/tx/${own.sealed.burn}`)
    await page.getByTitle('burn(uint256)', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    expect(problems).toEqual([])
  },
)
