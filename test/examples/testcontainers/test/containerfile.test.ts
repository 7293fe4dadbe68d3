// What the containers would do, done here: no image is built where there is no engine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const containerfile = readFileSync('Containerfile', 'utf8')

/** What follows an instruction of the file. */
function instruction(pattern: RegExp): string {
  return pattern.exec(containerfile)?.[1] ?? ''
}

const [program = '', ...flags] = JSON.parse(instruction(/^ENTRYPOINT (.*)$/m)) as string[]
const variables = Object.fromEntries(
  instruction(/^ENV (.*)$/m)
    .split(' ')
    .map((word) => word.split('=')),
)
/** How the container starts a program with further words. */
function start(...words: string[]) {
  const env = { ...process.env, ...variables }
  return spawn(program, [...flags, ...words], { cwd: image, env })
}
/** What is run to see whether the container is up. */
const check = JSON.parse(instruction(/^HEALTHCHECK .* CMD (.*)$/m)) as string[]

/** The folder of the image, which is empty at first. */
const image = mkdtempSync(join(tmpdir(), 'preconf-image-'))
beforeAll(() => {
  const step = instruction(/^RUN (npm install .*) && npm cache clean --force$/m)
  // npm takes a project of a folder above, which a container has not, and of its variables.
  writeFileSync(join(image, 'package.json'), '{}')
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PRECONF: resolve('../preconf.tgz') }
  execFileSync('sh', ['-c', step], { cwd: image, env, stdio: 'pipe' })
}, 120_000)
afterAll(() => rmSync(image, { recursive: true }))

/** Throws where the container is not healthy. */
function runCheck(port: string): void {
  const [command = '', ...words] = check.map((word) => word.replace('8545', port))
  execFileSync(command, words, { stdio: 'pipe' })
}

/** The status of a GET under the name that other containers know the chain by. */
async function statusUnder(host: string, port: string): Promise<number | undefined> {
  const asking = request({ port, path: '/ready', headers: { host } }).end()
  const [response] = await once(asking, 'response')
  response.resume()
  return response.statusCode
}

// Docker's older builder, which Testcontainers asks by default, and Podman's service for it know no mounts.
test('the image is built from the context without BuildKit', () => {
  expect(containerfile).not.toContain('--mount')
  const [anchor, ...rest] = instruction(/^COPY (.*) \/context\/$/m).split(' ')
  expect(existsSync(anchor ?? '')).toBe(true) // A COPY of which nothing exists fails.
  expect(rest).toEqual(['*.tgz'])
})

test('the image has a devnet with the flags of the container, which says when it is ready', async () => {
  const devnet = start('--port', '0', '--mining', 'auto')
  let text = ''
  while (!/127\.0\.0\.1:\d+|0\.0\.0\.0:\d+/.test(text)) {
    const [piece] = await once(devnet.stdout, 'data')
    text += piece
  }
  const [, port = ''] = /\.\d:(\d+)/.exec(text) ?? []
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  runCheck(port)
  expect(await statusUnder('chain:8545', port)).toBe(200)
  expect(await statusUnder('host.docker.internal:8545', port)).toBe(200)
  expect(await statusUnder('chain.example:8545', port)).toBe(403)
  const ended = once(devnet, 'exit')
  devnet.kill()
  await ended
  expect(() => runCheck(port)).toThrow()
})

test('the image runs the other commands too', async () => {
  const agent = start('mcp')
  agent.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  expect((await agent.stdout.toArray()).join('')).toBe('{"result":{},"jsonrpc":"2.0","id":1}\n')
})
