import { expect, test } from 'vitest'
import { rpc } from '../../support/rpc.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const text = `version: 1
name: crash
actors: { alice: { mnemonicIndex: 0 }, bob: { mnemonicIndex: 1 } }
steps:
  - { name: pay, send: { from: alice, to: bob, value: 1 ether } }
  - { after: 1s, checkpoint: before }
  - { name: crash, after: 10s, price: { ETH/USD: { from: 3000, to: 1800, within: 4s, every: 2s } } }
  - { name: low, when: { price: { of: ETH/USD, atMost: 1800 } }, labels: { treasury: bob } }
`

test('a client of any language plays one over HTTP', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const { url } = await devnet.listen({ port: 0 })
  const ask = (method: string, ...params: unknown[]) => rpc(url, `preconf_${method}`, params)

  expect(await ask('scenario')).toBeNull()
  await expect(ask('stopScenario')).rejects.toThrow(
    'no scenario is played: begin one with preconf_playScenario',
  )
  const begun = await ask('playScenario', text)
  expect(begun).toEqual({
    name: 'crash',
    status: 'playing',
    position: 1,
    elapsedMs: 0,
    steps: [
      {
        index: 0,
        name: 'pay',
        kind: 'send',
        words: 'alice sends 1 ether to bob',
        when: 'then',
        state: 'done',
      },
      {
        index: 1,
        name: 'before',
        kind: 'checkpoint',
        words: 'checkpoint before',
        when: 'after 1s',
        state: 'waiting',
      },
      {
        index: 2,
        name: 'crash',
        kind: 'price',
        words: 'ETH/USD from 3000 to 1800 within 4s',
        when: 'after 10s',
        state: 'waiting',
      },
      {
        index: 3,
        name: 'low',
        kind: 'labels',
        words: 'labels treasury',
        when: 'when the price of ETH/USD is at most 1800',
        state: 'waiting',
      },
    ],
    failure: null,
  })
  await expect(ask('playScenario', text)).rejects.toThrow('one scenario at a time')

  expect(await ask('pauseScenario')).toMatchObject({ status: 'paused' })
  expect(await ask('stepScenario')).toMatchObject({
    status: 'paused',
    position: 2,
    elapsedMs: 1000,
  })
  expect(await ask('resumeScenario')).toMatchObject({ status: 'playing' })
  expect(await ask('skipScenario', 'crash')).toMatchObject({ position: 3, elapsedMs: 11_000 })
  const [, , crash] = ((await ask('scenario')) as { steps: object[] }).steps
  expect(crash).toMatchObject({ state: 'running' })
  expect(await ask('skipScenario')).toMatchObject({ status: 'ended', position: 4 })
  expect(await devnet.prices.get('ETH/USD')).toMatchObject({ value: 1800 })
  expect(await ask('seekScenario', 'before')).toMatchObject({ status: 'playing', position: 2 })
  await expect(devnet.prices.get('ETH/USD')).rejects.toThrow('no feed has a price yet')
  await expect(ask('seekScenario', 'after')).rejects.toThrow(
    "the scenario has not passed a checkpoint 'after'; it has passed before",
  )
  await expect(ask('skipScenario', 'pay')).rejects.toThrow("the step 'pay' was done already")
  await expect(ask('skipScenario', 'nowhere')).rejects.toThrow(
    "the scenario has no step 'nowhere'; it has pay, before, crash, low",
  )
  expect(await ask('stopScenario')).toMatchObject({ status: 'stopped', position: 2 })
})

test('what a client sends opens no files', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const play = (scenario: unknown) => rpc(url, 'preconf_playScenario', [scenario])
  const refusal = 'requests cannot read files: send the content in place of the path'
  await expect(play({ fixture: 'fixtures/dex.yaml' })).rejects.toThrow(refusal)
  await expect(play({ include: '/etc/passwd' })).rejects.toThrow(refusal)
  await expect(play({ steps: [{ fixture: ['/etc/passwd'] }] })).rejects.toThrow(refusal)
  await expect(play({ steps: [{ include: '/etc/passwd' }] })).rejects.toThrow(refusal)
  await expect(play('/etc/passwd')).rejects.toThrow('send the content of the scenario')
  await expect(play([])).rejects.toThrow('expected a scenario')
  await expect(play('version: 1\nsteps: 3\n')).rejects.toThrow(
    'scenario, line 2: steps is 3: give a list',
  )
  expect(await rpc(url, 'preconf_scenario')).toBeNull()
})

test('a step that fails is told, and another scenario can be played', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const { url } = await devnet.listen({ port: 0 })
  const failing = { steps: [{ expect: { blockNumber: { atLeast: 5 } } }] }
  expect(await rpc(url, 'preconf_playScenario', [failing])).toMatchObject({
    status: 'failed',
    failure:
      "scenario: the step 'step 1' fails: expected that the block number is at least 5: it is 0",
  })
  await expect(rpc(url, 'preconf_stepScenario')).rejects.toThrow(
    'the scenario has failed: play it again, or seek a checkpoint',
  )
  expect(await rpc(url, 'preconf_playScenario', [{ steps: [{ mine: 5 }] }])).toMatchObject({
    status: 'ended',
  })
  expect(await rpc(url, 'eth_blockNumber')).toBe('0x5')
})
