import { describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/devnet.ts'
import { createTestRpc, noDevnet, type TestRpc } from '../support/testRpc.ts'

function request(method: string, params?: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

/** A notification: a request without id. */
function note(word: string) {
  return { jsonrpc: '2.0', method: 'test_note', params: [word] }
}

async function ask(rpc: TestRpc, message: unknown) {
  const { status, text } = await rpc.handle(JSON.stringify(message))
  return { status, answer: text === undefined ? undefined : JSON.parse(text) }
}

function failure(id: unknown, code: number, message: unknown = expect.any(String)) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function success(result: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, result }
}

describe('a request', () => {
  it('is answered, from text or bytes', async () => {
    const rpc = createTestRpc()
    const text = JSON.stringify(request('test_echo', ['ü']))
    const answer = { status: 200, text: '{"jsonrpc":"2.0","id":1,"result":"ü"}' }
    expect(await rpc.handle(text)).toEqual(answer)
    expect(await rpc.handle(new TextEncoder().encode(text))).toEqual(answer)
  })

  it('is answered in turns where the answer is a long list', async () => {
    const rpc = createTestRpc()
    const list = Array.from({ length: 5_000 }, (_, index) => `item ${index}`)
    const answered = ask(rpc, request('test_echo', [list]))
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    expect(await answered).toEqual({ status: 200, answer: success(list) })
    clearImmediate(next)
    expect(turns).toBeGreaterThan(5)
  })

  it('may leave out params, and trailing arguments', async () => {
    const rpc = createTestRpc()
    expect(await ask(rpc, request('test_nothing'))).toMatchObject({ answer: success(null) })
    expect(await ask(rpc, request('test_nothing', null))).toMatchObject({ answer: success(null) })
    expect(await ask(rpc, request('test_add', [1]))).toMatchObject({ answer: success(2) })
  })

  it.each([
    ['an object for params', request('test_echo', { value: 1 }), -32602, 'non-array args'],
    ['text for params', request('test_echo', 'x'), -32602, 'non-array args'],
    ['a bad argument', request('test_add', ['1']), -32602, /^invalid argument 0: /],
    ['an unknown method', request('constructor'), -32601, /^the method constructor does not exist/],
    ['no jsonrpc', { id: 1, method: 'test_echo' }, -32600, /jsonrpc/],
  ])('with %s is answered by HTTP 200 and an error', async (_name, message, code, words) => {
    expect(await ask(createTestRpc(), message)).toEqual({
      status: 200,
      answer: failure(1, code, expect.stringMatching(words)),
    })
  })

  it.each([0, -1, 1.5, 2 ** 53, 'text', '', null])('gets its id %j back', async (id) => {
    const { answer } = await ask(createTestRpc(), request('test_nothing', [], id))
    expect(answer).toEqual(success(null, id))
  })

  it.each([
    '9007199254740993',
    '1.0',
    '-0',
    '1e2',
    '1e999',
    '"\\u0041\\/"',
    '"\\ud800"',
    '"},{\\"id\\":2"',
  ])('gets its id back byte for byte: %s', async (id) => {
    const rpc = createTestRpc()
    const one = `{ "params":[], "also":[{"id":7},["id"]], "method":"test_nothing", "id" : ${id} , "jsonrpc":"2.0" }`
    const answer = `{"jsonrpc":"2.0","id":${id},"result":null}`
    const wrong = `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,`
    expect((await rpc.handle(one)).text).toBe(answer)
    expect((await rpc.handle(one.replace('test_n', 'n'))).text).toContain(wrong)
    const batch = `[1,${one},[],{"jsonrpc":"2.0","id":"last","method":"test_nothing"}]`
    const texts = (await rpc.handle(batch)).text
    expect(texts).toContain(`,${answer},`)
    expect(texts).toMatch(/"id":"last","result":null\}\]$/)
  })

  it('with two ids or an escaped name is answered with the one that JSON.parse takes', async () => {
    const rpc = createTestRpc()
    const two = '{"id":1,"jsonrpc":"2.0","method":"test_nothing","id":2}'
    expect((await rpc.handle(two)).text).toContain('"id":2,')
    const escaped = '{"jsonrpc":"2.0","method":"test_nothing","\\u0069d":"x"}'
    expect((await rpc.handle(escaped)).text).toContain('"id":"x",')
  })

  it('gets errors of rooms with code and data', async () => {
    const { status, answer } = await ask(createTestRpc(), request('test_refuse', ['nonce too low']))
    expect({ status, answer }).toEqual({
      status: 200,
      answer: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32000, message: 'nonce too low', data: '0x08c379a0' },
      },
    })
  })

  it.each(['test_bug', 'test_bigint'])('hides the bug of %s and reports it', async (method) => {
    const rpc = createTestRpc()
    expect(await ask(rpc, request(method))).toEqual({
      status: 200,
      answer: failure(1, -32603, 'internal error'),
    })
    expect(rpc.internalErrors).toEqual([expect.any(Error)])
  })

  it('gets an error instead of an answer over the limit', async () => {
    const rpc = createTestRpc({ limits: { answerCharacters: 1000 } })
    expect(await ask(rpc, request('test_text', [900]))).toMatchObject({
      answer: success('x'.repeat(900)),
    })
    expect(await ask(rpc, request('test_text', [1000]))).toMatchObject({
      answer: failure(
        1,
        -32003,
        'response too large: the limit is 1000 characters (--limit answerCharacters=N)',
      ),
    })
  })
})

