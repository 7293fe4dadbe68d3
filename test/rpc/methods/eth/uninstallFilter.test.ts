import { expect, it } from 'vitest'
import { client, missingArgument } from '../client.ts'

it('removes a filter once', async () => {
  await using devnet = await client()
  const id = await devnet.ask('eth_newBlockFilter')
  expect(await devnet.ask('eth_uninstallFilter', id)).toBe(true)
  expect(await devnet.ask('eth_uninstallFilter', id)).toBe(false)
  expect(await devnet.refusal('eth_getFilterChanges', id)).toMatchObject({ code: -32000 })
  expect(await devnet.refusal('eth_uninstallFilter')).toEqual(missingArgument(0))
})
