import { type Hex, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const portal = optimism.contracts.portal[1].address

const listed = ({ askL2 }: Pair, hash?: Hex) =>
  askL2('preconf_crossChain', ...(hash ? [hash] : [])) as Promise<Record<string, unknown>[]>

test('the newest deposits and withdrawals are listed, the newest first, on both chains', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const { publicL1, walletL1, walletL2 } = chains
  expect(await listed(chains)).toEqual([])
  const deposited = await walletL1.sendTransaction({ to: portal, value: 5n, gas: 300_000n })
  await chains.pass(10)
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 3n })
  const withdrawn = await walletL2.initiateWithdrawal(args as never)
  const list = await listed(chains)
  expect(list).toMatchObject([
    { kind: 'withdrawal', value: '0x3', from: alice.toLowerCase(), to: fresh },
    { kind: 'deposit', value: '0x5', from: alice.toLowerCase(), to: alice.toLowerCase() },
  ])
  expect(list).toEqual([...(await listed(chains, withdrawn)), ...(await listed(chains, deposited))])
  expect(await chains.askL1('preconf_crossChain')).toEqual(list)
})

test('a list has 50 at most, however many there are', async () => {
  await using chains = await pair({ mining: 'manual' })
  for (let count = 1; count <= 60; count++) {
    await chains.walletL1.sendTransaction({ to: portal, value: BigInt(count), gas: 300_000n })
  }
  await chains.devnet.l1.seal()
  const list = await listed(chains)
  expect(list.map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 50 }, (_, index) => 60 - index),
  )
})

test('a deposit is found by its hash on L2 before it is there', async () => {
  await using chains = await pair({ mining: 'flashblocks' })
  const { devnet, publicL1, walletL1 } = chains
  const hash = await walletL1.sendTransaction({ to: portal, value: 5n, gas: 300_000n })
  await devnet.clock.advance('12.2s')
  const [l2Hash = '0x'] = getL2TransactionHashes(await publicL1.getTransactionReceipt({ hash }))
  expect(await listed(chains, l2Hash)).toMatchObject([{ status: 'preconfirmed', l1: { hash } }])
})

test('calls and events of the bridge are named', async () => {
  await using chains = await pair()
  const { devnet, publicL1, walletL1, walletL2 } = chains
  const request = { to: bob, mint: 5n, value: 5n, gas: 100_000n }
  const deposited = await walletL1.depositTransaction({
    request,
    targetChain: optimism,
    gas: 300_000n,
  })
  expect((await devnet.l1.explain(deposited)).summary).toContain(
    "(0)'s OptimismPortal.depositTransaction(",
  )
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 3n })
  const withdrawn = await walletL2.initiateWithdrawal(args as never)
  expect((await devnet.explain(withdrawn)).summary).toContain(
    "(0)'s L2ToL1MessagePasser.initiateWithdrawal(",
  )
  const trace = await chains.askL2('preconf_trace', withdrawn)
  expect(JSON.stringify(trace)).toContain('MessagePassed')
})

test('the contracts of both sides have labels, in traces too', async () => {
  await using chains = await pair()
  const { devnet, walletL1, walletL2 } = chains
  expect(devnet.l1.fixture.labels).toMatchObject({ [portal.toLowerCase()]: 'OptimismPortal' })
  const passer = optimism.contracts.l2ToL1MessagePasser.address
  expect(devnet.fixture.labels).toMatchObject({ [passer]: 'L2ToL1MessagePasser' })
  const hash = await walletL1.sendTransaction({ to: portal, value: 5n, gas: 300_000n })
  const trace = (await chains.askL1('preconf_trace', hash)) as { labels: Record<string, string> }
  expect(trace.labels).toMatchObject({ [portal.toLowerCase()]: 'OptimismPortal' })
  const bridge = optimism.contracts.l2StandardBridge.address
  const data = '0xe78cea92'
  const called = await walletL2.sendTransaction({ to: bridge, data, gas: 100_000n })
  expect((await devnet.explain(called)).summary).toContain('L2StandardBridge')
  const { miner } = await chains.publicL2.getBlock()
  expect(devnet.fixture.labels).toMatchObject({ [miner]: 'SequencerFeeVault' })
  // A fork has them, and so has the chain after a reset.
  await using fork = await devnet.fork()
  expect(fork.l1.fixture.labels).toEqual(devnet.l1.fixture.labels)
  await chains.askL2('anvil_reset')
  expect(devnet.fixture.labels).toMatchObject({ [passer]: 'L2ToL1MessagePasser' })
  await walletL1.sendTransaction({
    account: bob,
    to: portal,
    value: parseEther('1'),
    gas: 300_000n,
  })
  expect(await listed(chains)).toHaveLength(1)
})
