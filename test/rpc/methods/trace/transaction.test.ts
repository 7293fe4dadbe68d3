import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument, word, zeroHash } from '../client.ts'
import { destroyedInit, scene } from './scene.ts'

const method = 'trace_transaction'

describe(method, () => {
  it('tells calls in calls as the flatCallTracer does', async () => {
    await using devnet = await client()
    const { forward, forwarder, recorder, alice } = await scene(devnet)
    const hash = await forward(recorder, word(7), '0x5')
    const { hash: blockHash } = await devnet.seal()
    const { gasUsed } = await devnet.ask('eth_getTransactionReceipt', hash)
    const traces = await devnet.ask(method, hash)
    expect(traces).toEqual(
      await devnet.ask('debug_traceTransaction', hash, { tracer: 'flatCallTracer' }),
    )
    expect(traces).toEqual([
      {
        action: expect.objectContaining({ callType: 'call', from: alice, to: forwarder }),
        blockHash,
        blockNumber: 5,
        result: { gasUsed, output: '0x' },
        subtraces: 1,
        traceAddress: [],
        transactionHash: hash,
        transactionPosition: 0,
        type: 'call',
      },
      expect.objectContaining({
        action: {
          callType: 'call',
          from: forwarder,
          to: recorder,
          gas: expect.any(String),
          input: word(7),
          value: '0x5',
        },
        subtraces: 0,
        traceAddress: [0],
        type: 'call',
      }),
    ])
  })

  it('tells creations and farewells, which have no result', async () => {
    await using devnet = await client()
    const { create, factory } = await scene(devnet)
    const hash = await create(destroyedInit, '0x3')
    await devnet.seal()
    const [, creation, farewell] = await devnet.ask(method, hash)
    expect(creation).toMatchObject({
      action: { creationMethod: 'create', from: factory, init: destroyedInit, value: '0x3' },
      result: { address: expect.stringMatching(/^0x/), code: '0x' },
      type: 'create',
    })
    expect(farewell).toMatchObject({
      action: { address: creation.result.address, balance: '0x3', refundAddress: factory },
      result: null,
      traceAddress: [0, 0],
      type: 'suicide',
    })
  })

  it("says errors in Parity's words", async () => {
    await using devnet = await client()
    const { forward, reverter } = await scene(devnet)
    const hash = await forward(reverter)
    await devnet.seal()
    const [, inner] = await devnet.ask(method, hash)
    expect(inner).toMatchObject({ error: 'Reverted', result: { output: word(170) } })
  })

  it('tells of a pre-confirmed transaction, and of none that waits in the pool', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1), value: '0x1' })
    expect(await devnet.ask(method, hash)).toBeNull()
    await devnet.flashblock()
    const preconfirmed = await devnet.ask(method, hash)
    expect(preconfirmed).toMatchObject([{ blockHash: null, blockNumber: 1, type: 'call' }])
    const { hash: blockHash } = await devnet.seal()
    expect(await devnet.ask(method, hash)).toEqual([{ ...preconfirmed[0], blockHash }])
    expect(await devnet.ask(method, zeroHash)).toBeNull()
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, 1)).toEqual(invalidArgument(0, 'expected a string, got 1'))
  })
})
