import { expect, test } from 'vitest'
import { judgeExact, judgeForm } from '../../scripts/conformance/judge.ts'

const envelope = { jsonrpc: '2.0', id: 7 }
const failed = (error: unknown) => ({ ...envelope, error })

test('an equal answer passes, one that differs is reported with both values', () => {
  const recorded = { ...envelope, result: { gas: '0x5208', logs: [] } }
  expect(judgeExact(recorded, structuredClone(recorded))).toEqual([])
  expect(judgeExact(recorded, { ...envelope, result: { gas: '0x5209' } })).toEqual([
    'result.gas: expected "0x5208", got "0x5209"',
    'result.logs: expected [], got nothing',
  ])
  expect(judgeExact(recorded, { ...recorded, id: 8 })).toEqual(['id: expected 7, got 8'])
})

test('the words of an error are free, its code and data are not', () => {
  const recorded = failed({ code: 3, message: 'execution reverted', data: '0x01' })
  expect(judgeExact(recorded, failed({ code: 3, message: 'reverted', data: '0x01' }))).toEqual([])
  expect(judgeExact(recorded, failed({ code: 3, data: '0x01' }))).toEqual([])
  expect(judgeExact(recorded, failed({ code: -32000, message: 'x', data: '0x01' }))).toEqual([
    'error.code: expected 3, got -32000',
  ])
  expect(judgeExact(recorded, failed({ code: 3, message: 'execution reverted' }))).toEqual([
    'error.data: expected "0x01", got nothing',
  ])
})

test('the words of an error inside a result count', () => {
  const call = (message: string) => ({
    ...envelope,
    result: [{ calls: [{ error: { code: 3, message } }] }],
  })
  expect(judgeExact(call('execution reverted'), call('reverted'))).toEqual([
    'result[0].calls[0].error.message: expected "execution reverted", got "reverted"',
  ])
})

test('a result where an error was recorded is shown with the whole error', () => {
  expect(
    judgeExact(failed({ code: -32602, message: 'no' }), { ...envelope, result: '0x1' }),
  ).toEqual([
    'error: expected {"code":-32602,"message":"no"}, got nothing',
    'result: expected nothing, got "0x1"',
  ])
})

test('long texts are shown from where they part', () => {
  const same = `0x${'0'.repeat(500)}`
  expect(judgeExact({ result: `${same}11` }, { result: `${same}12` })).toEqual([
    'result: expected "000000011", got "000000012" (from character 495 on)',
  ])
})

test('where only the form counts, the schema decides', () => {
  const asked: unknown[] = []
  const check = (method: string, result: unknown) => {
    asked.push([method, result])
    return result === '0x0' ? [] : ['result: must be "0x0"']
  }
  const recorded = { ...envelope, result: '0x5' }
  const judge = (answer: unknown) => judgeForm('eth_gasPrice', recorded, answer, check)
  expect(judge({ ...envelope, result: '0x0' })).toEqual([])
  expect(judge({ ...envelope, result: 5 })).toEqual(['result: must be "0x0"'])
  expect(asked).toEqual([
    ['eth_gasPrice', '0x0'],
    ['eth_gasPrice', 5],
  ])
  expect(judge(failed({ code: -32000, message: 'no' }))).toEqual([
    'error: expected none, got {"code":-32000,"message":"no"}',
  ])
  expect(judge({ ...envelope })).toEqual(['expected a result, got {"jsonrpc":"2.0","id":7}'])
})

test('where only the form counts, an error may be any but has to be one', () => {
  const judge = (answer: unknown) =>
    judgeForm('eth_call', failed({ code: 3, message: 'no', data: '0x' }), answer, () => [])
  expect(judge(failed({ code: -32000, message: 'other' }))).toEqual([])
  expect(judge({ ...envelope, result: '0x' })).toEqual(['error: expected one, got none'])
  expect(judge(failed({ message: 'no code' }))).toEqual([
    'error: expected a code and a message, got {"message":"no code"}',
  ])
})
