import { expect, test } from 'vitest'
import type { PreconfDevnet, ScenarioDefinition, ScenarioEvent } from '../../../src/index.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const timed = { mining: 'flashblocks' } as const

function headOf(devnet: PreconfDevnet) {
  return devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
}

function balance(devnet: PreconfDevnet, index = 1): Promise<string> {
  const params = [devnet.accounts[index]?.address, 'pending']
  return devnet.provider.request({ method: 'eth_getBalance', params })
}

/** Names of the steps that are done, as they are. */
function follow(devnet: PreconfDevnet): string[] {
  const lines: string[] = []
  devnet.on('scenario', ({ kind, elapsedMs, step }: ScenarioEvent) =>
    lines.push(`${elapsedMs} ${kind}${step ? ` ${step.name}` : ''}`),
  )
  return lines
}

const actors = { alice: { mnemonicIndex: 0 }, bob: { mnemonicIndex: 1 } }

const transfers: ScenarioDefinition = {
  name: 'transfers',
  actors,
  steps: [
    { name: 'first', send: { from: 'alice', to: 'bob', value: '1 ether' } },
    { name: 'later', after: '3s', send: { from: 'alice', to: 'bob', value: '2 ether' } },
    { name: 'at', at: '4s', labels: { treasury: 'bob' } },
    { name: 'block', atBlock: '+2', fees: { baseFee: '300 gwei' } },
    {
      name: 'seen',
      when: { balance: { of: 'bob', atLeast: '10006 ether' } },
      checkpoint: 'rich',
    },
    {
      name: 'often',
      at: '1m',
      every: '1s',
      times: 4,
      send: { from: 'bob', to: 'alice', value: '1 ether' },
    },
    { after: '2s', send: { from: 'bob', to: 'alice', value: '1 wei' } },
    { name: 'sum', after: '5s', expect: { balance: { of: 'bob', atMost: '10004 ether' } } },
  ],
}

test('steps come at their times, blocks and conditions, repeats beside the others', async () => {
  await using devnet = await testDevnet(timed)
  const lines = follow(devnet)
  const play = await devnet.play(transfers)
  expect(play.status).toBe('playing')
  expect(lines).toEqual(['0 began', '0 step first'])
  await devnet.clock.advance(10_000)
  expect(lines.slice(2)).toEqual(['3000 step later', '4000 step at', '6000 step block'])
  await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [
      {
        from: devnet.accounts[2]?.address,
        to: devnet.accounts[1]?.address,
        value: '0x3782dace9d900000',
      },
    ],
  })
  await devnet.clock.advance(60_000)
  expect(await play.ended).toMatchObject({ status: 'ended', steps: 8 })
  expect(lines.slice(5)).toEqual([
    '10200 step seen',
    '60000 step often',
    '62000 step step 7',
    '67000 step sum',
    '67000 ended',
  ])
  expect(BigInt(await balance(devnet))).toBeLessThan(10_003n * 10n ** 18n)
})

test('it is paused, stepped, skipped and sought', async () => {
  await using devnet = await testDevnet(timed)
  const lines = follow(devnet)
  const play = await devnet.play({
    actors,
    steps: [
      { after: '10s', checkpoint: 'before' },
      { name: 'pay', after: '10s', send: { from: 'alice', to: 'bob', value: '1 ether' } },
      { name: 'slow', after: '10s', cadence: { blockTime: '4s' } },
      { name: 'end', after: '10s', labels: { treasury: 'bob' } },
    ],
  })
  await devnet.clock.advance(4000)
  play.pause()
  await devnet.clock.advance(60_000)
  expect(play).toMatchObject({ status: 'paused', position: 0, elapsedMs: 4000 })
  play.resume()
  await devnet.clock.advance(6000)
  expect(play).toMatchObject({ status: 'playing', position: 1, elapsedMs: 10_000 })
  const [checkpoint] = await devnet.provider.request({ method: 'preconf_listCheckpoints' })

  play.pause()
  await play.step()
  expect(play).toMatchObject({ status: 'paused', position: 2, elapsedMs: 20_000 })
  await devnet.flashblock()
  expect(BigInt(await balance(devnet))).toBe(10_001n * 10n ** 18n)
  play.resume()
  await play.skipTo('slow')
  expect(play).toMatchObject({ status: 'playing', position: 3, elapsedMs: 30_000 })
  expect(devnet.cadence.blockMs).toBe(4000)
  expect(play.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'waiting'])

  await play.seek('before')
  expect(play).toMatchObject({ status: 'playing', position: 1, elapsedMs: 10_000 })
  expect(devnet.cadence.blockMs).toBe(2000)
  expect(await headOf(devnet)).toMatchObject({ hash: checkpoint.blockHash })
  await play.skipTo()
  expect(await play.ended).toMatchObject({ status: 'ended', elapsedMs: 40_000 })
  expect(devnet.cadence.blockMs).toBe(4000)
  await play.stop()
  expect(play.status).toBe('stopped')
  expect(devnet.cadence.blockMs).toBe(2000)
  expect(lines.map((line) => line.split(' ')[1])).toEqual([
    'began',
    'paused',
    'resumed',
    'step',
    'paused',
    'step',
    'resumed',
    'step',
    'sought',
    'step',
    'step',
    'step',
    'ended',
    'stopped',
  ])
})

