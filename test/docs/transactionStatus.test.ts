import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the chain knows where a transaction is, and since when', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const startMs = devnet.clock.now()
  const hash = await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: alice, to: bob }],
  })
  await devnet.clock.advance(2000)
  expect(devnet.transaction(hash)).toMatchObject({
    status: 'sealed',
    blockNumber: 1n,
    transactionIndex: 0,
    times: { pooledMs: startMs, preconfirmedMs: startMs + 200, sealedMs: startMs + 2000 },
  })
})

test('a transaction that is not included has a reason', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const send = (transaction: object) =>
    devnet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })

  const early = await send({ from: alice, to: bob, nonce: '0x4' })
  expect(await devnet.explain(early)).toMatchObject({
    reason: 'nonceGap',
    message: expect.stringContaining('no transaction with nonce 0 is in the pool'),
    details: { nonce: 4n, accountNonce: 0n, missingNonce: 0n },
  })

  const cheap = await send({ from: bob, to: alice, gas: '0x5208', gasPrice: '0x1' })
  expect(await devnet.explain(cheap)).toMatchObject({
    reason: 'feeBelowBaseFee',
    details: { maxFeePerGas: 1n, baseFeePerGas: 875_000_000n, blockNumber: 1n },
  })
})
