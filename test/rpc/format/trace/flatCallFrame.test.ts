import { describe, expect, it } from 'vitest'
import type { CallFrame } from '../../../../src/execution/trace/callTracer.ts'
import { formatFlatCallFrame, type TracePlace } from '../../../../src/rpc/format/flatCallFrame.ts'

const bytes = (byte: number) => new Uint8Array(20).fill(byte)
const hex = (byte: string) => `0x${byte.repeat(20)}`

const frame: CallFrame = {
  kind: 'DELEGATECALL',
  from: bytes(1),
  to: bytes(2),
  value: 5n,
  gas: 100n,
  gasUsed: 21n,
  input: Uint8Array.of(3),
  output: Uint8Array.of(4),
  error: undefined,
  calls: [],
  logs: [],
}

const place: TracePlace = {
  blockHash: '0xb1',
  blockNumber: 7n,
  transactionHash: '0x71',
  transactionIndex: 3,
}

const format = (changed: Partial<CallFrame>) => {
  const whole = { ...frame, ...changed }
  const flat = { frame: whole, error: whole.error, subtraces: 2, traceAddress: [0, 1] }
  return formatFlatCallFrame(flat, place)
}

const rest = {
  blockHash: '0xb1',
  blockNumber: 7,
  subtraces: 2,
  traceAddress: [0, 1],
  transactionHash: '0x71',
  transactionPosition: 3,
}

describe('formatFlatCallFrame', () => {
  it('has calls of all kinds as calls', () => {
    const action = { from: hex('01'), gas: '0x64', input: '0x03', to: hex('02'), value: '0x5' }
    const result = { gasUsed: '0x15', output: '0x04' }
    expect(format({})).toEqual({
      ...rest,
      action: { ...action, callType: 'delegatecall' },
      result,
      type: 'call',
    })
    expect(format({ kind: 'STATICCALL', value: undefined })).toMatchObject({
      action: { callType: 'staticcall', value: '0x0' },
    })
  })

  it('has creations with their init code and the code that is deployed', () => {
    expect(format({ kind: 'CREATE2' })).toEqual({
      ...rest,
      action: {
        creationMethod: 'create2',
        from: hex('01'),
        gas: '0x64',
        init: '0x03',
        value: '0x5',
      },
      result: { address: hex('02'), code: '0x04', gasUsed: '0x15' },
      type: 'create',
    })
  })

  it('has farewells by the name that they had', () => {
    expect(format({ kind: 'SELFDESTRUCT' })).toEqual({
      ...rest,
      action: { address: hex('01'), balance: '0x5', refundAddress: hex('02') },
      type: 'suicide',
    })
  })

  it('has a result beside an error only for what reverted', () => {
    expect(format({ error: 'execution reverted' })).toMatchObject({
      error: 'execution reverted',
      result: { output: '0x04' },
    })
    const failed = format({ error: 'out of gas', kind: 'CREATE', to: undefined })
    expect(failed).toMatchObject({ error: 'out of gas' })
    expect(failed).not.toHaveProperty('result')
  })
})
