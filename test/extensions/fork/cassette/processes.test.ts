import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFork } from '../../../../src/extensions/fork/openFork.ts'
import { refuse, startFaultProxy, status } from '../../../support/faultProxy.ts'
import { httpNode } from '../../../support/httpNode.ts'
import { contract, plant } from '../token.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-cassette-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Given to recorders. */
let refreshSinceMs = ''

const script = join(import.meta.dirname, 'recorder.ts')

/** Starts a recording and resolves when it has recorded its slots. */
async function record(...args: readonly (string | number)[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REFRESH_SINCE_MS: refreshSinceMs },
  })
  await once(child.stdout, 'data')
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function slotsOf(cassette: string): Promise<readonly string[]> {
  const fork = await openFork({ cassette })
  await fork.close()
  const line = readFileSync(cassette, 'utf8')
    .split('\n')
    .find((text) => text.includes(contract))
  return Object.keys(JSON.parse(line ?? '{}').slots ?? {})
}

test('what a process recorded that was killed is there at the next start', async () => {
  await using node = await httpNode()
  await plant(node)
  const cassette = join(folder, 'killed.fork.jsonl')
  const child = await record(cassette, node.url, 0, 5, 'stay')
  child.kill('SIGKILL')
  await ended(child)
  const [journal] = readdirSync(folder).filter((name) => name.includes('killed'))
  expect(journal).toMatch(/^\.killed\.fork\.jsonl\.\d+-0-1\.journal$/)
  // It was killed in the middle of a line.
  const path = join(folder, journal as string)
  truncateSync(path, readFileSync(path).length - 5)
  expect(await slotsOf(cassette)).toEqual(['0x0', '0x1', '0x2', '0x3'])
  expect(readdirSync(folder).filter((name) => name.includes('killed'))).toEqual([
    'killed.fork.jsonl',
  ])
})

test('a process that waits for its next try stays alive, and ends when it is done', async () => {
  await using node = await httpNode()
  await plant(node)
  await using proxy = await startFaultProxy(node.url)
  proxy.next(status(503), refuse({ code: -32000, message: 'header not found' }))
  const child = await record(join(folder, 'slow.fork.jsonl'), proxy.url, 0, 1)
  await ended(child)
  expect(child.exitCode).toBe(0)
  expect(proxy.exchanges.length).toBe(4)
})

test('four processes record into one cassette, and all of it is there once', async () => {
  await using node = await httpNode()
  await plant(node)
  const cassette = join(folder, 'four.fork.jsonl')
  const children = await Promise.all(
    [0, 5, 10, 15].map((from) => record(cassette, node.url, from, from + 8)),
  )
  await Promise.all(children.map(ended))
  expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  expect((await slotsOf(cassette)).length).toBe(23)
  expect(readdirSync(folder).filter((name) => name.includes('four'))).toEqual(['four.fork.jsonl'])
})

test('processes that refresh since one time make one recording, one after the other and at once', async () => {
  await using node = await httpNode()
  await plant(node)
  const cassette = join(folder, 'refreshed.fork.jsonl')
  await ended(await record(cassette, node.url, 0, 4))
  // A wrong value, written before.
  writeFileSync(cassette, readFileSync(cassette, 'utf8').replace('"0x1":"0x5"', '"0x1":"0x6"'))
  utimesSync(cassette, 1, 1)
  refreshSinceMs = '2000'
  await ended(await record(cassette, node.url, 1, 2))
  const children = await Promise.all([5, 10].map((at) => record(cassette, node.url, at, at + 1)))
  await Promise.all(children.map(ended))
  refreshSinceMs = ''
  expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  expect(await slotsOf(cassette)).toEqual(['0x1', '0x5', '0xa'])
  expect(readFileSync(cassette, 'utf8')).toContain('"0x1":"0x5"')
  // One that was killed did so too: its journal says since when.
  writeFileSync(cassette, readFileSync(cassette, 'utf8').replace('"0x1":"0x5"', '"0x1":"0x6"'))
  utimesSync(cassette, 1, 1)
  refreshSinceMs = '2000'
  const killed = await record(cassette, node.url, 1, 3, 'stay')
  refreshSinceMs = ''
  killed.kill('SIGKILL')
  await ended(killed)
  expect(await slotsOf(cassette)).toEqual(['0x1', '0x2'])
})

test('a merge that was made before changes nothing, and neither does the lock of a dead process', async () => {
  await using node = await httpNode()
  await plant(node)
  const place = join(folder, 'again')
  mkdirSync(place)
  const cassette = join(place, 'again.fork.jsonl')
  const child = await record(cassette, node.url, 0, 3, 'stay')
  child.kill('SIGKILL')
  await ended(child)
  const [journal] = readdirSync(place)
  copyFileSync(join(place, journal as string), join(place, 'kept'))
  await slotsOf(cassette)
  const bytes = readFileSync(cassette)
  copyFileSync(join(place, 'kept'), join(place, journal as string))
  writeFileSync(`${cassette}.lock`, `${child.pid}\n`)
  await slotsOf(cassette)
  expect(readFileSync(cassette)).toEqual(bytes)
  expect(readdirSync(place).sort()).toEqual(['again.fork.jsonl', 'kept'])
})
