import { expect, test } from 'vitest'
import { pinFork } from '../../../../src/extensions/fork/upstream/pin.ts'
import { tamper } from '../../../support/faultProxy.ts'
import { failure, weather } from './weather.ts'

async function withBlocks() {
  const at = await weather()
  await at.node.ask('anvil_mine', '0x9')
  const hashes: `0x${string}`[] = []
  for (let number = 0; number < 10; number++) {
    hashes.push((await at.node.ask('eth_getBlockByNumber', `0x${number}`, false)).hash)
  }
  return { ...at, hashes, [Symbol.asyncDispose]: at[Symbol.asyncDispose] }
}

test('a block is found in one exchange by tag, number or hash, in two from the end', async () => {
  await using at = await withBlocks()
  const { upstream, hashes, proxy } = at
  const cases = [
    [{ tag: 'latest' }, 9, 1],
    [{ tag: 'earliest' }, 0, 1],
    [{ number: 4n }, 4, 1],
    [{ hash: hashes[3] as `0x${string}` }, 3, 1],
    [{ number: -2n }, 7, 2],
  ] as const
  for (const [choice, number, exchanges] of cases) {
    const before = proxy.exchanges.length
    expect(await pinFork(upstream, choice)).toMatchObject({
      chainId: 31337,
      number: BigInt(number),
      hash: hashes[number],
    })
    expect(proxy.exchanges.length - before).toBe(exchanges)
  }
})

test('the chain is not asked for when it is said', async () => {
  await using at = await withBlocks()
  expect(await pinFork(at.upstream, { number: 4n }, 5)).toMatchObject({ chainId: 5 })
  expect(at.proxy.exchanges.flat().map(({ method }) => method)).toEqual(['eth_getBlockByNumber'])
})

test('a transaction names the block before its own, and those that come first', async () => {
  await using at = await withBlocks()
  const { node } = at
  await node.ask('evm_setAutomine', false)
  const sent = []
  for (let value = 1; value < 4; value++) {
    sent.push(await node.send({ to: node.accounts[1], value: `0x${value}` }))
  }
  await node.ask('anvil_mine')
  const found = await pinFork(at.upstream, { transactionHash: sent[1] as `0x${string}` })
  expect(found).toMatchObject({ number: 9n, hash: at.hashes[9] })
  expect(found.replay?.transactions.map(({ hash }) => hash)).toEqual(sent.slice(0, 2))
  expect(found.replay?.block).toMatchObject({ number: '0xa' })
  expect(at.proxy.exchanges.length).toBe(2)
})

test('a block that one node behind the address does not have yet is waited for', async () => {
  await using at = await withBlocks()
  const none = tamper(
    ({ method }) => method === 'eth_getBlockByNumber',
    () => ({ result: null }),
  )
  at.proxy.next(none, none)
  expect(await at.pass(pinFork(at.upstream, { tag: 'latest' }))).toMatchObject({ number: 9n })
  expect(at.timeline.elapsed()).toBeLessThan(1000)
  at.proxy.always(none)
  const error = await failure(at.pass(pinFork(at.upstream, { tag: 'finalized' })))
  expect(error).toMatchObject({ name: 'BlockNotThere' })
  expect(error.message).toMatch(/does not have a block that is finalized: look for another/)
  expect(at.timeline.elapsed()).toBeLessThan(12_000)
})

test('a block that is far ahead is said to be at once', async () => {
  await using at = await withBlocks()
  const error = await failure(pinFork(at.upstream, { number: 5000n }))
  expect(error.message).toMatch(/does not have block 5000: its newest is 9/)
  expect(at.timeline.elapsed()).toBe(0)
  expect((await failure(pinFork(at.upstream, { number: -50n }))).message).toMatch(
    /does not have a block 50 blocks before its newest, 9/,
  )
})
