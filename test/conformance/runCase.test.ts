import { expect, test } from 'vitest'
import { runCase } from '../../scripts/conformance/runCase.ts'

const exchange = (id: number, result: unknown) => ({
  request: JSON.stringify({ jsonrpc: '2.0', id, method: 'test_count' }),
  response: JSON.stringify({ jsonrpc: '2.0', id, result }),
})
const twoSteps = {
  name: 'test_count/twice',
  group: 'test_count',
  specOnly: false,
  exchanges: [exchange(1, '0x1'), exchange(2, '0x2')],
}

/** Answers every request with the number of requests so far. */
function counter() {
  const sent: string[] = []
  return {
    sent,
    send: async (request: string) => {
      sent.push(request)
      return JSON.stringify({
        ...JSON.parse(request),
        method: undefined,
        result: `0x${sent.length}`,
      })
    },
  }
}

test('the requests of a case are sent one after another, as they stand', async () => {
  const { sent, send } = counter()
  expect(await runCase(twoSteps, send, () => [])).toEqual({
    name: 'test_count/twice',
    group: 'test_count',
    failures: [],
    slowestMs: expect.any(Number),
  })
  expect(sent).toEqual(twoSteps.exchanges.map(({ request }) => request))
})

test('a case ends at the first request whose answer is wrong', async () => {
  const { sent, send } = counter()
  const wrong = { ...twoSteps, exchanges: [exchange(1, '0x9'), exchange(2, '0x2')] }
  expect((await runCase(wrong, send, () => [])).failures).toEqual([
    'request 1: result: expected "0x9", got "0x1"',
  ])
  expect(sent).toHaveLength(1)
})

test('where only the form counts, the check gets the method and the result', async () => {
  const { send } = counter()
  const check = (method: string, result: unknown) => [`${method} gave ${result}`]
  expect((await runCase({ ...twoSteps, specOnly: true }, send, check)).failures).toEqual([
    'request 1: test_count gave 0x1',
  ])
})

test('no answer, or one that is no JSON, fails the case', async () => {
  const one = { ...twoSteps, exchanges: [exchange(1, '0x1')] }
  const late = async () => Promise.reject(new Error('no answer within 5000 ms'))
  expect((await runCase(one, late, () => [])).failures).toEqual(['no answer within 5000 ms'])
  const html = async () => '<html>'
  expect((await runCase(one, html, () => [])).failures).toEqual(['the answer is no JSON: <html>'])
})
