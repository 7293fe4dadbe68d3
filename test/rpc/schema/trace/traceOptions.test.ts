import { describe, expect, it } from 'vitest'
import { traceCallOptions, traceOptions } from '../../../../src/rpc/schema/traceOptions.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const choose = (value: unknown) => parse(traceOptions, value).choice

describe('traceOptions', () => {
  it('are the struct logger with its options when no tracer is named', () => {
    const options = {
      disableStack: true,
      disableStorage: false,
      enableMemory: true,
      enableReturnData: true,
      limit: 5,
    }
    expect(choose({ ...options, debug: true, reexec: 128, tracer: null })).toEqual({
      tracer: 'structLogger',
      options,
    })
    expect(choose({ tracer: '' })).toEqual({ tracer: 'structLogger', options: {} })
    expect(choose({})).toEqual({ tracer: 'structLogger', options: {} })
  })

  it.each([
    ['callTracer', { onlyTopCall: true, withLog: true }],
    ['flatCallTracer', { convertParityErrors: true, includePrecompiles: true }],
    ['prestateTracer', { diffMode: true, disableCode: true, disableStorage: true }],
    ['prestateTracer', { includeEmpty: true }],
  ] as const)('are a %s with its options', (tracer, tracerConfig) => {
    expect(choose({ tracer, tracerConfig })).toEqual({ tracer, options: tracerConfig })
    expect(choose({ tracer })).toEqual({ tracer, options: {} })
    expect(choose({ tracer, tracerConfig: null })).toEqual({ tracer, options: {} })
  })

  it('are a tracer without options', () => {
    expect(choose({ tracer: '4byteTracer', tracerConfig: 5 })).toEqual({ tracer: '4byteTracer' })
    expect(choose({ tracer: 'noopTracer' })).toEqual({ tracer: 'noopTracer' })
  })

  it('are several tracers, each with its own', () => {
    const tracerConfig = { callTracer: { withLog: true }, noopTracer: null, mine: {} }
    expect(choose({ tracer: 'muxTracer', tracerConfig })).toEqual({
      tracer: 'muxTracer',
      tracers: [
        ['callTracer', { tracer: 'callTracer', options: { withLog: true } }],
        ['noopTracer', { tracer: 'noopTracer' }],
        ['mine', { tracer: 'unknown', name: 'mine' }],
      ],
    })
  })

  it('name a tracer that there is not, for another to refuse', () => {
    expect(choose({ tracer: 'noSuchTracer' })).toEqual({ tracer: 'unknown', name: 'noSuchTracer' })
    expect(choose({ tracer: '__proto__' })).toEqual({ tracer: 'unknown', name: '__proto__' })
  })

  it('say how long it may take', () => {
    expect(parse(traceOptions, { timeout: '300ms' }).timeout).toBe(300)
    expect(parse(traceOptions, {}).timeout).toBeUndefined()
  })

  it.each([
    [{ tracer: 5 }, 'tracer: expected a string, got 5'],
    [{ limit: -1 }, 'limit: expected a number from 0 on, got -1'],
    [{ limit: 1.5 }, 'limit: expected a whole number, got 1.5'],
    [{ disableStack: 'yes' }, 'disableStack: expected a boolean, got "yes"'],
    ['callTracer', 'expected an object, got "callTracer"'],
    [[], 'expected an object, got an array of 0'],
  ])('refuse %j', (value, problem) => {
    expect(refusal(traceOptions, value)).toEqual(invalid(problem))
  })

  it.each([
    ['callTracer', { withLog: 1 }, 'tracerConfig.withLog: expected a boolean'],
    ['callTracer', 5, 'tracerConfig: expected an object'],
    [
      'prestateTracer',
      { diffMode: true, includeEmpty: true },
      'tracerConfig: cannot use diffMode with includeEmpty',
    ],
    ['muxTracer', { callTracer: { withLog: 1 } }, 'tracerConfig.withLog: expected a boolean'],
    [
      'muxTracer',
      { muxTracer: { muxTracer: { muxTracer: { muxTracer: {} } } } },
      'too many muxTracers in muxTracers',
    ],
  ])('refuse options of a %s: %j', (tracer, tracerConfig, problem) => {
    expect(refusal(traceOptions, { tracer, tracerConfig })).toEqual(
      invalid(`${problem}, got an object`),
    )
  })
})

describe('traceCallOptions', () => {
  it('are trace options with overrides and a place in the block', () => {
    const address = `0x${'11'.repeat(20)}`
    const value = {
      tracer: 'noopTracer',
      timeout: '1s',
      txIndex: '0x2',
      stateOverrides: { [address]: { balance: '0x5' } },
      blockOverrides: { number: '0x7' },
    }
    expect(parse(traceCallOptions, value)).toEqual({
      choice: { tracer: 'noopTracer' },
      timeout: 1_000,
      txIndex: 2,
      overrides: {
        state: [{ address: new Uint8Array(20).fill(0x11), balance: 5n }],
        block: { number: 7n },
      },
    })
  })

  it('refuse what trace options refuse', () => {
    expect(refusal(traceCallOptions, { tracer: 'callTracer', tracerConfig: 5 })).toEqual(
      invalid('tracerConfig: expected an object, got an object'),
    )
    expect(refusal(traceCallOptions, { txIndex: 2 })).toEqual(
      invalid('txIndex: expected a string, got 2'),
    )
  })
})
