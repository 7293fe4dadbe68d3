import { describe, expect, it } from 'vitest'
import { encodeError, encodeResult, readArguments, readRequest } from '../../src/rpc/envelope.ts'
import { RawJson } from '../../src/rpc/jsonText.ts'
import { RpcError } from '../../src/rpc/rpcError.ts'

function read(json: string) {
  const request = readRequest(JSON.parse(json))
  return 'error' in request ? [request.id, request.error.code, request.error.message] : request
}

describe('readRequest', () => {
  it('reads a request and ignores members it does not know', () => {
    const json = '{"jsonrpc":"2.0","id":7,"method":"eth_call","params":[1],"more":{}}'
    expect(read(json)).toEqual({ id: '7', method: 'eth_call', params: [1] })
  })

  it('tells a notification from a request with the id null', () => {
    expect(read('{"jsonrpc":"2.0","method":"a"}')).toMatchObject({ id: undefined })
    expect(read('{"jsonrpc":"2.0","method":"a","id":null}')).toMatchObject({ id: 'null' })
  })

  it.each(['true', '{}', '[]', '[1]', '{"a":1}'])('refuses the id %s', (id) => {
    expect(read(`{"jsonrpc":"2.0","method":"a","id":${id}}`)).toEqual([
      'null',
      -32600,
      'invalid request: id must be a string, a number or null',
    ])
  })

  it.each(['null', '1', '"text"', 'true', '[]'])('refuses %s', (json) => {
    expect(read(json)).toEqual(['null', -32600, 'invalid request: not an object'])
  })

  it.each([
    ['no jsonrpc', '{"id":1,"method":"a"}', 'invalid request: jsonrpc must be "2.0"'],
    ['another jsonrpc', '{"jsonrpc":"1.0","id":1,"method":"a"}', 'jsonrpc must be "2.0"'],
    ['a number for jsonrpc', '{"jsonrpc":2.0,"id":1,"method":"a"}', 'jsonrpc must be "2.0"'],
    ['no method', '{"jsonrpc":"2.0","id":1}', 'invalid request: method must be a string'],
    ['a number for method', '{"jsonrpc":"2.0","id":1,"method":1}', 'method must be a string'],
  ])('refuses %s, with the id', (_name, json, message) => {
    expect(read(json)).toEqual(['1', -32600, expect.stringContaining(message)])
  })
})

describe('readArguments', () => {
  it('takes absent ones and null for none', () => {
    expect([undefined, null, [], [1]].map(readArguments)).toEqual([[], [], [], [1]])
  })

  it.each([{}, 'x', 1, false])('refuses %j', (params) => {
    expect(() => readArguments(params)).toThrow(new RpcError(-32602, 'non-array args'))
  })
})

describe('encodeResult', () => {
  it('echoes the id as it is written', () => {
    expect(encodeResult('1.0', 1)).toBe('{"jsonrpc":"2.0","id":1.0,"result":1}')
  })

  it('answers null for nothing', () => {
    expect(encodeResult('1', undefined)).toBe('{"jsonrpc":"2.0","id":1,"result":null}')
  })

  it('inserts ready JSON unchanged', () => {
    const text = '{ "number" : 1.0 }'
    expect(encodeResult('1', new RawJson(text))).toBe(`{"jsonrpc":"2.0","id":1,"result":${text}}`)
  })

  it('throws for a bigint', () => {
    expect(() => encodeResult('1', { deep: [1n] })).toThrow(TypeError)
  })
})

describe('encodeError', () => {
  it('has data only when there is some', () => {
    expect(encodeError('"a"', new RpcError(3, 'execution reverted', '0x'))).toBe(
      '{"jsonrpc":"2.0","id":"a","error":{"code":3,"message":"execution reverted","data":"0x"}}',
    )
    expect(encodeError('null', new RpcError(-32600, 'no'))).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}',
    )
  })
})
