import { describe, expect, it } from 'vitest'
import type { CallFrame } from '../../../../src/execution/trace/callTracer.ts'
import { hexToBytes } from '../../../../src/lib/hex.ts'
import { callFrameTexts } from '../../../../src/rpc/format/callFrames.ts'

const address = (byte: number) => new Uint8Array(20).fill(byte)
const nothing = new Uint8Array()

const frame: CallFrame = {
  kind: 'CALL',
  from: address(1),
  to: address(2),
  value: 0n,
  gas: 100n,
  gasUsed: 21n,
  input: nothing,
  output: nothing,
  error: undefined,
  calls: [],
  logs: [],
}

const plain = {
  from: `0x${'01'.repeat(20)}`,
  gas: '0x64',
  gasUsed: '0x15',
  to: `0x${'02'.repeat(20)}`,
  input: '0x',
  value: '0x0',
  type: 'CALL',
}

/** As it is read. */
const formatted = (of: CallFrame) => JSON.parse([...callFrameTexts(of)].join(''))

describe('callFrameTexts', () => {
  it('leaves out what is empty, but not an empty input or a value of nothing', () => {
    expect(formatted(frame)).toEqual(plain)
  })

  it('leaves out a value that the kind of call does not have, and the address of what was not created', () => {
    expect(formatted({ ...frame, kind: 'STATICCALL', value: undefined })).not.toHaveProperty(
      'value',
    )
    expect(formatted({ ...frame, kind: 'CREATE', to: undefined })).not.toHaveProperty('to')
  })

  it('says why a frame reverted when its data tell', () => {
    const text = hexToBytes(
      `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`,
    )
    const error = 'execution reverted'
    expect(formatted({ ...frame, error, output: text })).toMatchObject({
      error,
      revertReason: 'no',
    })
    expect(formatted({ ...frame, error, output: Uint8Array.of(1) })).toEqual({
      ...plain,
      error,
      output: '0x01',
    })
    expect(formatted({ ...frame, output: text })).not.toHaveProperty('revertReason')
  })

  it('has inner frames and logs', () => {
    const log = {
      address: address(3),
      topics: [new Uint8Array(32).fill(4)],
      data: Uint8Array.of(5),
      position: 1,
      index: 18,
    }
    expect(formatted({ ...frame, calls: [frame], logs: [log] })).toEqual({
      ...plain,
      calls: [plain],
      logs: [
        {
          address: `0x${'03'.repeat(20)}`,
          topics: [`0x${'04'.repeat(32)}`],
          data: '0x05',
          index: '0x12',
          position: '0x1',
        },
      ],
    })
  })

  it('writes frames in frames, each frame by itself', () => {
    const inner = { ...frame, calls: [frame, { ...frame, calls: [frame] }], depth: 1 }
    const many = { ...frame, calls: [inner, ...Array.from({ length: 1000 }, () => frame)] }
    const inside = { ...plain, calls: [plain, { ...plain, calls: [plain] }] }
    expect(formatted(many)).toEqual({ ...plain, calls: [inside, ...Array(1000).fill(plain)] })
    const longest = Math.max(...[...callFrameTexts(many)].map(({ length }) => length))
    expect(longest).toBeLessThan(300)
  })
})
