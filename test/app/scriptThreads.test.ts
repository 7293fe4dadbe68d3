import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
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
  for (const script of scripts) received.push(await run(script))
  const together = await Promise.all(Array.from({ length: 6 }, () => run(scripts[0])))
  clearInterval(timer)
  await devnet.close()
  process.stdout.write(JSON.stringify({ received, together, turns }))
}
main()
`

test('a script in a thread of its own ends when its time or memory is over, and holds up nobody', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program])
  const { received, together, turns } = JSON.parse(stdout)
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
  // More than a second of scripts that do not end.
  expect(turns).toBeGreaterThan(40)
}, 30_000)
