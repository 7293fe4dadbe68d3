import { expect, test } from 'vitest'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { bob, sendTransfer } from '../../support/transfers.ts'

/** What a transaction offers that is sent without fees, and what fees are advised. */
async function advice(options: DevnetOptions) {
  await using devnet = await testDevnet({ mining: 'auto', ...options })
  const { provider, accounts } = devnet
  const [sender] = accounts
  const ask = (method: string, params: readonly unknown[] = []) =>
    provider.request({ method, params })
  const gasPrice = BigInt(await ask('eth_gasPrice'))
  const tip = BigInt(await ask('eth_maxPriorityFeePerGas'))
  const filled = await ask('eth_fillTransaction', [{ from: sender?.address, to: bob }])
  const hash = await ask('eth_sendTransaction', [{ from: sender?.address, to: bob }])
  const sent = await ask('eth_getTransactionByHash', [hash])
  return { gasPrice, tip, filled: filled.tx, sent }
}

test('a tip of 1 gwei is advised', async () => {
  const { gasPrice, tip, sent } = await advice({})
  expect({ gasPrice, tip }).toEqual({ gasPrice: 1_875_000_000n, tip: 1_000_000_000n })
  expect(sent).toMatchObject({ type: '0x2', maxPriorityFeePerGas: '0x3b9aca00' })
})

test('priorityFee: false advises none', async () => {
  const { gasPrice, tip, sent } = await advice({ priorityFee: false })
  expect({ gasPrice, tip }).toEqual({ gasPrice: 875_000_000n, tip: 0n })
  expect(sent).toMatchObject({ type: '0x2', maxPriorityFeePerGas: '0x0' })
})

test('gasPrice is advised, and offered where no fees are given', async () => {
  const { gasPrice, filled, sent } = await advice({ gasPrice: 5_000_000_000 })
  expect(gasPrice).toBe(5_000_000_000n)
  expect(filled).toMatchObject({ type: '0x0', gasPrice: '0x12a05f200' })
  expect(sent).toMatchObject({ type: '0x0', gasPrice: '0x12a05f200' })
})

test('transactions that offer less than minGasPrice are refused', async () => {
  await using devnet = await testDevnet({ minGasPrice: 2 })
  await expect(sendTransfer(devnet, { tip: 1n })).rejects.toThrow('gas tip cap 1, minimum needed 2')
  await sendTransfer(devnet, { tip: 2n })
})

test('a transaction that its sender cannot pay waits with disablePoolBalanceChecks', async () => {
  const fields = { value: 10_000n * 10n ** 18n }
  await using strict = await testDevnet({ mining: 'auto' })
  await expect(sendTransfer(strict, fields)).rejects.toThrow('insufficient funds')
  await using devnet = await testDevnet({ mining: 'auto', disablePoolBalanceChecks: true })
  const hash = await sendTransfer(devnet, fields)
  const { provider, accounts } = devnet
  expect(await provider.request({ method: 'txpool_status' })).toMatchObject({ pending: '0x1' })
  expect(await devnet.explain(hash)).toMatchObject({ reason: 'insufficientFunds' })
  const params = [accounts[0]?.address, '0x10000000000000000000000']
  await provider.request({ method: 'anvil_setBalance', params })
  expect((await devnet.seal()).transactions).toEqual([hash])
})

test.each(['anvil', 'ganache', undefined] as const)(
  'a gasPrice below the base fee is not advised with compat %s: what is sent is mined',
  async (compat) => {
    const { gasPrice, sent } = await advice({ compat, gasPrice: 0 })
    expect(gasPrice).toBeGreaterThan(10n ** 9n)
    expect(sent).toMatchObject({ type: '0x2', blockNumber: '0x1' })
  },
)

test('a gasPrice of 0 is advised where gas costs nothing', async () => {
  const { gasPrice, sent } = await advice({ gasPrice: 0, baseFee: 0 })
  expect(gasPrice).toBe(0n)
  expect(sent).toMatchObject({ type: '0x0', gasPrice: '0x0', blockNumber: '0x1' })
})
