// What the library leaves in the process of a user: nothing. Runs on the Node of the environment's GUEST_NODE, if there
// is one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'
import { linkPackages } from '../support/linkPackages.ts'

const node = process.env.GUEST_NODE ?? process.execPath
const modules = join(root, 'node_modules')
const cache = join('node_modules', '.cache')
let project: UserProject

/** `guest(load)` resolves to what is otherwise after the library was loaded, worked with and closed. */
const look = `
const { createRequire } = require('node:module')
const { setImmediate } = require('node:timers')
const v8 = require('node:v8')
const net = require('node:net'), http = require('node:http'), { EventEmitter } = require('node:events')
const { Readable, Writable } = require('node:stream')

// Node makes these, and another process.chdir, when they are first asked for.
require('node:worker_threads')
void [process.stdin, process.stdout, process.stderr]

const flags = []
const setFlags = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => (flags.push(flag), setFlags(flag))
require('node:module').syncBuiltinESMExports()

const builtin = { Object, Array, Function, String, Number, Boolean, BigInt, Symbol, Promise, Map, Set, WeakMap, Date, RegExp,
  Error, Uint8Array, ArrayBuffer, Proxy, Reflect, JSON, Math, WebAssembly, Buffer, EventEmitter, Readable, Writable, process,
  'net.Socket': net.Socket, 'net.Server': net.Server, 'http.Server': http.Server, 'http.IncomingMessage': http.IncomingMessage,
  'http.ServerResponse': http.ServerResponse, net, http }

/** Each fact of the process by a name. */
function facts() {
  const found = new Map([['V8 flags', v8.cachedDataVersionTag()], ['working directory', process.cwd()], ['title', process.title],
    ['mask', process.umask()], ['exit code', process.exitCode]])
  for (const event of process.eventNames()) for (const [at, listener] of process.rawListeners(event).entries())
    found.set('listener ' + at + ' of ' + String(event), listener)
  for (const [name, value] of Object.entries(process.env)) found.set('variable ' + name, value)
  for (const key of Reflect.ownKeys(globalThis)) found.set('global ' + String(key), true)
  for (const [name, of] of Object.entries(builtin)) for (const [part, object] of [[name, of], [name + '.prototype', of.prototype]])
    for (const key of object === undefined || object === null ? [] : Reflect.ownKeys(object)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key)
      if (typeof value === 'function') found.set('member ' + part + '.' + String(key), value)
      else if (get || set) found.set('getter ' + part + '.' + String(key), get ?? set)
      else found.set('field ' + part + '.' + String(key), true)
    }
  const resources = process.getActiveResourcesInfo()
  for (const name of resources) found.set('resource ' + name, resources.filter((other) => other === name).length)
  return found
}

function differences(before) {
  const after = facts()
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = [...names].filter((name) => before.get(name) !== after.get(name))
  // A runner may itself have ended something meanwhile.
  const more = changed.filter((name) => !name.startsWith('resource ') || (after.get(name) ?? 0) > (before.get(name) ?? 0))
  return [...more, ...flags.map((flag) => 'flag ' + flag)]
}

async function work({ createDevnet }) {
  const devnet = await createDevnet({ mining: 'auto' })
  const ask = (method, ...params) => devnet.provider.request({ method, params })
  const [from, to] = await ask('eth_accounts')
  const stop = devnet.on('block', () => undefined)
  const hash = await ask('eth_sendTransaction', { from, to, value: '0x1' })
  const tracer = '{ result: function () { return 7 }, fault: function () {}, step: function () {} }'
  if ((await ask('debug_traceTransaction', hash, { tracer })) !== 7) throw new Error('no trace')
  // A blob, which is checked in a thread.
  const infinity = '0xc0' + '00'.repeat(47)
  const blob = { from, to, blobs: ['0x' + '00'.repeat(131072)], commitments: [infinity], proofs: [infinity] }
  await ask('eth_sendTransaction', blob)
  const server = await devnet.listen({ port: 0 })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const answer = await new Promise((resolve, reject) => {
    const request = http.request(server.url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } })
    request.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const part of response) text += part
      resolve(JSON.parse(text).result)
    }).end(body)
  })
  if (answer !== '0x2') throw new Error('the block is ' + answer)
  await devnet.loadState(await devnet.dumpState())
  const fork = await devnet.fork()
  await fork.close()
  stop()
  await devnet.close()
}

exports.guest = async (load) => {
  await new Promise(setImmediate)
  const before = facts()
  await work(await load())
  // What is closed is gone some turns of the event loop later.
  for (let turn = 0; turn < 1_000 && differences(before).some((name) => name.startsWith('resource ')); turn++)
    await new Promise(setImmediate)
  return differences(before)
}
`

const byImport = `
  import { guest } from './look.cjs'
  import { test } from 'node:test'
  import { deepEqual } from 'node:assert/strict'
  test('a guest', async () => deepEqual(await guest(() => import('preconf')), []))`
const byRequire = byImport
  .replaceAll(/import (\{ \w+ \}) from ('.*')/g, 'const $1 = require($2)')
  .replace("import('preconf')", "require('preconf')")
const inVitest = `
  import { createRequire } from 'node:module'
  import { expect, test } from 'vitest'
  const { guest } = createRequire(import.meta.url)('./look.cjs')
  test('a guest', async () => expect(await guest(() => import('preconf'))).toEqual([]))`
const inJest = `
  const { guest } = require('./look.cjs')
  test('a guest', async () => expect(await guest(() => require('preconf'))).toEqual([]))`
const reloads = `
  const warnings = []
  process.on('warning', ({ name }) => warnings.push(name))
  void (async () => {
    for (let reload = 0; reload < 11; reload++) {
      for (const path of Object.keys(require.cache)) delete require.cache[path]
      const { createDevnet } = require('preconf')
      await (await createDevnet()).close()
    }
    await new Promise(setImmediate)
    console.log(JSON.stringify(warnings))
  })()`

beforeAll(async () => {
  project = await installPackage()
  linkPackages(project, 'vitest')
  project.write({
    'look.cjs': look,
    'import.mjs': byImport,
    'require.cjs': byRequire,
    'guest.test.mjs': inVitest,
    'guest.jest.cjs': inJest,
    'reloads.cjs': reloads,
  })
}, 120_000)
afterAll(() => project[Symbol.dispose]())

/** Files of the project, and of its folder for temporary ones, but what is kept in the cache folder. */
function files(): readonly string[] {
  return readdirSync(project.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith(cache))
    .sort()
}

test.each(['import.mjs', 'require.cjs'])('in node:test, %s', async (file) => {
  project.write({ 'temporary/.keep': '' })
  const before = files()
  await project.run('env', `TMPDIR=${join(project.folder, 'temporary')}`, node, '--test', file)
  expect(files()).toEqual(before)
})

test.each(['forks', 'threads', 'vmForks', 'vmThreads'])("in Vitest's %s", async (pool) => {
  const printed = await project.run(
    node,
    join(modules, 'vitest/vitest.mjs'),
    'run',
    `--pool=${pool}`,
    patient,
  )
  expect(printed).toContain('1 passed')
})

test('in Jest', async () => {
  const jest = join(modules, 'jest/bin/jest.js')
  await project.run(
    node,
    '--experimental-vm-modules',
    jest,
    '--ci=false',
    patient,
    '--testMatch=**/*.jest.cjs',
  )
})

test('eleven reloads give no warning', async () => {
  expect(await project.run(node, 'reloads.cjs')).toBe('[]\n')
})
