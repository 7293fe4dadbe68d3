import { expect, it } from 'vitest'
import { transfers } from './transfers.ts'

const method = 'ots_searchTransactionsAfter'

it('gives pages from genesis on, the newest of a page first', async () => {
  const { devnet, bob, hashes } = await transfers()
  await using _ = devnet
  const page = async (block: number, size: number) => {
    const { txs, firstPage, lastPage } = await devnet.ask(method, bob, block, size)
    return { found: txs.map(({ hash }: { hash: string }) => hash), firstPage, lastPage }
  }
  const [one, two, three, four] = hashes
  expect(await page(0, 1)).toEqual({ found: [one], firstPage: false, lastPage: true })
  expect(await page(0, 2)).toEqual({ found: [three, two, one], firstPage: false, lastPage: true })
  expect(await page(5, 9)).toEqual({ found: [four, three, two], firstPage: true, lastPage: false })
  expect(await page(8, 9)).toEqual({ found: [], firstPage: true, lastPage: false })
})
