import { createPublicClient, createWalletClient, custom, type Hex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from './testDevnet.ts'
import { tokenAbi, tokenBytecode } from './token.ts'

export const bob = `0x${'b0'.repeat(20)}` as const
/** One who is not there. */
export const nobody = (number: number): Hex => toHex(0xabc000 + number, { size: 20 })

/** A chain at amsterdam, and viem's clients of its first account. */
export async function start(options: DevnetOptions = {}) {
  const devnet = await testDevnet({ hardfork: 'amsterdam', ...options })
  const transport = custom(devnet.provider)
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  const client = createPublicClient({ chain: devnet.viemChain, transport })
  const wallet = createWalletClient({ account, chain: devnet.viemChain, transport })
  return { devnet, client, wallet, account }
}

type Started = Awaited<ReturnType<typeof start>>

/** Any answer. */
export const ask = (devnet: PreconfDevnet, method: string, ...params: readonly unknown[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape, which the tests look into
  devnet.provider.request({ method, params } as never) as Promise<any>

/** Deploys the token in a block of its own. */
export async function deploy({ devnet, client, wallet }: Started): Promise<Hex> {
  const hash = await wallet.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TKN', 1000n],
  })
  await devnet.seal()
  const { contractAddress, status } = await client.getTransactionReceipt({ hash })
  expect(status).toBe('success')
  return contractAddress as Hex
}
