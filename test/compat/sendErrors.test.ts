import { BrowserProvider } from 'ethers'
import { type BaseError, createWalletClient, custom, type Hex, NonceTooLowError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
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

const failure = (message: string, data?: string) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32000, message, ...(data !== undefined && { data }) },
})

/** Why the nonce of a client is used that reads it at `latest`, and what to do. */
const advice =
  'transactions of the sender up to nonce 0 are pre-confirmed and not sealed yet: ' +
  'read the nonce at "pending", or start with --receipts sealed or --compat anvil'

test('a used nonce is too low, also when its transaction is only pre-confirmed', async () => {
  const { devnet, sign, send, rich } = await stage()
  await using _ = devnet
  await send(await sign(rich, 0, 10n))
  await devnet.flashblock()
  expect(await send(await sign(rich, 0, 20n))).toEqual(failure('nonce too low', advice))
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
  expect(await send(raw)).toEqual(failure('already known', advice))
})

test('viem and ethers know the error by its message, and keep the advice', async () => {
  const { devnet, sign, send, rich } = await stage()
  await using _ = devnet
  await send(await sign(rich, 0, 10n))
  await devnet.flashblock()
  const wallet = createWalletClient({
    account: privateKeyToAccount(rich),
    chain: foundry,
    transport: custom(devnet.provider),
  })
  const byViem = await wallet
    .sendTransaction({ to: bob, gas: 21_000n, nonce: 0, maxFeePerGas: 20_000_000_000n })
    .catch((error: BaseError) => error)
  expect((byViem as BaseError).walk((error) => error instanceof NonceTooLowError)).not.toBeNull()
  expect(
    (byViem as BaseError).walk((error) => (error as { data?: unknown }).data === advice),
  ).not.toBeNull()
  const provider = new BrowserProvider(devnet.provider, 31_337)
  const byEthers = await provider
    .broadcastTransaction(await sign(rich, 0, 20n))
    .catch((error: unknown) => error)
  expect(byEthers).toMatchObject({ code: 'NONCE_EXPIRED' })
  expect(JSON.stringify(byEthers)).toContain('--receipts sealed')
  provider.destroy()
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
