import { expect, test } from 'vitest'
import { IoFileError, parseIoFile } from '../../scripts/conformance/ioFile.ts'

test('comments are left out, requests and responses paired in their order', () => {
  const text = [
    '// asks twice',
    '>> {"id":1,"method":"eth_chainId"}',
    '<< {"id":1,"result":"0x5"}',
    '',
    '// and once more',
    '>>   {"id":2,"method":"eth_blockNumber"}  ',
    '<<{"id":2,"result":"0x9"}',
    '',
  ].join('\n')
  expect(parseIoFile(text)).toEqual({
    specOnly: false,
    exchanges: [
      { request: '{"id":1,"method":"eth_chainId"}', response: '{"id":1,"result":"0x5"}' },
      { request: '{"id":2,"method":"eth_blockNumber"}', response: '{"id":2,"result":"0x9"}' },
    ],
  })
})

test.each(['// speconly: only the form counts', '//speconly'])('%s is understood', (comment) => {
  expect(parseIoFile(`// a case\r\n${comment}\r\n>> {}\r\n<< {}\r\n`)).toEqual({
    specOnly: true,
    exchanges: [{ request: '{}', response: '{}' }],
  })
})

test('a comment that only mentions the word leaves the case exact', () => {
  expect(parseIoFile('// not speconly\n>> {}\n<< {}').specOnly).toBe(false)
})

test.each([
  ['<< {}', 'line 1: a response without a request'],
  ['>> {}\n>> {}\n<< {}', 'line 2: the request before has no response'],
  ['>> {}\n<< {}\n>> {}', 'the last request has no response'],
  ['>> {}\n\n{"result":1}', `line 3: expected >>, << or // at its beginning, got '{"'`],
  ['// nothing asked', 'no request in the file'],
])('%j is refused', (text, message) => {
  expect(() => parseIoFile(text)).toThrow(new IoFileError(message))
})
