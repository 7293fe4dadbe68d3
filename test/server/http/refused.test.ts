import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createRefusalReport } from '../../../src/cli/output/reporter.ts'
import { createDevnet } from '../../../src/index.ts'
import type { ListenOptions } from '../../../src/types/listening.ts'
import type { RefusalSummary } from '../../../src/types/summary.ts'

type Headers = Readonly<Record<string, string>>

/** Who is refused when `come` comes to a server. */
async function refusedOf(
  come: (port: number) => Promise<unknown>,
  options: ListenOptions = {},
): Promise<readonly RefusalSummary[]> {
  await using devnet = await createDevnet({ clock: 'manual' })
  const refused: RefusalSummary[] = []
  devnet.on('refused', (refusal) => refused.push(refusal))
  const { port } = await devnet.listen({ ...options, port: 0 })
  await come(port)
  return refused
}

function ask(method: string, path: string, headers: Headers) {
  return (port: number) =>
    new Promise((resolve, reject) => {
      const asked = httpRequest({ port, path, method, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
      asked.on('error', reject).end()
    })
}

function openWebSocket(headers: Headers) {
  return (port: number) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers })
      socket.on('error', () => undefined)
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
    })
}

const origin = 'https://app.example'

test('a WebSocket that is refused for its origin gets the flag that allows it', async () => {
  expect(await refusedOf(openWebSocket({ origin }))).toEqual([
    {
      header: 'Origin',
      value: origin,
      reason: `origin "${origin}" may not open a WebSocket: allow it (--allow-origin)`,
    },
  ])
})

test.each([
  ['a WebSocket', openWebSocket({ host: 'devnet.example' })],
  ['a request', ask('POST', '/', { host: 'devnet.example' })],
])('%s that is refused for its host gets the flag too', async (_what, come) => {
  expect(await refusedOf(come)).toEqual([
    {
      header: 'Host',
      value: 'devnet.example',
      reason:
        'host "devnet.example" is not allowed: use localhost or an address, or allow it (--allowed-hosts)',
    },
  ])
})

test('a page that asks in vain whether it may read is reported', async () => {
  const asks = ask('OPTIONS', '/', { origin })
  expect(await refusedOf(asks, { allowOrigin: 'https://other.example' })).toMatchObject([
    { value: origin, reason: `origin "${origin}" may not read answers: allow it (--allow-origin)` },
  ])
  expect(await refusedOf(asks, { allowOrigin: origin })).toEqual([])
  expect(await refusedOf(asks)).toEqual([])
})

test('a page that may not end a chain is reported', async () => {
  expect(await refusedOf(ask('GET', '/1/restart', { origin }))).toMatchObject([
    { value: origin, reason: `origin "${origin}" may not do this: allow it (--allow-origin)` },
  ])
})

test('each is printed once, and not without end', () => {
  const lines: string[] = []
  const report = createRefusalReport({
    line: (text = '') => lines.push(text),
    style: (_, text) => text,
  })
  const refusal: RefusalSummary = { header: 'Origin', value: origin, reason: 'not\nallowed' }
  for (let time = 0; time < 3; time++) report(refusal)
  report({ ...refusal, header: 'Host' })
  expect(lines).toEqual(['refused  not\\u{a}allowed', 'refused  not\\u{a}allowed'])
  for (let index = 0; index < 1000; index++)
    report({ ...refusal, value: `https://${index}.example` })
  expect(lines).toHaveLength(100)
})
