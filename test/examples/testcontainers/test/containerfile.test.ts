// What the container would do, done here: the image is not built where there is no engine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const [, entryPoint] = /^ENTRYPOINT (.*)$/m.exec(readFileSync('Containerfile', 'utf8')) ?? []

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
  const [, port] = /\.\d:(\d+)/.exec(text) ?? []
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  const ended = once(devnet, 'exit')
  devnet.kill()
  await ended
})
