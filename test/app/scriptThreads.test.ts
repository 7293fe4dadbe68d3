import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MessageChannel, Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { registerBytes, type Started, states } from '../../src/execution/script/script.ts'
import { root } from '../support/installedPackage.ts'

/** Runs scripts by the built package, which has threads for them, and looks how long all others are held up. */
const program = `
const { createDevnet } = require(${JSON.stringify(join(root, 'dist/index.cjs'))})
const to = '0x' + 'c0'.repeat(20)
const stateOverrides = { [to]: { code: '0x5b600160005500' } }
const result = (text) => '{fault: function() {}, result: function(ctx, db) { ' + text + ' }}'
const scripts = [
  '{n: 0, step: function() { this.n++ }, fault: function() {}, result: function() { return this.n }}',
  result('return db.getBalance(ctx.to)'),
  result('for (;;) {}'),
  '{step: function() { for (;;) {} }, fault: function() {}, result: function() {}}',
  result('var all = []; for (;;) all.push(new Uint8Array(1e6))'),
  result('function again() { return again() + 1 } return again()'),
  // One call of the engine's own, which it cannot end.
  result('return "a".repeat(4e6).indexOf("a".repeat(2e6) + "b")'),
  result('return "alive"'),
]
async function main() {
  const devnet = await createDevnet({ mining: 'manual', limits: { scriptBytes: 2 ** 24 } })
  const ask = (method, ...params) => devnet.provider.request({ method, params })
  const run = (tracer) => {
    const timeout = /for \\(;;\\) {}|indexOf/.test(tracer) ? '500ms' : undefined
    return ask('debug_traceCall', { to }, 'latest', { tracer, stateOverrides, timeout })
      .catch(({ code, message }) => code + ' ' + message)
  }
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const received = []
  const turnsOf = []
  for (const script of scripts) {
    const before = turns
    received.push(await run(script))
    turnsOf.push(turns - before)
  }
  const together = await Promise.all(Array.from({ length: 6 }, () => run(scripts[0])))
  clearInterval(timer)
  await devnet.close()
  process.stdout.write(JSON.stringify({ received, together, turnsOf }))
}
main()
`

test('a script in a thread of its own ends when its time or memory is over, and delays no others', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  const { received, together, turnsOf } = JSON.parse(stdout)
  expect(received).toEqual([
    5,
    '0',
    expect.stringMatching(/^-32000 execution timeout: the limit is 500 ms/),
    expect.stringMatching(/^-32000 execution timeout: the limit is 500 ms/),
    expect.stringMatching(/^-32000 InternalError: out of memory .*the limit is 16777216 bytes/),
    expect.stringMatching(/^-32000 InternalError: stack overflow /),
    expect.stringMatching(/^-32000 execution timeout: the limit is 500 ms/),
    'alive',
  ])
  expect(together).toEqual([5, 5, 5, 5, 5, 5])
  // Others have many turns in the half second of each script that does not end, also on a busy machine.
  for (const endless of [2, 3, 6]) expect(turnsOf[endless]).toBeGreaterThan(4)
})

test('a thread that is woken late, for what it has done by now, waits on', async () => {
  const { port1, port2 } = new MessageChannel()
  const shared = new SharedArrayBuffer(8 + registerBytes)
  const control = new Int32Array(shared, 0, 2)
  control[0] = states.asked
  const workerData: Started = { port: port2, shared }
  const entry = join(root, 'dist/scriptWorker.cjs')
  const worker = new Worker(entry, { workerData, transferList: [port2] })
  const errors: unknown[] = []
  worker.on('error', (error) => errors.push(error))
  const isWaiting = async () => {
    while (errors.length === 0 && control[0] !== states.done) await setImmediate()
    while (errors.length === 0 && Atomics.notify(control, 0) === 0) await setImmediate()
  }
  for (let wakes = 0; wakes < 3; wakes++) await isWaiting()
  port1.postMessage({ kind: 'close' })
  Atomics.store(control, 0, states.asked)
  Atomics.notify(control, 0)
  await isWaiting()
  expect(errors).toEqual([])
  await worker.terminate()
  port1.close()
})