describe('a body that is no request', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{"jsonrpc":"2.0",'],
    ['two values', '{} {}'],
    ['a lone bracket', ']'],
  ])('%s is a parse error', async (_name, body) => {
    const { status, text } = await createTestRpc().handle(body)
    expect(status).toBe(200)
    expect(JSON.parse(text ?? '')).toEqual(
      failure(null, -32700, expect.stringMatching(/^parse error: /)),
    )
  })

  it('bytes that are not UTF-8 are a parse error', async () => {
    const { text } = await createTestRpc().handle(Uint8Array.of(0x22, 0xff, 0x22))
    expect(JSON.parse(text ?? '')).toEqual(
      failure(null, -32700, 'parse error: the body is not UTF-8'),
    )
  })

  it.each(['null', '1', '"x"', 'true', '{}'])('%s is an invalid request', async (body) => {
    const { text } = await createTestRpc().handle(body)
    expect(JSON.parse(text ?? '')).toEqual(failure(null, -32600))
  })

  it('is refused when nested too deeply, before anything walks through it', async () => {
    const rpc = createTestRpc({ limits: { jsonDepth: 20 } })
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const body = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"test_echo","params":${nested(depth - 1)}}`
    expect((await rpc.handle(body(20))).text).toBe(
      `{"jsonrpc":"2.0","id":1,"result":${nested(18)}}`,
    )
    expect(JSON.parse((await rpc.handle(body(21))).text ?? '')).toEqual(
      failure(
        null,
        -32600,
        'invalid request: JSON nested too deeply: the limit is 20 (--limit jsonDepth=N)',
      ),
    )
  })

  it('survives a million brackets', async () => {
    const { text } = await createTestRpc().handle('['.repeat(1_000_000))
    expect(JSON.parse(text ?? '')).toEqual(
      failure(
        null,
        -32600,
        'invalid request: JSON nested too deeply: the limit is 512 (--limit jsonDepth=N)',
      ),
    )
  })

  it('is refused when it stands for too many values', async () => {
    const rpc = createTestRpc({ limits: { jsonValues: 100 } })
    const { text } = await rpc.handle(`[${'{},'.repeat(60)}{}]`)
    expect(JSON.parse(text ?? '')).toEqual(
      failure(
        null,
        -32600,
        'invalid request: JSON of too many values: the limit is 100 (--limit jsonValues=N)',
      ),
    )
  })
})

describe('a notification', () => {
  it('is done and not answered', async () => {
    const rpc = createTestRpc()
    expect(await ask(rpc, note('once'))).toEqual({ status: 204, answer: undefined })
    expect(rpc.notes).toEqual(['once'])
  })

  it.each([
    ['fails', { jsonrpc: '2.0', method: 'test_refuse', params: ['no'] }],
    ['has bad arguments', { jsonrpc: '2.0', method: 'test_add', params: ['x'] }],
    ['names no method of ours', { jsonrpc: '2.0', method: 'foo_bar' }],
  ])('is not answered when it %s', async (_name, message) => {
    expect(await ask(createTestRpc(), message)).toEqual({ status: 204, answer: undefined })
  })
})

describe('a batch', () => {
  it('is done and answered in order, item by item', async () => {
    const rpc = createTestRpc()
    const { status, answer } = await ask(rpc, [
      request('test_note', ['a'], 'first'),
      1,
      note('b'),
      request('foo_bar', [], 2),
      request('test_note', ['c'], null),
    ])
    expect(status).toBe(200)
    expect(answer).toEqual([
      success('a', 'first'),
      failure(null, -32600),
      failure(2, -32601),
      success('c', null),
    ])
    expect(rpc.notes).toEqual(['a', 'b', 'c'])
  })

  it('runs one item after the other has ended', async () => {
    const rpc = createTestRpc()
    const answered = ask(rpc, [request('test_wait', [], 1), request('test_note', ['after'], 2)])
    await expect.poll(() => rpc.waiting).toBe(1)
    expect(rpc.notes).toEqual([])
    rpc.finishWait()
    expect((await answered).answer).toEqual([success('waited', 1), success('after', 2)])
  })

  it('of notifications has no answer', async () => {
    const rpc = createTestRpc()
    expect(await ask(rpc, [note('a'), note('b')])).toEqual({ status: 204, answer: undefined })
    expect(rpc.notes).toEqual(['a', 'b'])
  })

  it('without items is one invalid request', async () => {
    expect(await ask(createTestRpc(), [])).toEqual({
      status: 200,
      answer: failure(null, -32600, 'empty batch'),
    })
  })

  it('is answered whole up to the limit, and over it not at all', async () => {
    const rpc = createTestRpc()
    const batch = (size: number) =>
      Array.from({ length: size }, (_, id) => request('test_note', ['n'], id))
    expect((await ask(rpc, batch(1000))).answer).toHaveLength(1000)
    expect((await ask(rpc, batch(1001))).answer).toEqual(
      failure(
        null,
        -32600,
        'batch too large: 1001 requests, the limit is 1000 (--limit batchItems=N)',
      ),
    )
    expect(rpc.notes).toHaveLength(1000)
  })

  it('has long answers, which come in pieces, as text', async () => {
    const rpc = createTestRpc({ limits: { answerCharacters: 1100 } })
    const [short, long] = ['[1,2]', JSON.stringify('x'.repeat(2_000))]
    const batch = [request('test_pieces', [short], 1), request('test_pieces', [long], 2)]
    expect((await ask(rpc, batch)).answer).toMatchObject([
      { id: 1, result: [1, 2] },
      { id: 2, error: { code: -32003 } },
    ])
  })

  it('is in pieces itself when one of its answers is', async () => {
    const rpc = createTestRpc()
    const batch = [request('test_text', [3], 1), request('test_pieces', ['[1,2]'], 2)]
    const { pieces, text } = await rpc.handle(JSON.stringify(batch))
    expect(String(pieces)).toBe(text)
    expect(JSON.parse(text ?? '')).toMatchObject([
      { id: 1, result: 'xxx' },
      { id: 2, result: [1, 2] },
    ])
  })

  it('stops working when the answers are over the limit', async () => {
    const rpc = createTestRpc({ limits: { answerCharacters: 1100 } })
    const { answer } = await ask(rpc, [
      request('test_text', [800], 1),
      request('test_text', [800], 2),
      request('test_note', ['fits'], 3),
      request('test_text', [800], 4),
      request('test_note', ['too late'], 5),
      note('too late'),
    ])
    const tooLarge = (id: number) => failure(id, -32003, expect.stringContaining('limit is 1100'))
    expect(answer).toEqual([
      success('x'.repeat(800), 1),
      tooLarge(2),
      success('fits', 3),
      tooLarge(4),
      tooLarge(5),
    ])
    expect(rpc.notes).toEqual(['fits'])
  })

  it.each([
    [
      'lets others run between its items where they take long',
      5,
      ['batch', 'other', 'batch', 'batch'],
    ],
    ['goes on at once where they do not', 0, ['batch', 'batch', 'batch', 'other']],
  ])('%s', async (_what, itemMs, order) => {
    let nowMs = 0
    const tick = () => {
      nowMs += itemMs
      return nowMs
    }
    const clock = { ...noDevnet.clock, realMs: tick }
    const rpc = createTestRpc({ devnet: { ...noDevnet, clock } as Devnet })
    const batch = ask(
      rpc,
      [1, 2, 3].map((id) => request('test_note', ['batch'], id)),
    )
    const other = new Promise((resolve) => {
      setImmediate(() => resolve(ask(rpc, request('test_note', ['other']))))
    })
    await Promise.all([batch, other])
    expect(rpc.notes).toEqual(order)
  })
})

describe('profiles', () => {
  it('public refuses eth_getBlockReceipts with HTTP 403 and has no development methods', async () => {
    const rpc = createTestRpc({ profile: 'public' })
    expect(await ask(rpc, request('eth_getBlockReceipts'))).toEqual({
      status: 403,
      answer: failure(1, -32004, expect.stringContaining('eth_getBlockReceipts')),
    })
    expect(await ask(rpc, request('eth_simulateV1'))).toMatchObject({
      answer: success('simulated'),
    })
    expect(await ask(rpc, request('evm_mine'))).toEqual({
      status: 200,
      answer: failure(1, -32601),
    })
  })

  it('public refuses it inside a batch with HTTP 200', async () => {
    const rpc = createTestRpc({ profile: 'public' })
    const batch = [request('eth_getBlockReceipts', [], 1), request('test_echo', [2], 2)]
    expect(await ask(rpc, batch)).toEqual({
      status: 200,
      answer: [failure(1, -32004), success(2, 2)],
    })
  })

  it('dedicated has no eth_simulateV1 and no development methods', async () => {
    const rpc = createTestRpc({ profile: 'dedicated' })
    expect((await ask(rpc, request('eth_getBlockReceipts'))).answer).toEqual(success('receipts'))
    expect((await ask(rpc, request('eth_simulateV1'))).answer).toEqual(failure(1, -32601))
    expect((await ask(rpc, request('evm_mine'))).answer).toEqual(failure(1, -32601))
  })

  it('devnet has all', async () => {
    const rpc = createTestRpc()
    for (const method of ['eth_getBlockReceipts', 'eth_simulateV1', 'evm_mine']) {
      expect((await ask(rpc, request(method))).answer).toEqual(success(expect.any(String)))
    }
  })
})
