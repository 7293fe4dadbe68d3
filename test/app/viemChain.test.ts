import { createPublicClient, http, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { testDevnet } from '../support/testDevnet.ts'

describe('viemChain', () => {
  it('says what the devnet does', async () => {
    await using devnet = await testDevnet({ chainId: 8453, blockTime: '1s', flashblockTime: 100 })
    expect(devnet.viemChain).toEqual({
      id: 8453,
      name: 'preconf',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [], webSocket: [] } },
      blockTime: 1_000,
      experimental_preconfirmationTime: 100,
      contracts: {},
      testnet: true,
    })
    await devnet.setCadence({ mining: 'auto' })
    expect(devnet.viemChain).not.toHaveProperty('experimental_preconfirmationTime')
  })

  it('leads to the server while there is one', async () => {
    await using devnet = await testDevnet()
    const { url, webSocketUrl, close } = await devnet.listen({ port: 0 })
    const chain = devnet.viemChain
    expect(chain.rpcUrls.default).toEqual({ http: [url], webSocket: [webSocketUrl] })
    const client = createPublicClient({ chain, transport: http() })
    expect(await client.getChainId()).toBe(31_337)
    await close()
    expect(devnet.viemChain.rpcUrls.default.http).toEqual([])
  })

  it('has Multicall3 where there is code at its address', async () => {
    await using devnet = await testDevnet({ genesis: 'fixtures/genesis.json' })
    const { publicClient } = await devnet.clients()
    const { multicall3 } = devnet.viemChain.contracts
    const abi = parseAbi(['function getBlockNumber() view returns (uint256)'])
    const call = { address: multicall3?.address ?? expect.fail(), abi } as const
    const numbers = await publicClient.multicall({
      contracts: Array(2).fill({ ...call, functionName: 'getBlockNumber' }),
      allowFailure: false,
    })
    expect(numbers).toHaveLength(2)
  })
})
