import { expect, it } from 'vitest'
import { client } from '../client.ts'

interface Listed {
  readonly hash: string
  readonly reason: string
  readonly details: object
}

it('preconf_listPooled has the next of each sender first, each with why it waits', async () => {
  await using devnet = await client()
  const [alice, bob] = devnet.accounts
  const to = bob?.address
  const first = await devnet.send({ to })
  const second = await devnet.send({ to })
  const cheap = await devnet.send({
    from: to,
    to,
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x0',
  })
  const gap = await devnet.send({ to, nonce: '0x7' })
  const answer = await devnet.ask('preconf_listPooled')
  expect(answer).toMatchObject({ executable: 3, queued: 1 })
  const transactions: readonly Listed[] = answer.transactions
  expect(transactions.map(({ hash, reason }) => [hash, reason])).toEqual([
    [gap, 'nonceGap'],
    [first, 'cadence'],
    [cheap, 'feeBelowBaseFee'],
    [second, 'cadence'],
  ])
  expect(transactions[0]).toMatchObject({
    from: alice?.address,
    to,
    nonce: '0x7',
    selector: '0x',
    details: { missingNonce: '0x2' },
    message: expect.stringContaining('no transaction with nonce 2 is in the pool'),
  })
  expect((await devnet.ask('preconf_listPooled', 1)).transactions).toHaveLength(1)
  expect(await devnet.refusal('preconf_listPooled', 0)).toMatchObject({ code: -32602 })
})
