import { type Hex, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [before, after] = [parseEther('10000'), parseEther('10001')]

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Record<string, Hex>>
}

test('a transaction is final when two blocks follow its block', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  await using socket = await follow(devnet, [
    ['newPendingTransactions'],
    ['newHeads'],
    ['logs', {}],
  ])
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
  expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: null })
  await devnet.clock.advance(750)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  await devnet.clock.advance(750)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, before],
    numbers: [2, 2, 1, 0],
  })
  await devnet.clock.advance(750)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, after],
    numbers: [3, 3, 2, 1],
  })
  expect(await request('eth_getFinalizedHeader', [-3])).toMatchObject({ number: '0x1' })
  expect(await request('eth_getFinalizedBlock', [15, false])).toMatchObject({
    number: '0x1',
    transactions: [hash],
  })
  await expect(request('eth_getFinalizedHeader', [22])).rejects.toMatchObject({
    code: -32000,
    message: '22 neither within the range [1,21] nor the range [-3,-1]',
  })
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual([
    'newPendingTransactions',
    'newHeads',
    'newHeads',
    'newHeads',
  ])
})

test('the finalized block is the one that the table names, and stays behind where it is skipped', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  const request = asker(devnet)
  const { url } = await devnet.listen({ port: 0 })
  const isFinal = async (number: number) => {
    const answer = await fetch(`${url}/eth/v1/beacon/blobs/${number}`)
    return ((await answer.json()) as { finalized: boolean }).finalized
  }
  await devnet.clock.advance(4 * 750)
  devnet.faults.inject({ kind: 'skipState', state: 'finalized' })
  await devnet.clock.advance(750)
  expect(await request('eth_getBlockByNumber', ['finalized', false])).toMatchObject({
    number: '0x2',
  })
  expect(await request('eth_getFinalizedHeader', [-3])).toMatchObject({ number: '0x2' })
  expect(await request('eth_getFinalizedBlock', [15, false])).toMatchObject({ number: '0x2' })
  expect(await Promise.all([2, 3].map(isFinal))).toEqual([true, false])
})

test('headers have times in milliseconds, which their mixHash says', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  const request = asker(devnet)
  const timeAt = async (number: number) => {
    const header = await request('eth_getHeaderByNumber', [`0x${number.toString(16)}`])
    const { milliTimestamp, timestamp, mixHash } = header as Record<string, Hex>
    const ms = Number(milliTimestamp)
    expect(Math.floor(ms / 1000)).toBe(Number(timestamp))
    expect(Number(`0x${(mixHash as string).slice(-16)}`)).toBe(ms % 1000)
    return ms
  }
  await devnet.clock.advance(8 * 750)
  const start = await timeAt(0)
  for (let number = 1; number <= 8; number++) {
    expect((await timeAt(number)) - start).toBe(number * 750)
  }
  // What tests do to time holds as well.
  await request('evm_increaseTime', [3600])
  await devnet.clock.advance(750)
  const moved = (await timeAt(9)) - (await timeAt(8))
  expect(moved).toBeGreaterThanOrEqual(3600_000)
  expect(moved).toBeLessThan(3602_000)
  await request('evm_mine')
  await request('anvil_mine', ['0x5', '0x0'])
  const times = []
  for (let number = 9; number <= 15; number++) times.push(await timeAt(number))
  expect(times).toEqual([...times].sort((one, other) => one - other))
})

test('a block that replaces another has its time, and another hash', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  const request = asker(devnet)
  await devnet.clock.advance(5 * 750)
  const old = await request('eth_getBlockByNumber', ['0x4', false])
  await request('anvil_reorg', [3, []])
  const replaced = await request('eth_getBlockByNumber', ['0x4', false])
  expect(replaced.hash).not.toBe(old.hash)
  expect(replaced.milliTimestamp).toBe(old.milliTimestamp)
})

test('a synchronous send waits 20 s', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  const { wallet, client } = await clientsOf(devnet)
  const sent = client.request({
    method: 'eth_sendTransactionSync' as never,
    params: [{ from: wallet.account.address, to: bob, value: '0x1' }] as never,
  })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(750)
  expect(await sent).toMatchObject({ blockNumber: '0x1', effectiveGasPrice: expect.any(String) })
})

test('subscriptions to flashblocks are those of other networks', async () => {
  await using devnet = await createDevnet({ network: 'bnb', clock: 'manual' })
  await using socket = await follow(devnet, [['newHeads']])
  expect(await socket.ask('eth_subscribe', ['newFlashblocks'])).toMatchObject({
    error: { code: -32601, message: 'no "newFlashblocks" subscription in eth namespace' },
  })
  await devnet.clock.advance(750)
  expect(await socket.read()).toMatchObject([{ kind: 'newHeads', result: { number: '0x1' } }])
})
