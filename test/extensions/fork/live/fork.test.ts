import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevnet, fixture, type PreconfDevnet } from '../../../../src/index.ts'
import { holder, type LiveNode, startLiveNode } from '../../../support/liveChain.ts'
import { tokenAbi } from '../../../support/token.ts'

const quiet = { mining: 'auto', clock: 'manual', seed: 'fork' } as const

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let live: LiveNode
let upstream: PreconfDevnet
let url: string
let token: Address
let deployment: Hex

beforeAll(async () => {
  live = await startLiveNode()
  upstream = live.devnet
  ;({ url, token, deployment } = live)
})

afterAll(() => upstream.close())

function forked(options: object = {}) {
  return createDevnet({ ...quiet, fork: url, ...options })
}

describe('a fork', () => {
  test('goes on from the newest block with its id and state', async () => {
    await using fork = await forked()
    const { publicClient } = await fork.clients()
    const newest = (await upstream.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', true],
    })) as { hash: Hex; number: Hex }
    expect(fork.chainId).toBe(4242)
    const same = await fork.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', true],
    })
    expect(same).toEqual(newest)
    expect(await publicClient.getBalance({ address: holder })).toBe(parseEther('3'))
    expect(
      await publicClient.readContract({
        address: token,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [holder],
      }),
    ).toBe(100n)
  })

  test('runs transactions as the live chain would', async () => {
    await using fork = await forked()
    const there = await upstream.clients()
    const here = await fork.clients()
    const snapshot = await upstream.snapshot()
    const transfer = { address: token, abi: tokenAbi, functionName: 'transfer' } as const
    const raw = await signed(here, { ...transfer, args: [bob, 7n] })
    const hashes = await Promise.all(
      [there, here].map(({ publicClient }) =>
        publicClient.sendRawTransaction({ serializedTransaction: raw }),
      ),
    )
    const [expected, receipt] = await Promise.all(
      [there, here].map(({ publicClient }, index) =>
        publicClient.waitForTransactionReceipt({ hash: hashes[index] as Hex }),
      ),
    )
    expect(receipt).toMatchObject({
      status: expected?.status,
      gasUsed: expected?.gasUsed,
      blockNumber: expected?.blockNumber,
    })
    expect(receipt?.logs.map(({ topics, data }) => ({ topics, data }))).toEqual(
      expected?.logs.map(({ topics, data }) => ({ topics, data })),
    )
    await upstream.revert(snapshot)
  })

  test('passes blocks, transactions and receipts before it through', async () => {
    await using fork = await forked()
    for (const [method, params] of [
      ['eth_getTransactionByHash', [deployment]],
      ['eth_getTransactionReceipt', [deployment]],
      ['eth_getBlockByNumber', ['0x1', true]],
      ['eth_getBlockReceipts', ['0x1']],
      ['eth_getBalance', [alice, '0x1']],
      ['eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]],
      ['eth_feeHistory', ['0x3', 'latest', [50]]],
      ['eth_getProof', [holder, [], 'latest']],
      ['debug_traceTransaction', [deployment, { tracer: 'callTracer' }]],
    ] as const) {
      const request = { method, params } as never
      expect(await fork.provider.request(request), method).toEqual(
        await upstream.provider.request(request),
      )
    }
  })

  test('runs calls at blocks before it', async () => {
    await using fork = await forked()
    const { publicClient } = await fork.clients()
    const balanceOf = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    const at = (blockNumber: bigint) =>
      publicClient.readContract({ ...balanceOf, args: [holder], blockNumber })
    expect(await at(1n)).toBe(0n)
    expect(await at(2n)).toBe(100n)
  })
})

