import { type Hex, parseEther, parseGwei } from 'viem'
import { describe, expect, test } from 'vitest'
import { abi, amount, market, sealed } from './market.ts'

/** What a searcher has sent, and why it has not. */
async function state({ devnet }: Pick<Awaited<ReturnType<typeof market>>, 'devnet'>) {
  const [first] = await devnet.searchers.list()
  if (first === undefined) throw new Error('no searcher runs')
  return first
}

describe('a sandwich', () => {
  test('stands around a swap without a limit, which gives less', async () => {
    await using chain = await market()
    const { devnet, quoted, held } = chain
    await devnet.searchers.start('sandwich')
    const before = await held()
    const hash = await chain.swap(0n)
    const order = await sealed(devnet)
    const { sent, reason } = await state(chain)
    expect(reason).toBeUndefined()
    expect(order).toEqual([sent[0], hash, sent[1]])
    for (const one of order) {
      expect(await chain.publicClient.getTransactionReceipt({ hash: one })).toMatchObject({
        status: 'success',
      })
    }
    expect((await held()) - before).toBeLessThan((quoted * 80n) / 100n)
  })

  test('takes as much as a loose limit allows', async () => {
    await using chain = await market()
    const { devnet, quoted, held } = chain
    await devnet.searchers.start('sandwich')
    const before = await held()
    const least = (quoted * 97n) / 100n
    const hash = await chain.swap(least)
    const order = await sealed(devnet)
    expect(order[1]).toBe(hash)
    const gained = (await held()) - before
    expect(gained).toBeGreaterThanOrEqual(least)
    expect(gained).toBeLessThan((quoted * 99n) / 100n)
  })

  test('leaves alone a swap with a tight limit', async () => {
    await using chain = await market()
    const { devnet, quoted, held } = chain
    await devnet.searchers.start('sandwich')
    const before = await held()
    const hash = await chain.swap((quoted * 9999n) / 10_000n)
    expect(await sealed(devnet)).toEqual([hash])
    expect((await held()) - before).toBe(quoted)
    expect((await state(chain)).reason).toMatch(/limit of the swap/)
  })

  test('leaves alone a swap that moves the price little, and one that would fail', async () => {
    await using chain = await market()
    const { devnet, walletClient } = chain
    await devnet.searchers.start('sandwich')
    const { args, ...small } = chain.swapAt(0n)
    const [token, , ...rest] = args
    const hash = await walletClient.writeContract({
      ...small,
      args: [token, amount / 100n, ...rest],
    })
    expect(await sealed(devnet)).toEqual([hash])
    expect((await state(chain)).reason).toBe('the swap moves the price too little')
    await chain.swap(chain.quoted * 2n)
    await sealed(devnet)
    expect((await state(chain)).reason).toBe('the swap fails without anyone before it')
    expect((await state(chain)).sent).toEqual([])
  })

  test('does not see a private swap', async () => {
    await using chain = await market()
    const { devnet, quoted, held, walletClient } = chain
    await devnet.searchers.start('sandwich')
    const before = await held()
    const request = await walletClient.prepareTransactionRequest({
      ...(await import('viem').then(({ encodeFunctionData }) => {
        const { address, functionName, args, account, gas } = chain.swapAt(0n)
        const data = encodeFunctionData({ abi, functionName, args })
        return { account, to: address, data, gas, ...chain.fees }
      })),
      chain: null,
    })
    const tx = await walletClient.signTransaction({ ...request, chain: null } as never)
    const params = [{ tx }] as const
    const hash = await devnet.provider.request({ method: 'eth_sendPrivateTransaction', params })
    expect(await sealed(devnet)).toEqual([hash])
    expect((await held()) - before).toBe(quoted)
    expect(await state(chain)).toMatchObject({ looked: 0, sent: [] })
  })

  test('knows pairs of Uniswap v2 by the swaps of a router', async () => {
    await using chain = await market()
    const { devnet } = chain
    await devnet.searchers.start('sandwich')
    const hash = await chain.swapRouted(0n)
    const order = await sealed(devnet)
    const { sent, reason } = await state(chain)
    expect(reason).toBeUndefined()
    expect(order).toEqual([sent[0], hash, sent[1]])
  })

  test.each(['flashblocks', 'interval'] as const)('acts in time with %s', async (mining) => {
    await using chain = await market({ mining })
    const { devnet } = chain
    await devnet.searchers.start('sandwich')
    await devnet.clock.advance(300)
    const hash = await chain.swap(0n)
    await devnet.clock.advance(4000)
    const { sent } = await state(chain)
    const places = await Promise.all(
      [sent[0], hash, sent[1]].map(async (one) => {
        const receipt = await chain.publicClient.getTransactionReceipt({ hash: one as Hex })
        return [receipt.blockNumber, receipt.transactionIndex, receipt.status]
      }),
    )
    const [, [block, index] = []] = places as [bigint, number, string][]
    expect(places).toEqual([-1, 0, 1].map((step) => [block, (index as number) + step, 'success']))
  })
})

