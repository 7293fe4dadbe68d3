import { expect, test } from 'vitest'
import { parseForkUrl } from '../../../src/fork/upstream/forkUrl.ts'

const hash = `0x${'ab'.repeat(32)}`

test.each([
  ['https://a.b/c', { url: 'https://a.b/c' }],
  ['https://a.b/c@19000000', { url: 'https://a.b/c', block: { number: 19_000_000n } }],
  ['https://a.b/c@0x10', { url: 'https://a.b/c', block: { number: 16n } }],
  ['https://a.b/c@-5', { url: 'https://a.b/c', block: { number: -5n } }],
  [`ws://a.b@${hash}`, { url: 'ws://a.b', block: { hash } }],
  ['/tmp/geth.ipc@finalized', { url: '/tmp/geth.ipc', block: { tag: 'finalized' } }],
  ['https://user:word@host/x', { url: 'https://user:word@host/x' }],
  ['https://user:word@host/x@7', { url: 'https://user:word@host/x', block: { number: 7n } }],
])('%s names a URL and perhaps a block', (text, parsed) => {
  expect(parseForkUrl(text)).toEqual(parsed)
})
