import { publicActionsL2, walletActionsL2 } from '@eth-optimism/viem'
import { createWalletClient, type Hex, parseAbi, publicActions } from 'viem'
import { base, optimism } from 'viem/chains'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { devnetTransport } from '../../../src/testing/viem.ts'
import type { L1Options } from '../../../src/types/crossChain.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { alice } from './pair.ts'

export { alice, bob, fresh } from './pair.ts'

/** The token that is on all L2s. */
export const token: Hex = '0x420beeF000000000000000000000000000000001'

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address account) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function crosschainMint(address to, uint256 amount)',
])

/** Mints tokens to Alice. */
export function mintTokens(client: Chains['op'], amount: bigint): Promise<Hex> {
  return client.writeContract({
    address: token,
    abi: tokenAbi,
    functionName: 'mint',
    args: [alice, amount],
  })
}

export type Chains = Awaited<ReturnType<typeof twoL2s>>

/** OP Mainnet and Base on one L1, with clients that have Optimism's actions for messages between L2s. */
export async function twoL2s({
  l1 = true,
  ...options
}: Omit<DevnetOptions, 'l1' | 'network' | 'fixture'> & { l1?: true | L1Options } = {}) {
  const devnet = await createDevnet({
    clock: 'manual',
    mining: 'auto',
    network: ['op', 'base'],
    l1,
    ...options,
  })
  const { l2s } = devnet
  const errors: unknown[] = []
  for (const { on } of [devnet.l1, l2s.op, l2s.base]) on('error', (error) => errors.push(error))
  const clientOf = (chain: typeof optimism | typeof base, l2: typeof devnet) =>
    createWalletClient({
      account: alice,
      chain,
      transport: devnetTransport(l2, { retryCount: 0 }),
    })
      .extend(walletActionsL2())
      .extend(publicActions)
      .extend(publicActionsL2())
  const op = clientOf(optimism, l2s.op as typeof devnet)
  const onBase = clientOf(base, l2s.base as typeof devnet)
  type Client = typeof op
  return {
    devnet,
    op,
    base: onBase as Client,
    /** What executes the messages that a transaction has sent. */
    messagesOf: async (client: Client, hash: Hex) => {
      const { logs } = await client.getTransactionReceipt({ hash })
      return client.interop.getCrossDomainMessages({ logs })
    },
    crossings: (hash?: Hex, of = devnet.l2s.op) =>
      (of as typeof devnet).provider.request({
        method: 'preconf_crossChain',
        params: hash === undefined ? [] : [hash],
      }),
    [Symbol.asyncDispose]: async () => {
      await devnet.close()
      if (errors.length > 0) throw new AggregateError(errors, 'the devnet had internal errors')
    },
  }
}