describe('a backrun', () => {
  test('trades after a swap between its pool and another one', async () => {
    await using chain = await market()
    const { devnet, quoted, held } = chain
    await devnet.searchers.start('backrun', { pools: ['pair'] })
    const before = await held()
    const hash = await chain.swap(quoted)
    const order = await sealed(devnet)
    const { sent, reason } = await state(chain)
    expect(reason).toBeUndefined()
    expect(order).toEqual([hash, ...sent])
    expect((await held()) - before).toBe(quoted)
    const receipt = await chain.publicClient.getTransactionReceipt({ hash: sent[0] as Hex })
    expect(receipt.status).toBe('success')
  })
})

describe('a snipe', () => {
  const options = { event: 'drop.Opened', call: 'drop.mint' } as const

  test('comes right after the transaction that emits the event', async () => {
    await using chain = await market()
    const { devnet, walletClient, addressOf, fees } = chain
    const { address } = await devnet.searchers.start('snipe', options)
    const common = { abi, chain: null, gas: 200_000n, address: addressOf('drop') } as const
    const hash = await walletClient.writeContract({
      ...common,
      ...fees,
      account: addressOf('alice'),
      functionName: 'open',
    })
    const order = await sealed(devnet)
    expect(order).toEqual([hash, ...(await state(chain)).sent])
    const receipt = await chain.publicClient.getTransactionReceipt({ hash: order[1] as Hex })
    expect(receipt).toMatchObject({ status: 'success', from: address })
  })

  test('comes after the block where it has not seen the transaction', async () => {
    await using chain = await market({ mining: 'interval' })
    const { devnet, walletClient, addressOf, publicClient } = chain
    await devnet.searchers.start('snipe drop', { ...options, tip: '30 gwei' })
    const request = await walletClient.prepareTransactionRequest({
      account: addressOf('alice'),
      to: addressOf('drop'),
      data: '0xfcfff16f',
      chain: null,
      gas: 200_000n,
      ...chain.fees,
    })
    const tx = await walletClient.signTransaction(request as never)
    const method = 'eth_sendPrivateRawTransaction'
    await devnet.provider.request({ method, params: [tx] })
    await devnet.clock.advance(4000)
    const [hash] = (await state(chain)).sent
    const { status, effectiveGasPrice } = await publicClient.getTransactionReceipt({
      hash: hash as Hex,
    })
    expect(status).toBe('success')
    expect(effectiveGasPrice).toBeGreaterThan(parseGwei('30'))
  })
})

