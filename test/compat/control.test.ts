import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../support/faultClients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob, bobAt, sendTransfer } from '../support/transfers.ts'

/** What is published from now on, with the ms from now: `1.2 at 400`, `sealed 1 at 2000`. */
function published(devnet: PreconfDevnet): string[] {
  const start = devnet.clock.now()
  const seen: string[] = []
  const note = (what: string) => seen.push(`${what} at ${devnet.clock.now() - start}`)
  devnet.on('flashblock', ({ blockNumber, index }) => note(`${blockNumber}.${index}`))
  devnet.on('block', ({ number }) => note(`sealed ${number}`))
  return seen
}

describe.each(faultClientNames)('%s', (name) => {
  test('steps by RPC: time, flashblocks and blocks', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const before = devnet.clock.now()
    expect(Number(await client.ask('preconf_advance', 1_500))).toBe(before + 1_500)
    const hash = await sendTransfer(devnet)
    expect(await client.ask('preconf_flashblock')).toEqual({
      blockNumber: '0x1',
      index: '0x1',
      transactions: [hash],
    })
    expect(await client.ask('preconf_flashblock')).toMatchObject({ index: '0x2', transactions: [] })
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject({ receipt: 'pre-confirmed' })
    const pooled = await sendTransfer(devnet, { nonce: 1 })
    const { number, transactions, ...block } = await client.ask('preconf_seal')
    expect([number, transactions]).toEqual(['0x1', [hash, pooled]])
    expect(block).toEqual({ hash: (await client.ask('eth_getBlockByNumber', '0x1', false)).hash })
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject({ receipt: 'sealed' })
  })

  test('holds and changes the cadence by RPC', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    const seen = published(devnet)
    const cadence = {
      mining: 'flashblocks',
      blockTime: '0x7d0',
      flashblockTime: '0xc8',
      paused: false,
      clock: 'manual',
    }
    expect(await client.ask('preconf_cadence')).toEqual(cadence)
    await client.ask('preconf_advance', 250)
    expect(await client.ask('preconf_pause')).toEqual({ ...cadence, paused: true })
    await client.ask('preconf_advance', '0x2710')
    expect(await client.ask('preconf_resume')).toEqual(cadence)
    await client.ask('preconf_advance', 200)
    expect(seen).toEqual(['1.1 at 200', '1.2 at 10400'])
    expect(
      await client.ask('preconf_setCadence', { flashblockTime: '0.5s', blockTime: 1 }),
    ).toEqual({ ...cadence, blockTime: '0x3e8', flashblockTime: '0x1f4' })
    await client.ask('preconf_advance', 1_000)
    expect(seen.slice(2)).toEqual([
      '1.3 at 10950',
      '1.4 at 11450',
      'sealed 1 at 11450',
      '2.0 at 11450',
    ])
    expect(await client.ask('preconf_setCadence', { mining: 'manual' })).toMatchObject({
      mining: 'manual',
      blockTime: '0x3e8',
    })
    await client.ask('preconf_advance', 60_000)
    expect(seen).toHaveLength(6)
  })

  test('what makes no sense is refused, and the cadence stays', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    const cadence = await client.ask('preconf_cadence')
    for (const changes of [{ mining: 'fast' }, { blockTime: 0 }, { flashblockTime: '-1ms' }]) {
      await expect(client.ask('preconf_setCadence', changes)).rejects.toThrow()
    }
    await expect(client.ask('preconf_advance', -1)).rejects.toThrow()
    expect(await client.ask('preconf_cadence')).toEqual(cadence)
  })
})

