import { describe, expect, it } from 'vitest'
import { account, client, word, zeroHash } from '../client.ts'
import { scene } from './scene.ts'

const method = 'trace_replayTransaction'

describe(method, () => {
  it('tells of changes what the prestateTracer does', async () => {
    await using devnet = await client()
    const { forward, recorder, alice } = await scene(devnet)
    await forward(recorder, word(1))
    const hash = await forward(recorder, word(0), '0x5')
    await devnet.seal()
    const { stateDiff } = await devnet.ask(method, hash, ['stateDiff'])
    const { pre, post } = await devnet.ask('debug_traceTransaction', hash, {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: true },
    })
    expect(Object.keys(stateDiff).sort()).toEqual(Object.keys(pre).sort())
    expect(stateDiff[recorder]).toEqual({
      balance: { '*': { from: '0x0', to: '0x5' } },
      code: '=',
      nonce: '=',
      storage: { [word(0)]: { '*': { from: word(1), to: word(0) } } },
    })
    expect(stateDiff[alice]).toEqual({
      balance: { '*': { from: pre[alice].balance, to: post[alice].balance } },
      code: '=',
      nonce: { '*': { from: '0x5', to: '0x6' } },
      storage: {},
    })
  })

  it('tells an account that has gone, with all that it had', async () => {
    // Since Cancun accounts stay.
    await using devnet = await client({ hardfork: 'shanghai' })
    // Stores 5 in slot 0 when it is created; its code reads that and leaves all to its caller.
    const creation = await devnet.send({
      data: '0x60055f55645f545033ff5f526005601bf3',
    })
    await devnet.seal()
    const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', creation)
    expect(await devnet.ask('eth_getCode', contractAddress, 'latest')).toBe('0x5f545033ff')
    const hash = await devnet.send({ to: contractAddress, value: '0x2' })
    await devnet.seal()
    const { stateDiff } = await devnet.ask(method, hash, ['stateDiff'])
    expect(stateDiff[contractAddress]).toEqual({
      balance: { '-': '0x0' },
      code: { '-': '0x5f545033ff' },
      nonce: { '-': '0x1' },
      storage: { [word(0)]: { '-': word(5) } },
    })
  })

  it('tells the traces without a place, and the output', async () => {
    await using devnet = await client()
    const { revert } = await scene(devnet)
    const hash = await revert()
    await devnet.flashblock()
    const { trace, output, stateDiff } = await devnet.ask(method, hash, ['trace'])
    expect({ output, stateDiff }).toEqual({ output: word(170), stateDiff: null })
    const [{ action, error, result }] = await devnet.ask('trace_transaction', hash)
    expect(trace).toEqual([{ action, error, result, subtraces: 0, traceAddress: [], type: 'call' }])
  })

  it('says that there is no such transaction', async () => {
    await using devnet = await client()
    const notFound = { code: -32000, message: 'transaction not found' }
    expect(await devnet.refusal(method, zeroHash, [])).toEqual(notFound)
    const pooled = await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.refusal(method, pooled, [])).toEqual(notFound)
  })
})
