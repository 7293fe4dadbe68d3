import { base, optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import { alice, fresh, twoL2s } from './l2s.ts'

const heads = ({ op, base: target }: Awaited<ReturnType<typeof twoL2s>>) =>
  Promise.all([op.getBlock(), target.getBlock()].map(async (block) => (await block).hash))

test('the relayer executes messages both ways as soon as their blocks are sealed', async () => {
  await using chains = await twoL2s({ l1: { autorelay: true } })
  const { op, base: target, crossings } = chains
  const hash = await op.interop.sendETH({ to: fresh, value: 5n, chainId: base.id })
  expect(await target.getBalance({ address: fresh })).toBe(5n)
  expect(await crossings(hash)).toMatchObject([{ status: 'relayed' }])
  await target.interop.sendETH({ to: fresh, value: 6n, chainId: optimism.id })
  expect(await op.getBalance({ address: fresh })).toBe(6n)
  // What nobody can relay is left alone.
  await op.interop.sendETH({ to: fresh, value: 7n, chainId: 5 })
  expect(await target.getBalance({ address: fresh })).toBe(5n)
})

test('a late relayer keeps to the clock, over snapshots and forks, and equal runs are equal', async () => {
  const run = async () => {
    await using chains = await twoL2s({
      mining: undefined,
      l1: { autorelay: true, relayDelay: '10s' },
    })
    const { devnet, op, base: target } = chains
    const arrived = () => target.getBalance({ address: fresh })
    await op.interop.sendETH({ to: fresh, value: 5n, chainId: base.id })
    await devnet.clock.advance('2s')
    const snapshot = await devnet.snapshot()
    await devnet.clock.advance('9s')
    expect(await arrived()).toBe(0n)
    await devnet.clock.advance('2s')
    expect(await arrived()).toBe(5n)
    await devnet.revert(snapshot)
    expect(await arrived()).toBe(0n)
    await using fork = await devnet.fork()
    await fork.clock.advance('12s')
    const params = [fresh, 'latest']
    const there = await fork.l2s.base.provider.request({ method: 'eth_getBalance', params })
    expect(BigInt(there)).toBe(5n)
    await devnet.clock.advance('12s')
    expect(await arrived()).toBe(5n)
    return heads(chains)
  }
  expect(await run()).toEqual(await run())
})

test('a relayer with too little gas fails, and a message that reverts is tried in later blocks', async () => {
  await using poor = await twoL2s({ l1: { autorelay: true, relayGas: 60_000 } })
  const hash = await poor.op.interop.sendETH({ to: fresh, value: 5n, chainId: base.id })
  expect(await poor.base.getBalance({ address: fresh })).toBe(0n)
  const { transactions } = await poor.base.getBlock()
  const failed = { hash: transactions.at(-1) ?? '0x' }
  expect(await poor.base.getTransactionReceipt(failed)).toMatchObject({ status: 'reverted' })
  expect(await poor.crossings(hash)).toMatchObject([{ status: 'waiting' }])

  await using chains = await twoL2s({ l1: { autorelay: true } })
  const { devnet, op, base: target, crossings } = chains
  const setCode = (code: string) =>
    devnet.l2s.base.provider.request({ method: 'anvil_setCode', params: [fresh, code] })
  await setCode('0x5f5ffd')
  const message = { destinationChainId: base.id, target: fresh, message: '0x12' } as const
  const sent = await op.interop.sendCrossDomainMessage({ account: alice, ...message })
  expect(await crossings(sent)).toMatchObject([{ status: 'waiting' }])
  await setCode('0x00')
  await target.sendTransaction({ to: alice })
  expect(await crossings(sent)).toMatchObject([{ status: 'relayed' }])
})

test('a reorg of the destination is relayed over', async () => {
  await using chains = await twoL2s({ l1: { autorelay: true } })
  const { devnet, op, base: target } = chains
  await op.interop.sendETH({ to: fresh, value: 5n, chainId: base.id })
  expect(await target.getBalance({ address: fresh })).toBe(5n)
  await devnet.l2s.base.reorg({ depth: 1 })
  expect(await target.getBalance({ address: fresh })).toBe(5n)
})
