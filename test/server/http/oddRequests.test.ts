import { expect, it } from 'vitest'
import { httpPost, request, startTestServer } from '../../support/testServer.ts'

const note = JSON.stringify(request('test_note', ['done']))
const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n'
const length = `Content-Length: ${note.length}\r\n`

/** What a proxy in front might take for one request, or for another one. */
it.each([
  ['a length and chunks', `${head}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunks, then something else', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['two encodings', `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${head}${length}${length}\r\n${note}`],
  ['two hosts', `${head}Host: localhost\r\n${length}\r\n${note}`],
  ['two hosts for a page', `GET${head.slice(4)}host: evil.example\r\n\r\n`],
  ['another host for a preflight', `OPTIONS${head.slice(4)}HOST: 127.0.0.1\r\n\r\n`],
  [
    'two hosts for a WebSocket',
    `GET${head.slice(4)}Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  ],
  ['a list of lengths', `${head}Content-Length: 3, 3\r\n\r\n{}}`],
  ['a length with a sign', `${head}Content-Length: +3\r\n\r\n{}}`],
  ['a length in hex', `${head}Content-Length: 0x3\r\n\r\n{}}`],
  ['a length beyond 64 bits', `${head}Content-Length: 99999999999999999999\r\n\r\n`],
  ['a space before the colon', `${head}Content-Length : ${note.length}\r\n\r\n${note}`],
  ['a header that goes on in the next line', `${head}${length} x: y\r\n\r\n${note}`],
  ['lines that end with a line feed alone', `${head.replaceAll('\r', '')}${length}\n\n${note}`],
  ['a carriage return within a header', `${head}X: a\rY: b\r\n${length}\r\n${note}`],
  ['no digit for the size of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['a chunk beyond 64 bits', `${head}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n`],
  ['a length after the chunks', `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n${length}\r\n`],
  [
    'an upgrade to no version that there is',
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
])('%s is refused, and what follows is not done', async (_what, odd) => {
  await using server = await startTestServer()
  const connection = await server.raw()
  connection.write(odd + httpPost(note))
  expect(await connection.ended).toMatch(/^HTTP\/1\.1 400 /)
  expect(server.rpc.notes).toEqual([])
  expect(server.serverErrors).toEqual([])
})
