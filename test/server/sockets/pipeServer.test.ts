import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  PipeError,
  type PipeServer,
  startPipeServer,
} from '../../../src/server/sockets/pipeServer.ts'
import { createTestRpc } from '../../support/testRpc.ts'
import { request } from '../../support/testServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-pipe-'))
let paths = 0

afterAll(() => rmSync(folder, { recursive: true }))

function freePath(): string {
  paths++
  return join(folder, `${paths}.ipc`)
}

function start(path: string, maxMessageBytes?: number): Promise<PipeServer> {
  const { handle } = createTestRpc()
  return startPipeServer({
    path,
    handle,
    maxMessageBytes,
    onInternalError: (error) => {
      throw error
    },
  })
}

/** Sends a text and resolves with what comes back until `count` lines are there, or the end. */
function exchange(path: string, text: string, count: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(path, () => socket.write(text))
    socket.on('data', (chunk) => {
      received += chunk
      if (received.split('\n').length > count) socket.end()
    })
    socket.on('close', () => resolve(received.split('\n').slice(0, -1)))
    socket.on('error', reject)
  })
}

test('requests that follow each other without a line between are answered, each in a line', async () => {
  const server = await start(freePath())
  const text = JSON.stringify(request('no_such', [], 1)) + JSON.stringify(request('no_such', [], 2))
  const answers = (await exchange(server.path, text, 2)).map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2])
  expect(answers[0].error.code).toBe(-32601)
  await server.close()
  expect(existsSync(server.path)).toBe(false)
})

test('what is not JSON is answered with a parse error', async () => {
  const server = await start(freePath())
  const [answer] = await exchange(server.path, 'hello\n', 1)
  expect(JSON.parse(answer as string)).toMatchObject({ id: null, error: { code: -32700 } })
  await server.close()
})

test('a client that sends more than allowed gets an error and is disconnected', async () => {
  const server = await start(freePath(), 1000)
  const answers = await exchange(server.path, `{"a":"${'x'.repeat(2000)}`, 1)
  expect(answers.map((line) => JSON.parse(line))).toEqual([
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'message too large: the limit is 1000 bytes (--limit bodyBytes=N)',
      },
    },
  ])
  await server.close()
})

test('closing ends connections', async () => {
  const server = await start(freePath())
  const socket = connect(server.path)
  await new Promise((resolve) => socket.once('connect', resolve))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await server.close()
  await ended
  expect(server.load().webSocket).toBe(0)
})

test('what a killed process has left is taken away', async () => {
  const path = freePath()
  const { spawnSync } = await import('node:child_process')
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(path)).toBe(true)
  const server = await start(path)
  expect(await exchange(path, '{}', 1)).toHaveLength(1)
  await server.close()
})

test('a path where somebody listens, or a file, is left alone', async () => {
  const path = freePath()
  const other = createServer().listen(path)
  await new Promise((resolve) => other.once('listening', resolve))
  const refusal = new PipeError(`cannot listen on ${path}: it is in use`)
  await expect(start(path)).rejects.toThrow(refusal)
  other.close()
  const file = freePath()
  writeFileSync(file, 'text')
  await expect(start(file)).rejects.toThrow(`cannot listen on ${file}: it is in use`)
  expect(existsSync(file)).toBe(true)
})
