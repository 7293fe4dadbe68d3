// What the containers would do, done here: no image is built where there is no engine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test } from 'vitest'

const [, entryPoint] = /^ENTRYPOINT (.*)$/m.exec(readFileSync('Containerfile', 'utf8')) ?? []
/** The code that Node runs to see whether the service is up. */
const [, healthCheck] = /^ +- "(fetch.*)"$/m.exec(readFileSync('compose.yaml', 'utf8')) ?? []

/** The status of a GET under the name that other containers know the chain by. */
async function statusUnder(host: string, port: string): Promise<number | undefined> {
  const asking = request({ port, path: '/ready', headers: { host } }).end()
  const [response] = await once(asking, 'response')
  response.resume()
  return response.statusCode
}

test('the entry point starts a devnet with the flags of the container, which says when it is ready', async () => {
  const [, ...flags] = JSON.parse(entryPoint ?? '') as string[]
  expect(flags.splice(-2)).toEqual(['--port', '8545'])
  const command = '../node_modules/.bin/preconf'
  const devnet = spawn(command, [...flags, '--port', '0', '--mining', 'auto'])
  let text = ''
  while (!/127\.0\.0\.1:\d+|0\.0\.0\.0:\d+/.test(text)) {
    const [piece] = await once(devnet.stdout, 'data')
    text += piece
  }
  const [, port = ''] = /\.\d:(\d+)/.exec(text) ?? []
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  execFileSync('node', ['-e', healthCheck?.replace('8545', port) ?? ''])
  expect(await statusUnder('chain:8545', port)).toBe(200)
  expect(await statusUnder('host.docker.internal:8545', port)).toBe(200)
  expect(await statusUnder('chain.example:8545', port)).toBe(403)
  const ended = once(devnet, 'exit')
  devnet.kill()
  await ended
})
