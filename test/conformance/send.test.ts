import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSend } from '../../scripts/conformance/send.ts'

async function serve(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a request is posted as it stands, and the answer counts whatever its status', async () => {
  await using server = await serve(async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    response.statusCode = 403
    response.end(`${request.method} ${request.headers['content-type']} ${Buffer.concat(chunks)}`)
  })
  expect(await createSend(server.url)('{"id": 1}')).toBe('POST application/json {"id": 1}')
})

test('an answer that does not come in time is given up', async () => {
  await using server = await serve(() => undefined)
  await expect(createSend(server.url, 50)('{}')).rejects.toThrow('no answer within 50 ms')
})

test('an endpoint that is not there is reported', async () => {
  const server = await serve(() => undefined)
  await server[Symbol.asyncDispose]()
  await expect(createSend(server.url)('{}')).rejects.toThrow('ECONNREFUSED')
})
