import { createPublicClient, createWalletClient, type Hex } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { publicActionsL1, publicActionsL2, walletActionsL1, walletActionsL2 } from 'viem/op-stack'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { devnetTransport } from '../../../src/testing/viem.ts'
import type { L1Options } from '../../../src/types/crossChain.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'

export const alice: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const bob: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Nothing is there at the start. */
export const fresh: Hex = '0x00000000000000000000000000000000000000aa'

/** What waits on both chains of a pair until a proof matures. */
export const week = 7 * 86_400

/** OP Mainnet beside Ethereum, with the clients that an app has of them: viem's own chains and actions. */
export async function pair({
  l1 = true,
  ...options
}: DevnetOptions & { l1?: true | L1Options } = {}) {
  const devnet = await createDevnet({
    network: 'op',
    clock: 'manual',
    mining: 'auto',
    l1,
    ...options,
  })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  devnet.l1.on('error', (error) => errors.push(error))
  const below = devnetTransport(devnet.l1, { retryCount: 0 })
  const above = devnetTransport(devnet, { retryCount: 0 })
  const account = alice
  return {
    devnet,
    publicL1: createPublicClient({ chain: mainnet, transport: below }).extend(publicActionsL1()),
    walletL1: createWalletClient({ account, chain: mainnet, transport: below }).extend(
      walletActionsL1(),
    ),
    publicL2: createPublicClient({ chain: optimism, transport: above }).extend(publicActionsL2()),
    walletL2: createWalletClient({ account, chain: optimism, transport: above }).extend(
      walletActionsL2(),
    ),
    askL1: (method: string, ...params: unknown[]) => devnet.l1.provider.request({ method, params }),
    askL2: (method: string, ...params: unknown[]) => devnet.provider.request({ method, params }),
    /** Moves the time of both chains, with a block on L1. */
    pass: async (seconds: number) => {
      await devnet.provider.request({ method: 'evm_increaseTime', params: [seconds] })
      await devnet.l1.provider.request({ method: 'evm_mine', params: [] })
    },
    [Symbol.asyncDispose]: async () => {
      await devnet.close()
      if (errors.length > 0) throw new AggregateError(errors, 'the devnet had internal errors')
    },
  }
}

export type Pair = Awaited<ReturnType<typeof pair>>
