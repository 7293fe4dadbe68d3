import { describe, expect, it } from 'vitest'
import type { StructLog } from '../../../../src/execution/trace/structLogger.ts'
import { Pieces } from '../../../../src/lib/pieces.ts'
import { encodeStructLog, encodeStructTrace } from '../../../../src/rpc/format/structLog.ts'

const step: StructLog = { pc: 5, op: 'ADD', gas: 2n ** 60n, gasCost: 3n, depth: 1, refund: 0n }

describe('encodeStructLog', () => {
  it('writes whole numbers as they are, however large, and leaves out what is not there', () => {
    expect(encodeStructLog(step)).toBe(
      '{"pc":5,"op":"ADD","gas":1152921504606846976,"gasCost":3,"depth":1}',
    )
  })

  it('writes stack items as quantities, words of memory and storage with all digits', () => {
    const text = encodeStructLog({
      ...step,
      error: 'say "no"',
      stack: [0n, 255n, 2n ** 256n - 1n],
      returnData: Uint8Array.of(1, 2),
      memory: Uint8Array.from({ length: 64 }, (_, at) => (at === 63 ? 9 : 0)),
      storage: new Map([
        [16n, 1n],
        [2n, 0n],
      ]),
      refund: 4_800n,
    })
    const word = (digits: string) => `0x${digits.padStart(64, '0')}`
    expect(JSON.parse(text)).toEqual({
      pc: 5,
      op: 'ADD',
      gas: 2 ** 60,
      gasCost: 3,
      depth: 1,
      error: 'say "no"',
      stack: ['0x0', '0xff', `0x${'f'.repeat(64)}`],
      returnData: '0x0102',
      memory: [word(''), word('9')],
      storage: { [word('2')]: word('0'), [word('10')]: word('1') },
      refund: 4_800,
    })
    expect(text.indexOf(word('2'))).toBeLessThan(text.indexOf(word('10')))
  })

  it('writes an empty stack, but neither empty memory nor empty return data', () => {
    const nothing = new Uint8Array()
    const text = encodeStructLog({ ...step, stack: [], memory: nothing, returnData: nothing })
    expect(JSON.parse(text)).toMatchObject({ stack: [] })
    expect(text).not.toMatch(/memory|returnData/)
  })
})

describe('encodeStructTrace', () => {
  it('writes the trace with its steps', () => {
    const result = { gas: 21_000n, failed: true, returnValue: Uint8Array.of(7) }
    const steps = new Pieces().add('{"pc":0},').add('{"pc":1},')
    expect(String(encodeStructTrace(result, steps))).toBe(
      '{"gas":21000,"failed":true,"returnValue":"0x07","structLogs":[{"pc":0},{"pc":1}]}',
    )
    expect(JSON.parse(String(encodeStructTrace(result, new Pieces())))).toMatchObject({
      structLogs: [],
    })
  })
})