test('a liquidation comes right after what brings the health below the limit', async () => {
  await using chain = await market()
  const { devnet, walletClient, addressOf, fees } = chain
  const { address } = await devnet.searchers.start('liquidate', {
    view: { call: 'lending.healthOf', args: ['bob'] },
    below: '1 ether',
    call: 'lending.liquidate',
    args: ['bob'],
  })
  const set = (health: bigint) =>
    walletClient.writeContract({
      ...fees,
      account: addressOf('alice'),
      address: addressOf('lending'),
      abi,
      functionName: 'setHealth',
      args: [health],
      chain: null,
      gas: 100_000n,
    })
  const healthy = await set(parseEther('1.5'))
  expect(await sealed(devnet)).toEqual([healthy])
  expect((await state(chain)).reason).toBe(
    'lending.healthOf is 1500000000000000000, which is not below 1000000000000000000',
  )
  const ill = await set(parseEther('0.9'))
  const order = await sealed(devnet)
  expect(order).toEqual([ill, ...(await state(chain)).sent])
  const receipt = await chain.publicClient.getTransactionReceipt({ hash: order[1] as Hex })
  expect(receipt).toMatchObject({ status: 'success', from: address })
})

test('runs are equal, also with traffic', async () => {
  const hashes = new Set<Hex>()
  for (let run = 0; run < 2; run++) {
    await using chain = await market({ mining: 'flashblocks', traffic: 'busy' })
    const { devnet } = chain
    await devnet.searchers.start('sandwich')
    await devnet.searchers.start('backrun', { pools: ['pair'] })
    await devnet.clock.advance(3000)
    await chain.swap(0n)
    await devnet.clock.advance(3000)
    expect((await state(chain)).sent).toHaveLength(2)
    hashes.add((await chain.publicClient.getBlock({ blockTag: 'latest' })).hash as Hex)
  }
  expect(hashes.size).toBe(1)
})

test('is started, listed and stopped over JSON-RPC', async () => {
  await using chain = await market()
  const ask = (method: string, params: readonly unknown[] = []) =>
    chain.devnet.provider.request({ method, params })
  expect(await ask('preconf_startSearcher', ['sandwich', { minProfit: 0.01 }])).toMatchObject({
    name: 'sandwich',
    kind: 'sandwich',
    sent: [],
  })
  expect(await ask('preconf_searchers')).toHaveLength(1)
  expect(await ask('preconf_stopSearcher', ['sandwich'])).toBe(true)
  expect(await ask('preconf_stopSearcher')).toBe(false)
  const hash = await chain.swap(0n)
  expect(await sealed(chain.devnet)).toEqual([hash])
})

describe('is refused', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['sandwhich', {}, "invalid searcher 'sandwhich': give sandwich, backrun, snipe or liquidate"],
    ['sandwich', { profit: 1 }, "invalid sandwich 'profit': there is no such field"],
    ['sandwich', { minProfit: -1 }, 'invalid minProfit -1: give a number from 0 to 1'],
    ['backrun', { pools: ['dai'] }, "invalid pools 'dai': give the name or the address"],
    ['snipe', { call: 'drop.mint', event: 'drop.Closed' }, "invalid event 'drop.Closed'"],
    ['snipe', { call: 'drop.mind', event: 'drop.Opened' }, 'searcher snipe: call'],
    ['liquidate', { call: 'drop.mint', view: 'drop.isOpen' }, 'invalid below undefined'],
  ]

  test.each(refused)('%s with %j', async (name, options, message) => {
    await using chain = await market()
    const start = chain.devnet.searchers.start(name as 'sandwich', options)
    await expect(start).rejects.toThrow(message)
    expect(await chain.devnet.searchers.list()).toEqual([])
  })

  test.each([
    ['auto', undefined, 'each transaction is sealed before a searcher sees it'],
    ['manual', 'fifo', 'blocks have the order of arrival'],
  ] as const)('a sandwich with mining %s and order %s', async (mining, order, message) => {
    await using chain = await market({ mining, order })
    await expect(chain.devnet.searchers.start('sandwich')).rejects.toThrow(message)
  })
})
