import { createPublicClient, createWalletClient, custom, type Hex, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../../src/types/devnet.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const networks = ['op', 'unichain', 'base', 'base-flashblocks'] as const
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const vault = (end: string) => `0x42000000000000000000000000000000000000${end}` as const

// Fields of answers, whose shape is what is tested.
type Fields = Readonly<Record<string, Hex>>

async function ask(devnet: PreconfDevnet, method: string, ...params: unknown[]): Promise<Fields> {
  return (await devnet.provider.request({ method, params } as never)) as Fields
}

function walletOf(devnet: PreconfDevnet) {
  const [account] = devnet.accounts
  const transport = custom(devnet.provider)
  const wallet = createWalletClient({ account: account?.address as Hex, transport })
  return { wallet, client: createPublicClient({ chain: optimism, transport }) }
}

test.each(networks)('a block of %s has the fields of a real one', async (network) => {
  await using devnet = await testDevnet({ network })
  await devnet.seal()
  const block = await ask(devnet, 'eth_getBlockByNumber', 'latest', true)
  expect(block).toMatchObject({
    miner: vault('11'),
    withdrawals: [],
    withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
    extraData: expect.stringMatching(/^0x01.{32}$/),
  })
  const [attributes, second] = block.transactions as unknown as readonly Fields[]
  expect(attributes).toMatchObject({
    type: '0x7e',
    from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
    to: vault('15'),
    gas: '0xf4240',
    gasPrice: '0x0',
    mint: '0x0',
    value: '0x0',
    nonce: '0x0',
    v: '0x0',
    r: '0x0',
    s: '0x0',
    yParity: '0x0',
    depositReceiptVersion: '0x1',
    input: expect.stringMatching(/^0x3db6be2b.{348}$/),
  })
  expect(attributes).not.toHaveProperty('chainId')
  expect(second?.input).toBe(network === 'base' ? `0x86bdf394${'c8'.padStart(64, '0')}` : undefined)
  const receipt = await ask(devnet, 'eth_getTransactionReceipt', attributes?.hash)
  expect(receipt).toMatchObject({
    depositNonce: '0x0',
    depositReceiptVersion: '0x1',
    status: '0x1',
  })
})

test.each(networks)('a transfer on %s pays for its data, into the vaults', async (network) => {
  await using devnet = await testDevnet({ network })
  const { wallet, client } = walletOf(devnet)
  const hash = await wallet.sendTransaction({ chain: null, to: bob, value: 1n })
  await devnet.seal()
  const receipt = await client.getTransactionReceipt({ hash })
  const block = await client.getBlock()
  const fee = receipt.l1Fee as bigint
  expect(fee).toBeGreaterThan(0n)
  const balances = await Promise.all(
    ['11', '19', '1a', '1b'].map((end) => client.getBalance({ address: vault(end) })),
  )
  const baseFee = block.baseFeePerGas as bigint
  const tips = receipt.gasUsed * (receipt.effectiveGasPrice - baseFee)
  expect(balances).toEqual([tips, receipt.gasUsed * baseFee, fee, 0n])
  const paid = parseEther('10000') - (await client.getBalance({ address: receipt.from }))
  expect(paid).toBe(1n + fee + receipt.gasUsed * receipt.effectiveGasPrice)
})

test('the operator asks for a fee, and gives back what was not used', async () => {
  const network = { like: 'op', operatorFeeScalar: 1000, operatorFeeConstant: 10n } as const
  await using devnet = await testDevnet({ network })
  const { wallet, client } = walletOf(devnet)
  const hash = await wallet.sendTransaction({ chain: null, to: bob, value: 1n, gas: 100_000n })
  await devnet.seal()
  expect(await client.getBalance({ address: vault('1b') })).toBe(21_000n * 1000n * 100n + 10n)
  const receipt = await ask(devnet, 'eth_getTransactionReceipt', hash)
  expect(receipt).toMatchObject({ operatorFeeScalar: '0x3e8', operatorFeeConstant: '0xa' })
})

test('who cannot pay for the data is refused', async () => {
  await using devnet = await testDevnet({ network: 'op' })
  const { wallet, client } = walletOf(devnet)
  const gasPrice = 2_000_000_000n
  const value = parseEther('10000') - 21_000n * gasPrice
  const send = (less: bigint) =>
    wallet.sendTransaction({ chain: null, to: bob, value: value - less, gas: 21_000n, gasPrice })
  await expect(send(0n)).rejects.toThrow('exceeds the balance')
  const hash = await send(parseEther('0.0001'))
  await devnet.seal()
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})
