import { describe, expect, it } from 'vitest'
import {
  account,
  client,
  deployRecorder,
  invalidArgument,
  missingArgument,
  tooMany,
  twoSteps,
  word,
  zeroHash,
} from '../client.ts'

const method = 'debug_traceTransaction'

describe('debug_traceTransaction', () => {
  it('tells each step of a transaction', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    const hash = await devnet.send({ to: recorder, data: word(5) })
    await devnet.seal()
    const { gasUsed } = await devnet.ask('eth_getTransactionReceipt', hash)
    const trace = await devnet.ask(method, hash)
    expect(trace).toMatchObject({ gas: Number(gasUsed), failed: false, returnValue: '0x' })
    expect(trace.structLogs.map(({ op }: { op: string }) => op)).toEqual([
      ...['PUSH0', 'CALLDATALOAD', 'PUSH0', 'MSTORE', 'PUSH0', 'CALLDATALOAD', 'PUSH1'],
      ...['PUSH0', 'LOG1', 'PUSH0', 'CALLDATALOAD', 'PUSH0', 'SSTORE', 'STOP'],
    ])
    expect(trace.structLogs.at(-2)).toEqual({
      pc: 13,
      op: 'SSTORE',
      gas: expect.any(Number),
      gasCost: 22_100,
      depth: 1,
      stack: ['0x5', '0x0'],
      storage: { [word(0)]: word(5) },
    })
  })

  it('has a refund at each step with `compat: hardhat3`, and elsewhere where there is one', async () => {
    // Writes a slot and clears it again.
    const data = '0x60016000556000600055'
    const none = Array(5).fill(undefined)
    const refunds = async (compat: 'hardhat3' | 'anvil', options: object) => {
      await using devnet = await client({ compat, mining: 'auto' })
      const hash = await devnet.send({ data, gas: '0x186a0' })
      const { structLogs } = await devnet.ask('debug_traceTransaction', hash, options)
      return structLogs.map(({ refund }: { refund?: number }) => refund)
    }
    // With its memory a step is written otherwise.
    for (const options of [{}, { enableMemory: true }]) {
      expect(await refunds('hardhat3', options)).toEqual([0, 0, 0, 0, 0, 19_900, 19_900])
      expect(await refunds('anvil', options)).toEqual([...none, 19_900, 19_900])
    }
  })

  it('has the storage and the memory at each step with `compat: hardhat`, as Hardhat 2', async () => {
    await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
    const recorder = await deployRecorder(devnet)
    const hash = await devnet.send({ to: recorder, data: word(5) })
    const { structLogs } = await devnet.ask(method, hash)
    const [zero, five] = [word(0).slice(2), word(5).slice(2)]
    expect(structLogs[0]).toMatchObject({ op: 'PUSH0', memory: [], stack: [], storage: {} })
    expect(structLogs.at(-2)).toEqual({
      pc: 13,
      op: 'SSTORE',
      gas: expect.any(Number),
      gasCost: 22_100,
      depth: 1,
      memory: [five],
      stack: [five, zero],
      storage: { [zero]: five },
    })
    expect(structLogs.at(-1)).toMatchObject({ op: 'STOP', storage: { [zero]: five } })
    const options = { disableMemory: true, disableStack: true, disableStorage: true }
    const bare = await devnet.ask(method, hash, options)
    expect(Object.keys(bare.structLogs.at(-1))).toEqual(['depth', 'gas', 'gasCost', 'op', 'pc'])
  })

  it('tells of a transaction as it is pre-confirmed, and the same when it is sealed', async () => {
    await using devnet = await client()
    const { recorder } = await twoSteps(devnet)
    const hash = await devnet.send({ to: recorder, data: word(3) })
    await devnet.flashblock()
    const options = { tracer: 'callTracer', tracerConfig: { withLog: true } }
    const traced = () => Promise.all([devnet.ask(method, hash, options), devnet.ask(method, hash)])
    const preconfirmed = await traced()
    expect(preconfirmed[0]).toMatchObject({
      to: recorder,
      input: word(3),
      logs: [{ address: recorder, data: word(3), index: '0x1', position: '0x0' }],
    })
    await devnet.seal()
    expect(await traced()).toEqual(preconfirmed)
  })

  it('tells state as those before it in the block have left it', async () => {
    await using devnet = await client()
    const recorder = await deployRecorder(devnet)
    await devnet.send({ to: recorder, data: word(1) })
    const second = await devnet.send({ to: recorder, data: word(2) })
    await devnet.seal()
    await devnet.send({ to: recorder, data: word(3) })
    await devnet.seal()
    const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
    const { pre, post } = await devnet.ask(method, second, options)
    expect(pre[recorder].storage).toEqual({ [word(0)]: word(1) })
    expect(post[recorder].storage).toEqual({ [word(0)]: word(2) })
  })

  it('says that there is no such transaction, or that it has not run yet', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method, zeroHash)).toEqual({
      code: -32000,
      message: 'transaction not found',
    })
    const hash = await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.refusal(method, hash)).toEqual({
      code: -32000,
      message: 'transaction not found: it is in the pool and has not run yet',
    })
  })

  it('refuses tracers that there are not, and scripts that are no tracers', async () => {
    await using devnet = await client()
    const { hash } = await devnet.ask('eth_getTransactionByHash', await transfer(devnet))
    expect(await devnet.refusal(method, hash, { tracer: 'gasTracer' })).toEqual({
      code: -32000,
      message:
        'tracer not found: "gasTracer" is none of callTracer, flatCallTracer, prestateTracer, ' +
        'erc7562Tracer, 4byteTracer, 4byteTracerLegacy, bigramTracer, keccak256PreimageTracer, ' +
        'noopTracer, noopTracerLegacy, opcountTracer, trigramTracer, unigramTracer, muxTracer, ' +
        'and no JavaScript object such as {fault: function() {}, result: function() {}}',
    })
    expect(await devnet.refusal(method, hash, { tracer: '{result: () => 1}' })).toMatchObject({
      code: -32000,
      message: 'trace object must expose a function fault()',
    })
  })

  it('ends when its time is over', async () => {
    await using devnet = await client()
    const hash = await transfer(devnet)
    const { code, message } = await devnet.refusal(method, hash, { timeout: '1ns' })
    expect(code).toBe(-32000)
    expect(message).toMatch(/^execution timeout: the limit is 0\.000001 ms/)
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
    expect(await devnet.refusal(method, '0x1', {})).toMatchObject({ code: -32602 })
    expect(await devnet.refusal(method, zeroHash, {}, {})).toEqual(tooMany(2))
    expect(await devnet.refusal(method, zeroHash, 'callTracer')).toEqual(
      invalidArgument(1, 'expected an object, got "callTracer"'),
    )
  })
})

/** One wei, sealed; the hash. */
async function transfer(devnet: Awaited<ReturnType<typeof client>>) {
  const hash = await devnet.send({ to: account(devnet, 1), value: '0x1' })
  await devnet.seal()
  return hash
}
