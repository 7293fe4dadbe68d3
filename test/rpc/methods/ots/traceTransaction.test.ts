import { expect, it } from 'vitest'
import { client, word, zeroHash } from '../client.ts'
import { addressWord, scene } from '../trace/scene.ts'

const method = 'ots_traceTransaction'

it('tells each frame with its depth, as the callTracer nests them', async () => {
  await using devnet = await client()
  const { forward, forwarder, reverter, alice } = await scene(devnet)
  const hash = await forward(reverter, word(1), '0x5')
  await devnet.seal()
  const { input } = await devnet.ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
  expect(input).toBe(`${addressWord(reverter)}${word(1).slice(2)}`)
  expect(await devnet.ask(method, hash)).toEqual([
    { type: 'CALL', depth: 0, from: alice, to: forwarder, value: '0x5', input, output: '0x' },
    {
      type: 'CALL',
      depth: 1,
      from: forwarder,
      to: reverter,
      value: '0x5',
      input: word(1),
      output: word(170),
    },
  ])
  expect(await devnet.ask(method, zeroHash)).toBeNull()
})

it('has no value for delegated and static calls', async () => {
  await using devnet = await client()
  const { recorder } = await scene(devnet)
  // DELEGATECALL and STATICCALL of the recorder without input.
  const calls = ['f4', 'fa'].map((call) => `5f5f5f5f73${recorder.slice(2)}5a${call}50`).join('')
  const hash = await devnet.send({ data: `0x${calls}`, value: '0x1' })
  await devnet.seal()
  expect(await devnet.ask(method, hash)).toMatchObject([
    { type: 'CREATE', depth: 0, value: '0x1' },
    { type: 'DELEGATECALL', depth: 1, value: null },
    { type: 'STATICCALL', depth: 1, value: null },
  ])
})
