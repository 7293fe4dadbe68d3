import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createDevnet, type DevnetOptions, type Hex } from '../../../src/index.ts'

const to = '0x00000000000000000000000000000000000000aa'

/** A chain with a signed transfer, and questions to it. */
async function chainWith(options: DevnetOptions) {
  const devnet = await createDevnet({ clock: 'manual', ...options })
  const [first] = devnet.accounts
  const account = privateKeyToAccount(first?.privateKey as Hex)
  const tx = await account.signTransaction({
    chainId: devnet.chainId,
    to,
    value: 5n,
    gas: 21_000n,
    nonce: 0,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  return {
    devnet,
    tx,
    from: account.address,
    ask: (method: string, params: readonly unknown[] = []) =>
      devnet.provider.request({ method, params }),
    [Symbol.asyncDispose]: () => devnet.close(),
  }
}

describe.each(['interval', 'manual', 'flashblocks'] as const)('with mining %s', (mining) => {
  test('no one sees a private transaction until it is in a block', async () => {
    await using chain = await chainWith({ mining })
    const { ask, devnet, tx, from } = chain
    const filter = await ask('eth_newPendingTransactionFilter')
    const pushed: unknown[] = []
    devnet.provider.on('message', (message) => pushed.push(message))
    await ask('eth_subscribe', ['newPendingTransactions'])
    const hash = await ask('eth_sendPrivateTransaction', [{ tx }])
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
    expect(await ask('txpool_content')).toEqual({ pending: {}, queued: {} })
    expect(await ask('txpool_inspect')).toEqual({ pending: {}, queued: {} })
    expect(await ask('txpool_contentFrom', [from])).toEqual({ pending: {}, queued: {} })
    expect(await ask('eth_pendingTransactions')).toEqual([])
    expect(await ask('eth_getTransactionByHash', [hash])).toBeNull()
    expect(await ask('eth_getTransactionBySenderAndNonce', [from, '0x0'])).toBeNull()
    expect(await ask('eth_getBlockByNumber', ['pending', false])).toMatchObject({
      transactions: [],
    })
    expect(await ask('eth_getBalance', [to, 'pending'])).toBe('0x0')
    expect(await ask('eth_getFilterChanges', [filter])).toEqual([])
    expect(pushed).toEqual([])
    // Its sender counts on.
    expect(await ask('eth_getTransactionCount', [from, 'pending'])).toBe('0x1')
    await devnet.seal()
    expect(await ask('eth_getTransactionByHash', [hash])).toMatchObject({
      hash,
      blockNumber: '0x1',
    })
    expect(await ask('eth_getBalance', [to, 'latest'])).toBe('0x5')
  })
})

test('a private transaction is dropped after its last block', async () => {
  await using chain = await chainWith({ mining: 'interval' })
  const { ask, devnet, tx } = chain
  devnet.faults.inject({ kind: 'delayInclusion', ms: 20_000 })
  const hash = await ask('eth_sendPrivateTransaction', [{ tx, maxBlockNumber: '0x2' }])
  await devnet.clock.advance(2000)
  expect(devnet.transaction(hash).status).toBe('pooled')
  await devnet.clock.advance(2000)
  expect(devnet.transaction(hash).status).toBe('dropped')
})

test('a private transaction can be cancelled, a public one cannot', async () => {
  await using chain = await chainWith({ mining: 'interval' })
  const { ask, devnet, tx } = chain
  const hash = await ask('eth_sendPrivateRawTransaction', [tx, { fast: true }])
  expect(await ask('eth_cancelPrivateTransaction', [{ txHash: hash }])).toBe(true)
  expect(await ask('eth_cancelPrivateTransaction', [{ txHash: hash }])).toBe(false)
  expect(devnet.transaction(hash).status).toBe('dropped')
  expect(await ask('eth_sendRawTransaction', [tx])).toBe(hash)
  expect(await ask('eth_cancelPrivateTransaction', [{ txHash: hash }])).toBe(false)
})

test('a transaction that no block can take is refused as a public one is', async () => {
  await using chain = await chainWith({ mining: 'interval' })
  const refused = chain.ask('eth_sendPrivateTransaction', [{ tx: '0x02c0' }])
  await expect(refused).rejects.toMatchObject({ code: expect.any(Number) })
  const empty = chain.ask('eth_sendPrivateTransaction', [{}])
  await expect(empty).rejects.toMatchObject({ code: -32602 })
})
