import { describe, expect, it } from 'vitest'
import {
  invalidArgument,
  invalidParams,
  methodNotFound,
  missingArgument,
  RpcError,
  toRpcError,
} from '../../src/rpc/rpcError.ts'

function mapped(thrown: unknown) {
  const reported: unknown[] = []
  const error = toRpcError(thrown, (cause) => reported.push(cause))
  return { code: error.code, message: error.message, data: error.data, reported }
}

class RoomError extends Error {
  readonly code: unknown
  readonly data: unknown

  constructor(code: unknown, data?: unknown) {
    super('the room says no')
    this.code = code
    this.data = data
  }
}

const internal = { code: -32603, message: 'internal error', data: undefined }

describe('toRpcError', () => {
  it('keeps an RpcError unchanged', () => {
    const error = new RpcError(3, 'execution reverted', '0x')
    expect(toRpcError(error, () => expect.unreachable())).toBe(error)
  })

  it('cuts what is said of an invalid value, as it may repeat the value', () => {
    const said = (code: number) =>
      mapped(Object.assign(new Error('x'.repeat(2_000)), { code })).message.length
    expect(said(-32602)).toBe(1_001)
    expect(said(3)).toBe(2_000)
    expect(invalidParams('x'.repeat(2_000)).message.length).toBe(1_001)
  })

  it('keeps code, message and data of an error with a numeric code', () => {
    expect(mapped(new RoomError(-32000, '0x01'))).toEqual({
      code: -32000,
      message: 'the room says no',
      data: '0x01',
      reported: [],
    })
  })

  it.each([
    ['an error without code', new Error('secret')],
    ['an error of the system', Object.assign(new Error('secret'), { code: 'ECONNRESET' })],
    ['a code that is no integer', new RoomError(Number.NaN)],
    ['a DOMException, whose code is a relict', new DOMException('secret', 'DataCloneError')],
    ['a thrown string', 'secret'],
    ['a thrown object with a code', { code: -32000, message: 'secret' }],
    ['nothing', undefined],
  ])('hides %s behind a fixed text and reports it', (_name, thrown) => {
    expect(mapped(thrown)).toEqual({ ...internal, reported: [thrown] })
  })
})

describe('factories', () => {
  it("speak geth's words", () => {
    const errors = [methodNotFound('foo_bar'), invalidArgument(1, 'too bad'), missingArgument(0)]
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [-32601, 'the method foo_bar does not exist/is not available'],
      [-32602, 'invalid argument 1: too bad'],
      [-32602, 'missing value for required argument 0'],
    ])
  })
})
