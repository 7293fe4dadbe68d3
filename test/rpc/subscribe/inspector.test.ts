import { expect, it } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import { client, listen } from '../methods/client.ts'

interface ListedBlock {
  readonly count: number
  readonly failed: number
  readonly transactions?: readonly unknown[]
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await yieldToEventLoop()
}

it('begins with a snapshot, and numbers what follows', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const hash = await devnet.send({ to: devnet.accounts[1]?.address })
  await devnet.flashblock()
  await devnet.seal()
  expect(results.map(({ seq }) => seq)).toEqual(results.map((_, index) => index))
  // A status comes once in a while.
  const others = results.filter(({ kind }) => kind !== 'status')
  const kinds = ['snapshot', 'pooled', 'flashblock', 'flashblock', 'block']
  expect(others.map(({ kind }) => kind)).toEqual(kinds)
  const [snapshot, pooled, , flashblock, block] = others
  expect(snapshot).toMatchObject({ blocks: [{ number: '0x0' }], pending: [] })
  expect(pooled).toMatchObject({ count: 1, transactions: [{ hash, nonce: '0x0' }] })
  expect(flashblock.flashblock).toMatchObject({ index: '0x1', count: 1, transactions: [{ hash }] })
  const published = [{ count: 0 }, { count: 1, transactions: [hash] }]
  expect(block.block).toMatchObject({ number: '0x1', count: 1, flashblocks: published })
})

it('tells what users set, when it has changed', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const received = async () => {
    await until(() => results.length > 0)
    return results.splice(0).map(({ kind, status }) => ({ kind, ...status }))
  }
  await received()
  devnet.pause()
  expect(await received()).toMatchObject([{ kind: 'status', cadence: { paused: true } }])
  devnet.resume()
  devnet.faults.inject({ kind: 'latency', ms: 0 })
  expect(await received()).toMatchObject([{ faults: [{ id: '0x1', applied: 0, remaining: null }] }])
  await devnet.ask('eth_chainId')
  expect(await received()).toMatchObject([{ faults: [{ applied: 1 }] }])
  const id = await devnet.checkpoint()
  expect(await received()).toMatchObject([{ checkpoints: [{ id }] }])
  devnet.forget(id)
  expect(await received()).toMatchObject([{ checkpoints: [] }])
  await devnet.ask('evm_setNextBlockTimestamp', 4_000_000_000)
  expect(await received()).toMatchObject([{ clock: { nextTimestamp: '0xee6b2800' } }])
  await devnet.send({ to: devnet.accounts[1]?.address, nonce: '0x5' })
  expect(await received()).toMatchObject([{ kind: 'pooled' }, { pooled: 1 }])
  await devnet.ask('anvil_dropAllTransactions')
  expect(await received()).toMatchObject([{ kind: 'dropped' }, { pooled: 0 }])
})

it('tells what comes in quick succession together', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const to = devnet.accounts[1]?.address
  const pooled = () => results.filter(({ kind }) => kind === 'pooled')
  const startMs = performance.now()
  for (let nonce = 0; nonce < 20; nonce++) {
    await devnet.send({ to, nonce: `0x${nonce.toString(16)}` })
    await yieldToEventLoop()
  }
  await until(() => pooled().reduce((sum, { count }) => sum + count, 0) === 20)
  // One at once, then one in 100 ms, however slow the machine is.
  expect(pooled().length).toBeLessThan(3 + (performance.now() - startMs) / 100)
})

it('names the blocks that a reorg takes away, and starts again after going back', async () => {
  await using devnet = await client()
  const { hash } = await devnet.seal()
  const checkpoint = await devnet.checkpoint()
  const { results } = await listen(devnet, 'inspector')
  await devnet.reorg({ depth: 1 })
  expect(results[1]).toEqual({ seq: 1, kind: 'reorg', removed: [hash] })
  expect(results[2]).toMatchObject({ seq: 2, kind: 'block', block: { number: '0x1' } })
  await devnet.restore(checkpoint)
  expect(results.at(-1)).toMatchObject({ kind: 'snapshot', blocks: [{}, { hash }] })
})

