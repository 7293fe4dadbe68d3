import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('names the head, and everything from genesis on', async () => {
  await using devnet = await client()
  await devnet.seal()
  const { hash } = await devnet.seal()
  const { head, ...resources } = await devnet.ask('eth_capabilities')
  expect(head).toEqual({ number: '0x2', hash })
  expect(Object.keys(resources).sort()).toEqual(
    ['blocks', 'logs', 'receipts', 'state', 'stateproofs', 'tx'].sort(),
  )
  for (const resource of Object.values(resources)) {
    expect(resource).toEqual({ disabled: false, oldestBlock: '0x0' })
  }
})
