import { createDevnet } from 'preconf'
import { devnetTransport } from 'preconf/viem'
import { createPublicClient, createWalletClient, formatEther, parseEther } from 'viem'
import { chainConfig } from 'viem/op-stack'
import { describe, expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cfffB92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

// What a page does with the clients that it is given.
const page = {
  pay: (wallet: Wallet) => wallet.sendTransaction({ to: bob, value: parseEther('1') }),
  received: async (client: Client) => formatEther(await client.getBalance({ address: bob })),
  cost: async (client: Client, hash: `0x${string}`) => {
    const { gasUsed, effectiveGasPrice, l1Fee } = await client.getTransactionReceipt({ hash })
    return gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
  },
}

type Clients = Awaited<ReturnType<typeof start>>
type Client = Clients['client']
type Wallet = Clients['wallet']

async function start(network: 'base-flashblocks' | 'base') {
  const devnet = await createDevnet({ network, clock: 'manual' })
  const chain = { ...chainConfig, ...devnet.viemChain }
  const transport = devnetTransport(devnet)
  const client = createPublicClient({ chain, transport })
  return { devnet, client, wallet: createWalletClient({ account: alice, chain, transport }) }
}

describe.each(['base-flashblocks', 'base'] as const)('on %s', (network) => {
  test('a payment shows after 200 ms', async () => {
    const { devnet, client, wallet } = await start(network)
    await using _ = devnet
    await page.pay(wallet)
    expect(await page.received(client)).toBe('10000')
    await devnet.clock.advance(200)
    expect(await page.received(client)).toBe('10001')
  })

  test('a payment costs what the page says, its data on L1 included', async () => {
    const { devnet, client, wallet } = await start(network)
    await using _ = devnet
    await devnet.l1.set({ baseFee: 80_000_000_000n }) // a busy day on L1
    const hash = await page.pay(wallet)
    await devnet.clock.advance(2000)
    const left = await client.getBalance({ address: alice })
    expect(await page.cost(client, hash)).toBe(parseEther('9999') - left)
  })
})
