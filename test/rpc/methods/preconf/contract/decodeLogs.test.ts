import { expect, test } from 'vitest'
import { account, invalidArgument, word } from '../../client.ts'
import { tokenProject } from './tokenProject.ts'

test('tells events by name with their arguments, through a proxy too', async () => {
  const { devnet, token, proxy, call } = await tokenProject()
  await using _ = devnet
  const bob = account(devnet, 1)
  for (const to of [token, proxy]) {
    const hash = await call(to, 'mint', bob, 500n)
    const { logs } = await devnet.ask('eth_getTransactionReceipt', hash)
    const [decoded] = await devnet.ask('preconf_decodeLogs', logs)
    expect(decoded).toEqual({
      event: 'Transfer',
      signature: 'Transfer(address,address,uint256)',
      args: [
        { name: 'from', type: 'address', value: `0x${'0'.repeat(40)}` },
        { name: 'to', type: 'address', value: expect.stringMatching(new RegExp(bob, 'i')) },
        { name: 'value', type: 'uint256', value: '500' },
      ],
    })
  }
})

test('returns nothing for an unknown event', async () => {
  const { devnet, token } = await tokenProject()
  await using _ = devnet
  const log = { address: token, topics: [word(1)], data: '0x' }
  expect(await devnet.ask('preconf_decodeLogs', [log, { ...log, topics: [] }])).toEqual([
    null,
    null,
  ])
})

test('refuses more logs than a page has', async () => {
  const { devnet, token } = await tokenProject()
  await using _ = devnet
  const log = { address: token, topics: [], data: '0x' }
  expect(await devnet.refusal('preconf_decodeLogs', Array(1001).fill(log))).toEqual(
    invalidArgument(0, 'expected at most 1000 logs, got an array of 1001'),
  )
})
