import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument, word } from '../client.ts'
import { addressWord, scene } from './scene.ts'

const method = 'trace_call'

describe(method, () => {
  it('tells frames, changes and output, as the tracers do', async () => {
    await using devnet = await client()
    const { forwarder, recorder, alice } = await scene(devnet)
    const data = `${addressWord(recorder)}${word(9).slice(2)}`
    const request = { from: alice, to: forwarder, data, value: '0x2' }
    const { trace, stateDiff, ...rest } = await devnet.ask(method, request, ['trace', 'stateDiff'])
    expect(rest).toEqual({ output: '0x', vmTrace: null })
    const flat = await devnet.ask('debug_traceCall', request, 'latest', {
      tracer: 'flatCallTracer',
    })
    expect(trace).toEqual(
      flat.map(({ action, result, subtraces, traceAddress, type }: Record<string, unknown>) => ({
        action,
        result,
        subtraces,
        traceAddress,
        type,
      })),
    )
    expect(stateDiff[recorder]).toEqual({
      balance: { '*': { from: '0x0', to: '0x2' } },
      code: '=',
      nonce: '=',
      storage: { [word(0)]: { '*': { from: word(0), to: word(9) } } },
    })
    expect(stateDiff[alice]).toMatchObject({
      code: '=',
      nonce: { '*': { from: '0x4', to: '0x5' } },
    })
  })

  it('tells only what it is asked for, and the output of a revert', async () => {
    await using devnet = await client()
    const { reverter } = await scene(devnet)
    expect(await devnet.ask(method, { to: reverter }, ['vmTrace'])).toEqual({
      output: word(170),
      stateDiff: null,
      trace: [],
      vmTrace: null,
    })
  })

  it('tells a new contract with all that it has', async () => {
    await using devnet = await client()
    const init = '0x60015f5560fe5f5360015ff3'
    const { stateDiff, trace, output } = await devnet.ask(
      method,
      { from: account(devnet, 0), data: init },
      ['trace', 'stateDiff'],
    )
    expect(output).toBe('0xfe')
    expect(stateDiff[trace[0].result.address]).toEqual({
      balance: { '+': '0x0' },
      code: { '+': '0xfe' },
      nonce: { '+': '0x1' },
      storage: { [word(0)]: { '+': word(1) } },
    })
  })

  it('runs with overrides', async () => {
    await using devnet = await client()
    const to = account(devnet, 5)
    const code = '0x435f5260205ff3'
    const { output } = await devnet.ask(
      method,
      { to },
      ['trace'],
      'latest',
      { [to]: { code } },
      { number: '0x99' },
    )
    expect(output).toBe(word(0x99))
  })

  it('refuses arguments that are none', async () => {
    await using devnet = await client()
    expect(await devnet.refusal(method, {})).toEqual(missingArgument(1))
    expect(await devnet.refusal(method, {}, ['steps'])).toEqual(
      invalidArgument(1, '[0]: expected "trace", "stateDiff" or "vmTrace", got "steps"'),
    )
    const many = ['trace', 'trace', 'trace', 'trace']
    expect(await devnet.refusal(method, {}, many)).toEqual(
      invalidArgument(1, 'more than 3 types, got an array of 4'),
    )
    expect(await devnet.refusal(method, {}, [], '0x9')).toEqual({
      code: -32602,
      message: 'BlockOutOfRangeError: block height is 0 but requested was 9',
    })
  })
})
