import { BrowserProvider, Contract, type JsonRpcSigner } from 'ethers'
import { type Abi, createWalletClient, custom, defineChain, type Hex, publicActions } from 'viem'
import { expect } from 'vitest'
import { vitestMatchers } from '../../src/testing/matchers/vitestMatchers.ts'
import type { DevnetOptions } from '../../src/types/options.ts'
import { testDevnet } from './testDevnet.ts'
import { tokenAbi, tokenBytecode } from './token.ts'

expect.extend(vitestMatchers(expect))

/** A devnet with a token, and a client of each kind that sends from the first account. */
export async function matcherChain(options: DevnetOptions = {}) {
  const devnet = await testDevnet(options)
  const [alice, bob, carol] = devnet.accounts.map(({ address }) => address) as [Hex, Hex, Hex]
  const viem = createWalletClient({
    account: alice,
    chain: defineChain({
      id: devnet.chainId,
      name: 'devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
      experimental_preconfirmationTime: 200,
    }),
    transport: custom(devnet.provider, { retryCount: 0 }),
  }).extend(publicActions)
  const provider = new BrowserProvider(devnet.provider, devnet.chainId, {
    cacheTimeout: -1,
    staticNetwork: true,
  })
  const deployment = await viem.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TKN', 1_000n],
  })
  await devnet.flashblock()
  const { contractAddress } = await viem.getTransactionReceipt({ hash: deployment })
  const token = { abi: tokenAbi, address: contractAddress as Hex } as const
  const signer: JsonRpcSigner = await provider.getSigner(alice)
  const ethersToken = new Contract(token.address, tokenAbi as Abi as never, signer)
  return {
    devnet,
    chain: devnet.provider,
    alice,
    bob,
    carol,
    viem,
    signer,
    token,
    ethersToken,
    deployment,
  }
}

/** What an assertion says when it fails. Throws when it holds. */
export async function failureOf(assertion: Promise<unknown>): Promise<string> {
  const failure = await assertion.then(
    () => undefined,
    (error: Error) => error,
  )
  if (failure === undefined) throw new Error('the assertion holds')
  return failure.message
}
