import { createPublicClient, createWalletClient, type Hex } from 'viem'
import { base, mainnet, optimism } from 'viem/chains'
import { getL2TransactionHashes, publicActionsL1, walletActionsL1 } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { devnetTransport } from '../../../src/testing/viem.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { alice, fresh } from './pair.ts'

const start = () =>
  createDevnet({
    network: ['op', 'base'],
    l1: { proposeEvery: 1 },
    clock: 'manual',
    mining: 'auto',
  })

type Chains = Awaited<ReturnType<typeof start>>

const heads = ({ l1, l2s }: Chains) =>
  Promise.all(
    [l1, l2s.op, l2s.base].map(async ({ provider }) => {
      const params = ['latest', false]
      const { hash } = await provider.request({ method: 'eth_getBlockByNumber', params })
      return hash as string
    }),
  )

test('two L2s have their own portals on one L1, where viem looks for them', async () => {
  await using devnet = await start()
  const { l1, l2s } = devnet
  expect(Object.keys(l2s)).toEqual(['op', 'base'])
  expect(l2s.op).toBe(devnet)
  expect([l1.chainId, l2s.op.chainId, l2s.base.chainId]).toEqual([1, 10, 8453])
  const transport = devnetTransport(l1, { retryCount: 0 })
  const wallet = createWalletClient({ account: alice, chain: mainnet, transport }).extend(
    walletActionsL1(),
  )
  const below = createPublicClient({ chain: mainnet, transport }).extend(publicActionsL1())
  for (const [targetChain, l2, value] of [
    [optimism, l2s.op, 5n],
    [base, l2s.base, 7n],
  ] as const) {
    const request = { gas: 100_000n, mint: value, to: fresh, value }
    const hash = await wallet.depositTransaction({ request, targetChain, gas: 300_000n })
    const receipt = await below.getTransactionReceipt({ hash })
    const [arrived] = getL2TransactionHashes(receipt)
    const client = createPublicClient({ chain: targetChain, transport: devnetTransport(l2) })
    expect(await client.getTransactionReceipt({ hash: arrived as Hex })).toMatchObject({
      status: 'success',
    })
    expect(await client.getBalance({ address: fresh })).toBe(value)
    const params = [hash]
    expect(await l2.provider.request({ method: 'preconf_crossChain', params })).toMatchObject([
      { kind: 'deposit', status: 'success', l2: { hash: arrived } },
    ])
    await l2.seal()
    await l1.seal()
    const games = await below.getGames({ targetChain })
    expect(games.length).toBeGreaterThan(0)
  }
})

test.each(['l1', 'op', 'base'] as const)(
  'what goes back on %s goes back on all chains',
  async (name) => {
    await using devnet = await start()
    const asked = name === 'l1' ? devnet.l1 : devnet.l2s[name]
    const all = [devnet.l1, devnet.l2s.op, devnet.l2s.base]
    const first = await heads(devnet)
    for (const { seal } of all) await seal()
    const before = await heads(devnet)
    const [snapshot, checkpoint] = [await asked.snapshot(), await asked.checkpoint()]
    for (const { seal } of all) await seal()
    await using fork = (await devnet.fork()) as Chains
    expect(await heads(fork)).toEqual(await heads(devnet))
    expect(await asked.restore(checkpoint)).toBe(true)
    expect(await heads(devnet)).toEqual(before)
    expect(await heads(fork)).not.toEqual(before)
    await devnet.seal()
    expect(await asked.revert(snapshot)).toBe(true)
    expect(await heads(devnet)).toEqual(before)
    await asked.reset()
    expect(await heads(devnet)).toEqual(first)
  },
)

test('the L1 lists the newest 50 crossings of all its L2s, the newest first', async () => {
  await using devnet = await start()
  const { l1 } = devnet
  const ask = (method: string, ...params: unknown[]) => l1.provider.request({ method, params })
  const portals = [optimism, base].map(({ contracts }) => contracts.portal[1].address)
  for (let value = 1; value <= 60; value++) {
    const transaction = { from: alice, to: portals[value % 2], value: `0x${value.toString(16)}` }
    await ask('eth_sendTransaction', { ...transaction, gas: '0x493e0' })
  }
  const list: readonly { readonly value: Hex }[] = await ask('preconf_crossChain')
  const newest = Array.from({ length: 50 }, (_, index) => 60 - index)
  expect(list.map(({ value }) => Number(value))).toEqual(newest)
})

test('one clock makes the blocks of all', async () => {
  await using devnet = await createDevnet({
    network: ['op', 'base', { like: 'op', name: 'mine', chainId: 901 }],
    l1: true,
    clock: 'manual',
  })
  await devnet.l2s.base.clock.advance('24s')
  const numbers = await Promise.all(
    [devnet.l1, ...Object.values(devnet.l2s)].map(({ provider }) =>
      provider.request({ method: 'eth_blockNumber' }),
    ),
  )
  expect(numbers.map(Number)).toEqual([2, 12, 120, 12])
  expect(devnet.l2s.mine.chainId).toBe(901)
})

test('each chain is served at its path, and at those of isolated chains', async () => {
  await using devnet = await start()
  const { url } = await devnet.listen({ port: 0 })
  const idAt = async (path: string) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
    })
    const { result, error } = (await response.json()) as { result?: string; error?: object }
    return error ?? Number(result)
  }
  const paths = ['/', '/op', '/base', '/l1', '/op/l1', '/1', '/1/op', '/1/base', '/1/l1']
  expect(await Promise.all(paths.map(idAt))).toEqual([10, 10, 8453, 1, 1, 10, 10, 8453, 1])
  expect(await idAt('/1/unichain')).toMatchObject({
    message: expect.stringContaining('nothing is served at /1/unichain'),
  })
})

test.each([
  [{ network: ['op', 'base'] }, 'give one, or l1 too'],
  [{ network: [], l1: true }, 'give from 1 to 16 networks'],
  [{ network: ['op', 'optimism'], l1: true }, 'two of them are op'],
  [{ network: ['op', { like: 'op', name: 'mine' }], l1: true }, 'or have the id 10'],
  [
    { network: ['base', { like: 'base-flashblocks', chainId: 5 }], l1: true },
    'both have a contract at 0x49048044D57e1C92A77f79988d21Fa8fAF74E97e of the L1',
  ],
  [{ network: ['op', 'base'], l1: true, chainId: 5 }, 'each network has its own'],
  [{ network: ['op', 'base'], l1: { chainId: 8453 } }, 'the id of the L2'],
  [{ network: ['op', 'bas'], l1: true }, 'did you mean base?'],
  [{ network: ['op', undefined], l1: true }, 'networks of the OP stack alone'],
  [{ network: ['op', 'arbitrum'], l1: true }, 'networks of the OP stack alone'],
  [{ network: ['op', 'base'], l1: true, mining: 'flashblocks' }, 'mining'],
])('%o is refused', async (options, message) => {
  await expect(createDevnet(options as DevnetOptions)).rejects.toThrow(message)
})

test('a network whose name is another path is refused when it is to be served', async () => {
  const mine = { like: 'op', name: 'metrics', chainId: 901 } as const
  await using devnet = await createDevnet({ network: ['op', mine], l1: true, clock: 'manual' })
  await expect(devnet.listen({ port: 0 })).rejects.toThrow(
    "invalid network.name 'metrics': give another name",
  )
})