it('has what waits, was dropped and was removed before it began', async () => {
  await using devnet = await client()
  const to = devnet.accounts[1]?.address
  const reorged = await devnet.send({ to })
  const { hash } = await devnet.seal()
  await devnet.reorg({ depth: 1, requeue: false })
  const removed = await devnet.send({ to })
  await devnet.ask('anvil_dropTransaction', removed)
  const [back, waiting] = [
    await devnet.send({ to, value: '0x2' }),
    await devnet.send({ to, nonce: '0x9' }),
  ]
  await devnet.ask('anvil_dropTransaction', back)
  await devnet.send({ to, value: '0x2' })
  const [snapshot] = (await listen(devnet, 'inspector')).results
  const dropped = [
    { hash: reorged, drop: { reason: 'reorged', blockNumber: '0x1', blockHash: hash } },
    { hash: removed, to, nonce: '0x0', drop: { reason: 'removed' } },
  ]
  expect(snapshot).toMatchObject({ dropped, removed: [{ hash, count: 1 }] })
  expect(snapshot.waiting.map(({ hash }: { hash: string }) => hash)).toEqual([waiting, back])
  const [alice] = devnet.accounts
  expect(snapshot.status.labels[alice?.address as string]).toBe('(0)')
})

it('tells what is dropped, and not what is back by then', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const to = devnet.accounts[1]?.address
  const [gone, back] = [await devnet.send({ to }), await devnet.send({ to })]
  for (const hash of [back, gone]) await devnet.ask('anvil_dropTransaction', hash)
  await devnet.send({ to, value: '0x2' })
  await devnet.seal()
  await until(() => results.some(({ kind }) => kind === 'dropped'))
  const { transactions } = results.find(({ kind }) => kind === 'dropped')
  expect(transactions).toMatchObject([
    { hash: back, drop: { reason: 'removed' } },
    { hash: gone, drop: { reason: 'removed' } },
  ])
})

it('from 500 transactions on counts them', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const to = devnet.accounts[1]?.address
  const requests = Array.from({ length: 500 }, (_, nonce) =>
    devnet.send({ to, gas: '0x5208', nonce: `0x${nonce.toString(16)}` }),
  )
  await Promise.all(requests)
  await devnet.seal()
  const block = results.find(({ kind }) => kind === 'block')
  expect(block.block).toMatchObject({ count: 500, failed: 0 })
  expect(block.block.transactions).toBe(undefined)
  expect(block.block.flashblocks[1]).not.toHaveProperty('transactions')
})

it('a snapshot lists the newest transactions, and counts those before', async () => {
  await using devnet = await client()
  const to = devnet.accounts[1]?.address
  let nonce = 0
  const send = (request: object) =>
    devnet.send({ nonce: `0x${(nonce++).toString(16)}`, ...request })
  await send({ data: '0xfe', gas: '0xffff' })
  await devnet.seal()
  for (const count of [1400, 300, 400]) {
    await Promise.all(Array.from({ length: count }, () => send({ to, gas: '0x5208' })))
    await devnet.flashblock()
    await devnet.seal()
  }
  const [snapshot] = (await listen(devnet, 'inspector')).results
  const { blocks } = snapshot as { readonly blocks: readonly ListedBlock[] }
  const received = blocks.map(({ count, failed, transactions }) => [
    count,
    failed,
    ...(transactions === undefined ? [] : [transactions.length]),
  ])
  expect(received).toEqual([
    [0, 0],
    [1, 1],
    [1400, 0],
    [300, 0, 300],
    [400, 0, 400],
  ])
})

it('tells what others ask, with short parameters and errors, and not what it asks itself', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'inspector')
  const { url } = await devnet.listen({ port: 0 })
  const post = (method: string, ...params: unknown[]) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).then((response) => response.text())
  await post('eth_chainId')
  await post('eth_getBalance', '0x1')
  await post('web3_sha3', `0x${'00'.repeat(20_000)}`)
  await devnet.ask('eth_blockNumber')
  const received = () =>
    results.filter(({ kind }) => kind === 'requests').flatMap(({ requests }) => requests)
  await until(() => received().length > 2)
  expect(received()).toEqual([
    { method: 'eth_chainId', ms: expect.any(Number), params: [] },
    {
      method: 'eth_getBalance',
      ms: expect.any(Number),
      params: ['0x1'],
      error: expect.stringContaining('invalid argument 0'),
    },
    { method: 'web3_sha3', ms: expect.any(Number) },
  ])
})