test('a step that fails ends it with its name, and the chain stays', async () => {
  await using devnet = await testDevnet(timed)
  const play = await devnet.play({
    steps: [
      { after: '1s', send: { to: '0x00000000000000000000000000000000000000aa', value: '1 ether' } },
      {
        name: 'poor',
        after: '1s',
        expect: {
          balance: { of: '0x00000000000000000000000000000000000000aa', atLeast: '2 ether' },
        },
      },
      { after: '1s', mine: 1 },
    ],
  })
  await devnet.clock.advance(10_000)
  expect(play).toMatchObject({ status: 'failed', position: 1 })
  await expect(play.ended).rejects.toMatchObject({
    name: 'ScenarioFailed',
    step: 'poor',
    index: 1,
    message:
      "scenario: the step 'poor' fails: expected that the balance of 0x00000000000000000000000000000000000000aa is at least 2 ether: it is 1000000000000000000",
  })
  expect(BigInt((await headOf(devnet)).number)).toBe(5n)
})

test('one is played at a time, and the close of the devnet ends it', async () => {
  const devnet = await testDevnet(timed)
  const scenario: ScenarioDefinition = { name: 'long', steps: [{ after: '1h', mine: 1 }] }
  const play = await devnet.play(scenario)
  await expect(devnet.play(scenario)).rejects.toThrow(
    "a devnet plays one scenario at a time, and it plays 'long': stop it first",
  )
  expect(devnet.scenario).toBe(play)
  await devnet.close()
  expect(await play.ended).toMatchObject({ status: 'stopped', steps: 0 })
})

test('under the real clock a skip leaves out the waits, and mines the blocks that are waited for', async () => {
  await using devnet = await testDevnet({ clock: 'real' })
  const lines = follow(devnet)
  const play = await devnet.play({
    actors,
    steps: [
      { name: 'later', after: '1h', send: { from: 'alice', to: 'bob', value: '1 ether' } },
      { name: 'blocks', atBlock: '+3', every: '10m', times: 3, labels: { treasury: 'bob' } },
      { name: 'parts', atFlashblock: '+2', expect: { transaction: { of: 'later', is: 'sealed' } } },
      { name: 'never', when: { sent: { from: 'bob' } }, checkpoint: 'end' },
    ],
  })
  await play.skipTo('blocks')
  expect(play).toMatchObject({ status: 'playing', position: 2 })
  expect(BigInt((await headOf(devnet)).number)).toBe(3n)
  await play.skipTo()
  expect((await play.ended).elapsedMs).toBeGreaterThanOrEqual(3_600_000 + 1_200_000)
  expect(lines.map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'began',
    'step later',
    'step blocks',
    'step parts',
    'step never',
    'ended',
  ])
})

test('the real clock brings steps by itself', async () => {
  await using devnet = await testDevnet({ clock: 'real', mining: 'auto' })
  const play = await devnet.play({
    actors,
    steps: [
      { after: '10ms', mine: 1 },
      { when: { blockNumber: { atLeast: 2 } }, labels: { treasury: 'bob' } },
      { after: '10ms', mine: 1 },
    ],
  })
  await devnet.seal()
  expect(await play.ended).toMatchObject({ status: 'ended', steps: 3 })
})

test('a deadline that passes fails the step, and so does nothing when it is met', async () => {
  await using devnet = await testDevnet()
  const scenario: ScenarioDefinition = {
    actors,
    steps: [{ name: 'paid', when: { sent: { to: 'bob' } }, within: '5s', mine: 1 }],
  }
  const late = await devnet.play(scenario)
  await devnet.clock.advance(6000)
  await expect(late.ended).rejects.toThrow(
    "the step 'paid' fails: it waited for 5000 ms (when a transaction to bob is sent), which did not come",
  )
  const paid = await devnet.play(scenario)
  const [alice, bob] = devnet.accounts
  const params = [{ from: alice?.address, to: bob?.address, value: '0x1' }]
  await devnet.provider.request({ method: 'eth_sendTransaction', params })
  await devnet.clock.advance(0)
  expect(paid.status).toBe('ended')
})

test('a reset of the chain stops it, and changes nothing of the new start', async () => {
  await using devnet = await testDevnet(timed)
  const before = devnet.cadence
  const play = await devnet.play({
    traffic: 'quiet',
    steps: [
      { fees: { gasLimit: 10_000_000 } },
      { cadence: { blockTime: '5s' } },
      { checkpoint: 'a' },
      { after: '1h', mine: 1 },
    ],
  })
  await devnet.clock.advance(20_000)
  await devnet.reset()
  expect(await play.ended).toMatchObject({ status: 'stopped' })
  expect(devnet.cadence).toEqual(before)
  expect(await devnet.traffic.stats()).toMatchObject({ isOn: false })
  await devnet.clock.advance(4000)
  expect(await headOf(devnet)).toMatchObject({ number: '0x2', gasLimit: '0x1c9c380' })
})

test('the compiler refuses two actions in a step, and an unknown one', () => {
  // @ts-expect-error: one of them
  const two: ScenarioDefinition = { steps: [{ mine: 1, checkpoint: 'a' }] }
  // @ts-expect-error: there is none
  const unknown: ScenarioDefinition = { steps: [{ explode: 1 }] }
  expect([two, unknown]).toHaveLength(2)
})
