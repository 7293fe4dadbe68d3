import { createDevnet, networkNames } from 'preconf'
import { devnetTransport } from 'preconf/viem'
import { createPublicClient, createWalletClient, formatEther, type Hash, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function start(network: (typeof networkNames)[number]) {
  // A block is final after four more, not after thousands as on some chains.
  const devnet = await createDevnet({ network, clock: 'manual', slotsInAnEpoch: 2 })
  const [alice] = devnet.accounts
  const chain = devnet.viemChain
  const transport = devnetTransport(devnet)
  const client = createPublicClient({ chain, transport })
  const wallet = createWalletClient({ account: alice?.address as Hash, chain, transport })
  return { devnet, client, wallet, app: appOf(client) }
}

/** What the page shows, by what every chain answers: receipts and tags, never a time or a block number. */
function appOf(client: ReturnType<typeof createPublicClient>) {
  const history: Hash[] = []
  return {
    sent: (hash: Hash) => history.push(hash),
    balance: async () => formatEther(await client.getBalance({ address: bob })),
    history,
    /** A receipt may come before its block and go again, so each look asks anew. */
    badge: async (hash: Hash) => {
      const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (receipt === undefined) return 'sending'
      if (receipt.status === 'reverted') return 'failed'
      const final = await client.getBlock({ blockTag: 'finalized' })
      return receipt.blockNumber <= (final.number ?? 0n) ? 'final' : 'received'
    },
  }
}

describe.each(networkNames)('on %s', (network) => {
  test('a payment is sending, received, and at last final', async () => {
    const { devnet, wallet, app } = await start(network)
    await using _ = devnet
    const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
    app.sent(hash)
    expect(await app.badge(hash)).toBe('sending')
    const { blockMs } = devnet.cadence
    await devnet.clock.advance(2 * blockMs)
    expect(await app.badge(hash)).not.toBe('sending')
    expect(await app.balance()).toBe('10001')
    await devnet.clock.advance(6 * blockMs)
    expect(await app.badge(hash)).toBe('final')
    expect(app.history).toEqual([hash])
  })
})
