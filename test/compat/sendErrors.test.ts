import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { testDevnet } from '../support/testDevnet.ts'

const bob = '0x00000000000000000000000000000000000000b0'
/** Holds nothing. */
const poorKey = `0x${'11'.repeat(32)}` as const

async function stage() {
  const devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const rich = devnet.accounts[0]?.privateKey as Hex
  const sign = (key: Hex, nonce: number, gwei: bigint) =>
    privateKeyToAccount(key).signTransaction({
      chainId: 31_337,
      to: bob,
      value: 1n,
      gas: 21_000n,
      nonce,
      maxFeePerGas: gwei * 1_000_000_000n,
      maxPriorityFeePerGas: gwei * 1_000_000_000n,
    })
  const send = async (raw: Hex): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendRawTransaction',
        params: [raw],
      }),
    })
    return response.json()
  }
  return { devnet, sign, send, rich }
}

const failure = (message: string) => ({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })

test('a used nonce is too low, also when its transaction is only pre-confirmed', async () => {
  const { devnet, sign, send, rich } = await stage()
  await using _ = devnet
  await send(await sign(rich, 0, 10n))
  await devnet.flashblock()
  expect(await send(await sign(rich, 0, 20n))).toEqual(failure('nonce too low'))
  await devnet.seal()
  expect(await send(await sign(rich, 0, 20n))).toEqual(failure('nonce too low'))
})

test('a sender must be able to pay', async () => {
  const { devnet, sign, send } = await stage()
  await using _ = devnet
  expect(await send(await sign(poorKey, 0, 10n))).toEqual(
    failure('insufficient funds for gas * price + value'),
  )
})

test('what is in the pool or pre-confirmed is known', async () => {
  const { devnet, sign, send, rich } = await stage()
  await using _ = devnet
  const raw = await sign(rich, 0, 10n)
  await send(raw)
  expect(await send(raw)).toEqual(failure('already known'))
  await devnet.flashblock()
  expect(await send(raw)).toEqual(failure('already known'))
})

test('a replacement pays a tenth more', async () => {
  const { devnet, sign, send, rich } = await stage()
  await using _ = devnet
  await send(await sign(rich, 0, 100n))
  expect(await send(await sign(rich, 0, 109n))).toEqual(
    failure('replacement transaction underpriced'),
  )
  expect(await send(await sign(rich, 0, 110n))).toMatchObject({
    result: expect.stringMatching(/^0x/),
  })
  const { transactions } = await devnet.flashblock()
  expect(transactions).toHaveLength(1)
})