test('paused, transactions are pre-confirmed and sealed on request only', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const seen = published(devnet)
  devnet.pause()
  devnet.pause()
  const hash = await sendTransfer(devnet)
  await devnet.clock.advance(10_000)
  expect(await bobAt(devnet, 'pending')).toBe(0n)
  await devnet.flashblock()
  expect(await bobAt(devnet, 'pending')).toBe(1n)
  expect((await devnet.seal()).transactions).toEqual([hash])
  expect(seen).toEqual(['1.1 at 10000', 'sealed 1 at 10000', '2.0 at 10000'])
  expect(devnet.cadence.isPaused).toBe(true)
  devnet.resume()
  devnet.resume()
  expect(devnet.cadence.isPaused).toBe(false)
  await devnet.clock.advance(2_000)
  expect(seen.slice(3)).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `2.${index} at ${10_000 + index * 200}`),
    'sealed 2 at 12000',
    '3.0 at 12000',
  ])
})

test('from flashblocks to auto: the open block is sealed with the next transaction', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const first = await sendTransfer(devnet)
  await devnet.clock.advance(200)
  await devnet.setCadence({ mining: 'auto' })
  await devnet.clock.advance(10_000)
  expect(await bobAt(devnet, 'pending')).toBe(1n)
  expect(await bobAt(devnet, 'latest')).toBe(0n)
  const second = await sendTransfer(devnet, { nonce: 1 })
  expect(await bobAt(devnet, 'latest')).toBe(2n)
  expect(devnet.transaction(first)).toMatchObject({ status: 'sealed', blockNumber: 1n })
  expect(devnet.transaction(second)).toMatchObject({ status: 'sealed', blockNumber: 1n })
})

test('from auto to flashblocks, and to blocks at an interval', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  await sendTransfer(devnet)
  const seen = published(devnet)
  await devnet.setCadence({ mining: 'flashblocks', blockTime: '1s', flashblockTime: 500 })
  await sendTransfer(devnet, { nonce: 1 })
  await devnet.clock.advance(1_000)
  const made = ['2.0 at 0', '2.1 at 500', '2.2 at 1000', 'sealed 2 at 1000', '3.0 at 1000']
  expect(seen).toEqual(made)
  await devnet.setCadence({ mining: 'interval', blockTime: '3s' })
  await sendTransfer(devnet, { nonce: 2 })
  await devnet.clock.advance(3_000)
  expect(seen.filter((what) => what.startsWith('sealed')).slice(1)).toEqual(['sealed 3 at 4000'])
  expect(await bobAt(devnet, 'latest')).toBe(3n)
})

test('a provider at a flashblock reads it after others, the seal and a reorg', async () => {
  await using devnet = await testDevnet()
  for (const nonce of [0, 1, 2]) {
    await sendTransfer(devnet, { nonce })
    await devnet.flashblock()
  }
  const providers = [0, 1, 2, 3].map((flashblock) => devnet.at({ flashblock }))
  const balances = () =>
    Promise.all(
      providers.map(async (provider) =>
        Number(await provider.request({ method: 'eth_getBalance', params: [bob, 'pending'] })),
      ),
    )
  expect(await balances()).toEqual([0, 1, 2, 3])
  await devnet.seal()
  await devnet.reorg({ depth: 1 })
  expect(await balances()).toEqual([0, 1, 2, 3])
  expect(await providers[1]?.request({ method: 'eth_blockNumber' })).toBe('0x0')
  // What it writes goes to the chain as it is.
  const [from, to] = [addressOf(devnet), addressOf(devnet)]
  const params = [{ from, to, nonce: '0x0' }]
  const hash = await providers[1]?.request({ method: 'eth_sendTransaction', params })
  expect((await devnet.seal()).transactions).toEqual([hash])
  expect(() => devnet.at({ flashblock: 4 })).toThrow('flashblock 4 not found')
})

test('under the real clock time cannot be advanced', async () => {
  await using devnet = await testDevnet({ clock: 'real' })
  await expect(devnet.clock.advance(1)).rejects.toMatchObject({ name: 'ManualClockRequiredError' })
  await expect(
    devnet.provider.request({ method: 'preconf_advance', params: [1] }),
  ).rejects.toMatchObject({ code: expect.any(Number), message: expect.stringContaining('manual') })
})