async function signed(
  { publicClient }: Awaited<ReturnType<PreconfDevnet['clients']>>,
  call: {
    address: Address
    abi: typeof tokenAbi
    functionName: 'transfer'
    args: readonly [Address, bigint]
  },
): Promise<Hex> {
  const { encodeFunctionData } = await import('viem')
  const { privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
  return account.signTransaction({
    chainId: 4242,
    type: 'eip1559',
    to: call.address,
    data: encodeFunctionData(call as never),
    nonce: await publicClient.getTransactionCount({ address: account.address }),
    gas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
  })
}

test('a low rate holds up no start, however many accounts there are', async () => {
  await using fork = await forked({ accounts: 300, fork: { url, requestsPerSecond: 1 } })
  const last = fork.accounts.at(-1)?.address
  const balance = await fork.provider.request({ method: 'eth_getBalance', params: [last] })
  expect(balance).toBe('0x21e19e0c9bab2400000')
})

describe('a reset', () => {
  test('begins from a live chain, at another block of it, and leaves it', async () => {
    await using devnet = await createDevnet(quiet)
    const request = (method: string, ...params: unknown[]) =>
      devnet.provider.request({ method, params } as never)
    await request('anvil_reset', { forking: { jsonRpcUrl: url, blockNumber: 2 } })
    expect(await request('eth_blockNumber')).toBe('0x2')
    expect(devnet.chainId).toBe(4242)
    expect(await request('anvil_nodeInfo')).toMatchObject({
      forkConfig: { forkUrl: url, forkBlockNumber: 2 },
    })
    await request('evm_mine')
    await request('anvil_reset', { forking: { blockNumber: '0x1' } })
    expect(await request('eth_blockNumber')).toBe('0x1')
    expect(await request('anvil_metadata')).toMatchObject({ forkedNetwork: { chainId: 4242 } })
    await request('hardhat_reset', { forking: { jsonRpcUrl: url } })
    expect(await request('eth_blockNumber')).toBe('0x3')
    await request('anvil_setRpcUrl', url)
    expect(await request('eth_getBalance', holder, 'latest')).toBe('0x29a2241af62c0000')
    await request('hardhat_reset')
    expect(await request('eth_blockNumber')).toBe('0x0')
    expect(devnet.chainId).toBe(31_337)
    expect(await request('preconf_forkInfo')).toBeNull()
  })
})

describe('the whole of preconf', () => {
  test('starts in two exchanges, and a token transfer takes one more', async () => {
    await using fresh = await startLiveNode()
    await using fork = await forked({ fork: fresh.url })
    expect(fork.forkInfo?.exchanges).toBe(2)
    const { publicClient } = await fork.clients()
    const balanceOf = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    await publicClient.readContract({ ...balanceOf, args: [holder] })
    expect(fork.forkInfo?.exchanges).toBe(3)
    await publicClient.readContract({ ...balanceOf, args: [holder] })
    expect(fork.forkInfo?.exchanges).toBe(3)
  })

  test('asks once for what several chains need', async () => {
    await using fresh = await startLiveNode()
    await using fork = await forked({ fork: fresh.url })
    const read = async (devnet: PreconfDevnet) => {
      const { publicClient } = await devnet.clients()
      const call = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
      return publicClient.readContract({ ...call, args: [holder] })
    }
    const chains = await Promise.all(Array.from({ length: 10 }, () => fork.fork()))
    expect(await Promise.all(chains.map(read))).toEqual(Array(10).fill(100n))
    expect(fork.forkInfo?.exchanges).toBe(3)
    await Promise.all(chains.map((chain) => chain.close()))
  })

  test('asks once for what several devnets need that begin at the same block', async () => {
    const call = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    const read = async (devnet: PreconfDevnet) => {
      const { publicClient } = await devnet.clients()
      return publicClient.readContract({ ...call, args: [alice] })
    }
    await using first = await forked()
    await using second = await forked({ seed: 'second' })
    // What every block needs is known: only the block is asked for, and what hardfork it has.
    expect(second.forkInfo?.exchanges).toBe(2)
    const before = second.forkInfo?.requests
    expect(await read(first)).toBe(await read(second))
    expect(second.forkInfo?.requests).toBe(before)
  })

  test('snapshots, checkpoints, edits and fixtures work as on a chain of its own', async () => {
    await using fork = await forked()
    const { publicClient, walletClient } = await fork.clients()
    const balance = () => publicClient.getBalance({ address: holder })
    const snapshot = await fork.snapshot()
    const checkpoint = await fork.checkpoint()
    await walletClient.sendTransaction({ to: holder, value: 5n })
    expect(await balance()).toBe(parseEther('3') + 5n)
    await fork.restore(checkpoint)
    expect(await balance()).toBe(parseEther('3'))
    await fork.provider.request({
      method: 'anvil_setBalance',
      params: [holder, '0x7'],
    } as never)
    expect(await balance()).toBe(7n)
    await fork.revert(snapshot)
    const made = fixture(async ({ devnet }) => {
      await devnet.provider.request({
        method: 'anvil_setBalance',
        params: [holder, '0x9'],
      } as never)
      return 'made'
    })
    expect(await fork.loadFixture(made)).toBe('made')
    expect(await balance()).toBe(9n)
    await fork.reset()
    expect(await balance()).toBe(parseEther('3'))
    await fork.loadFixture(made)
    expect(await balance()).toBe(9n)
  })

  test('sends as an impersonated account of the live chain', async () => {
    await using fork = await forked()
    const { publicClient } = await fork.clients()
    const request = (method: string, ...params: unknown[]) =>
      fork.provider.request({ method, params } as never)
    await request('anvil_impersonateAccount', holder)
    const { encodeFunctionData } = await import('viem')
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 40n] })
    const hash = (await request('eth_sendTransaction', { from: holder, to: token, data })) as Hex
    expect((await publicClient.getTransactionReceipt({ hash })).status).toBe('success')
    const call = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    expect(await publicClient.readContract({ ...call, args: [holder] })).toBe(60n)
  })

  test('a state file has what was changed, and is for the same fork', async () => {
    await using fork = await forked()
    const { walletClient } = await fork.clients()
    await walletClient.sendTransaction({ to: holder, value: 5n })
    const dump = await fork.dumpState()
    await using again = await forked()
    await again.loadState(dump)
    const { publicClient } = await again.clients()
    expect(await publicClient.getBalance({ address: holder })).toBe(parseEther('3') + 5n)
    const call = { address: token, abi: tokenAbi, functionName: 'balanceOf' } as const
    expect(await publicClient.readContract({ ...call, args: [holder] })).toBe(100n)
  })

  test('a state file is the same when it is written again, and its earlier blocks are as they were', async () => {
    await using fork = await forked()
    const { walletClient } = await fork.clients()
    const ask = (devnet: PreconfDevnet, method: string, ...params: unknown[]) =>
      devnet.provider.request({ method, params } as never) as Promise<unknown>
    const slot = `0x${'00'.repeat(31)}07`
    await ask(fork, 'anvil_setStorageAt', token, slot, `0x${'11'.repeat(32)}`)
    await walletClient.sendTransaction({ to: holder, value: 5n })
    await ask(fork, 'anvil_setCode', bob, '0x00')
    await ask(fork, 'evm_mine')
    const dump = await fork.dumpState()
    await using again = await forked()
    await again.loadState(dump)
    expect(Buffer.from(await again.dumpState()).equals(Buffer.from(dump))).toBe(true)
    for (const block of ['0x3', '0x4', '0x5']) {
      for (const [method, ...params] of [
        ['eth_getBalance', alice],
        ['eth_getBalance', holder],
        ['eth_getCode', bob],
        ['eth_getStorageAt', token, slot],
        ['eth_getStorageAt', '0x0000f90827f1c53a10cb7a02335b175320002935', '0x3'],
      ] as const) {
        const [before, after] = await Promise.all(
          [fork, again].map((devnet) => ask(devnet, method, ...params, block)),
        )
        expect(after, `${method} ${params} ${block}`).toBe(before)
      }
    }
  })

  test('is not written as what has all accounts in it', async () => {
    await using fork = await forked()
    for (const format of ['genesis', 'rlp', 'fixture'] as const) {
      await expect(fork.export(format)).rejects.toThrow(
        /most of its accounts are on the live chain/,
      )
    }
  })

  test('traces and simulates on the live state', async () => {
    await using fork = await forked()
    const { encodeFunctionData } = await import('viem')
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] })
    const call = { from: holder, to: token, data }
    for (const [method, params] of [
      ['debug_traceCall', [call, 'latest', { tracer: 'callTracer' }]],
      ['debug_traceCall', [call, 'latest', { tracer: 'prestateTracer' }]],
      ['eth_createAccessList', [call, 'latest']],
      ['eth_estimateGas', [call]],
    ] as const) {
      const request = { method, params } as never
      expect(await fork.provider.request(request), method).toEqual(
        await upstream.provider.request(request),
      )
    }
  })

  test('begins after a transaction in the middle of a block', async () => {
    await using fork = await createDevnet({
      ...quiet,
      fork: { url, transactionHash: deployment },
    })
    const { publicClient } = await fork.clients()
    expect(await publicClient.getBlockNumber()).toBe(1n)
    const call = { address: token, abi: tokenAbi, functionName: 'totalSupply' } as const
    expect(await publicClient.readContract(call)).toBe(1_000n)
  })
})
