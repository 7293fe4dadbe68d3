import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScenarioDefinition } from '../../../src/index.ts'
import { testDevnet } from '../../support/testDevnet.ts'

test('prices move by a ramp, beside what follows, and feeds are live again at the stop', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const play = await devnet.play({
    steps: [
      { price: { 'ETH/USD': 3000, 'USDC/USD': 1 } },
      { after: '4s', price: { 'ETH/USD': { from: 3000, to: 1800, within: '8s', every: '2s' } } },
      { after: '2s', price: { 'USDC/USD': 'stale' } },
      { when: { price: { of: 'ETH/USD', atMost: '2100' } }, checkpoint: 'low' },
      { after: '4s', expect: { price: { of: 'ETH/USD', equals: 1800 } } },
    ],
  })
  const prices: number[] = []
  for (const ms of [3000, 2000, 2000, 2000, 2000, 2000]) {
    await devnet.clock.advance(ms)
    prices.push((await devnet.prices.get('ETH/USD')).value)
  }
  expect(prices).toEqual([3000, 3000, 2700, 2400, 2100, 1800])
  await devnet.clock.advance(4000)
  expect(await play.ended).toMatchObject({ status: 'ended' })
  expect(await devnet.prices.get('USDC/USD')).toMatchObject({ status: 'stale' })
  await play.stop()
  expect(await devnet.prices.get('USDC/USD')).toMatchObject({ status: 'live', value: 1 })
})

const busy: ScenarioDefinition = {
  traffic: { preset: 'quiet', rate: 10 },
  steps: [
    { after: '4s', checkpoint: 'quiet' },
    { after: '4s', traffic: 'off' },
    { after: '4s', labels: { end: '0x00000000000000000000000000000000000000aa' } },
  ],
}

test('strangers send from the start until a step ends it, and again after going back', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const play = await devnet.play(busy)
  expect(play.steps[0]).toMatchObject({ words: 'traffic: preset quiet, rate 10', state: 'done' })
  await devnet.clock.advance(7000)
  expect(await devnet.traffic.stats()).toMatchObject({ isOn: true, rate: 10 })
  await devnet.clock.advance(2000)
  expect(await devnet.traffic.stats()).toMatchObject({ isOn: false })
  await play.seek('quiet')
  expect(await devnet.traffic.stats()).toMatchObject({ isOn: true, rate: 10 })
  await play.stop()
  expect(await devnet.traffic.stats()).toMatchObject({ isOn: false })
})

test('plays with traffic and prices have equal hashes', async () => {
  const heads: string[] = []
  for (let count = 0; count < 2; count++) {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    const play = await devnet.play({
      traffic: 'quiet',
      steps: [{ price: { 'ETH/USD': { from: 3000, to: 2000, within: '10s' } } }],
    })
    await play.skipTo()
    const params = ['latest', false]
    const { hash } = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
    heads.push(hash)
  }
  expect(heads[1]).toBe(heads[0])
})

test.each([
  [{ steps: [{ price: { 'ETH/USD': 'high' } }] }, 'price.ETH/USD is "high": invalid'],
  [
    { steps: [{ price: { ETH: { from: 1, to: 'x', within: '1s' } } }] },
    'price.ETH.to is "x": give a number',
  ],
  [{ steps: [{ expect: { price: { of: 'ETH/USD', atLeast: 1 } } }] }, 'no feed has a price yet'],
  [{ traffic: 'wild' }, 'traffic is "wild": invalid traffic'],
  [{ steps: [{ traffic: { rate: -1 } }] }, 'steps[0] traffic is {"rate":-1}: invalid'],
])('what cannot be is refused before it starts: %j', async (scenario, message) => {
  await using devnet = await testDevnet()
  const error = await devnet.play(scenario as ScenarioDefinition).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'InvalidScenario' })
  expect(error.message).toContain(message)
})

const dex = join(import.meta.dirname, '../../../fixtures/dex.yaml')

const watched: ScenarioDefinition = {
  fixture: dex,
  searchers: { sandwich: { minProfit: 0.001 } },
  steps: [
    { after: '2s', checkpoint: 'watched' },
    { after: '2s', searchers: { sandwich: 'off', backrun: {} } },
    { after: '2s', send: { from: 'alice', to: 'bob', value: 1 } },
  ],
}

test('searchers run from the start, end with a step, and are as before after a seek and a stop', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const running = async () => (await devnet.searchers.list()).map(({ name }) => name)
  const play = await devnet.play(watched)
  await devnet.clock.advance(1000)
  expect(await running()).toEqual(['sandwich'])
  await devnet.clock.advance(4000)
  expect(await running()).toEqual(['backrun'])
  await play.seek('watched')
  expect(await running()).toEqual(['sandwich'])
  await devnet.clock.advance(2500)
  expect(await running()).toEqual(['backrun'])
  await play.stop()
  expect(await running()).toEqual([])
})

test.each([
  [{ searchers: { hunter: {} } }, 'searchers.hunter'],
  [{ searchers: { sandwich: 5 } }, 'give its options, {} for none, or off'],
  [{ searchers: { sandwich: { depth: 1 } } }, 'depth'],
])('searchers that cannot start are named before anything starts: %j', async (step, words) => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  await expect(devnet.play({ steps: [step as never] })).rejects.toThrow(words)
  expect(await devnet.searchers.list()).toEqual([])
})
