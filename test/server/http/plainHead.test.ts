import { describe, expect, it } from 'vitest'
import { readPlainHead } from '../../../src/server/http/plainPosts.ts'

function head(...lines: string[]): string {
  return `${['POST /a?b=1 HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`
}

const host = 'Host: localhost:8545'
const length = 'Content-Length: 12'

describe('the head of a plain POST', () => {
  it('is read, whatever else a client says of itself', () => {
    const text = head('User-Agent: x', host, 'content-type:application/json', length, 'X-Empty:')
    expect(readPlainHead(text)).toEqual({
      target: '/a?b=1',
      host: 'localhost:8545',
      bodyLength: 12,
    })
  })

  it('may ask for what is done anyway', () => {
    expect(readPlainHead(head(host, length, 'connection: Keep-Alive'))).toMatchObject({
      bodyLength: 12,
    })
  })
})

describe('for a parser that knows all of HTTP is', () => {
  it.each([
    ['another method', head(host, length).replace('POST', 'PUT')],
    ['another version', head(host, length).replace('1.1', '1.0')],
    ['a target with an origin', head(host, length).replace('/a', 'http://localhost/a')],
    ['an odd target', head(host, length).replace('/a', '/"')],
    ['no host', head(length)],
    ['two hosts', head(host, host, length)],
    ['no length', head(host)],
    ['two lengths', head(host, length, length)],
    ['a length that is no number', head(host, 'Content-Length: +12')],
    ['a length of many digits', head(host, 'Content-Length: 1234567890')],
    ['a space before a colon', head(host, 'Content-Length : 12', length)],
    ['a line that goes on in the next', head(host, length, ' x: 1')],
    ['a line that ends in another way', head(host, length, 'a: 1\nb: 2')],
    ['a control character', head(host, length, 'a: \t')],
    ['a character beyond ASCII', head(host, length, 'a: é')],
    ['a name of other characters', head(host, length, 'a_b: 1')],
    ['a connection that is to end', head(host, length, 'Connection: close')],
    ['an upgrade', head(host, length, 'Connection: upgrade', 'Upgrade: websocket')],
    ['a body in chunks', head(host, length, 'Transfer-Encoding: chunked')],
    ['a question before the body', head(host, length, 'Expect: 100-continue')],
    ['a compressed body', head(host, length, 'Content-Encoding: gzip')],
    ['a page', head(host, length, 'Origin: http://localhost')],
    ['what is not whole', head(host, length).slice(0, -2)],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(readPlainHead(text)).toBeUndefined()
  })
})
