import { expect, test } from 'vitest'
import { createScrubber, shownUrl } from '../../../../src/extensions/fork/upstream/secrets.ts'

const url = new URL('https://me:w%40rd@rpc.example.com:8443/v3/0123456789abcdef?apikey=topsecret#x')

test('of a URL scheme and host are shown', () => {
  expect(shownUrl(url)).toBe('https://rpc.example.com:8443')
})

test.each([
  ['key 0123456789abcdef is wrong', 'key … is wrong'],
  ['w@rd and w%40rd', '… and …'],
  ['apikey=topsecret', '…'],
  ['topsecret', '…'],
  ['see https://other.example/path?key=1, or ws://a:b@c/d', 'see https://other.example or ws://c'],
  ['Bearer abcdef', '…'],
  ['abcdef', '…'],
  [`Basic ${btoa('me:w@rd')}`, 'Basic …'],
  ['v3 of rpc.example.com', 'v3 of rpc.example.com'],
])('%s is shown as %s', (text, shown) => {
  expect(createScrubber(url, { authorization: 'Bearer abcdef' })(text)).toBe(shown)
})
