import { expect, it } from 'vitest'
import { client } from '../../../rpc/methods/client.ts'
import { signedTransfer } from '../../../rpc/methods/signing.ts'
import { untilPooled } from '../../../support/untilPooled.ts'

const method = 'eth_sendRawTransactionSync'

it('eth_sendRawTransactionSync with compat base refuses a timeout that is too long, and sends nothing', async () => {
  await using devnet = await client({ compat: 'base' })
  const raw = await signedTransfer(devnet)
  expect(await devnet.refusal(method, raw, 6_001)).toEqual({
    code: -32602,
    message: 'time out too long, timeout: 6001 ms, max: 6000 ms',
  })
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
})

it.each([
  [undefined, 6_001],
  ['base', 6_000],
] as const)(
  'eth_sendRawTransactionSync with compat %s waits when asked to for %i ms',
  async (compat, timeout) => {
    await using devnet = await client({ compat })
    const sending = devnet.ask(method, await signedTransfer(devnet), timeout)
    await untilPooled(devnet, 1)
    await devnet.flashblock()
    expect(await sending).toMatchObject({ status: '0x1', blockNumber: '0x1' })
  },
)
