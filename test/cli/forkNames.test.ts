import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endpointsOf } from '../../src/cli/forkNames.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-names-'))
const empty = mkdtempSync(join(tmpdir(), 'preconf-no-names-'))
writeFileSync(
  join(folder, 'foundry.toml'),
  `[profile.default]
src = 'src'
[profile.ci.rpc_endpoints]
local = "http://ci.test"
[rpc_endpoints]
local = "http://127.0.0.1:1"
keyed = "https://rpc.test/\${RPC_KEY}/v2"
table = { endpoint = "http://table.test", retries = 2 }
`,
)
writeFileSync(join(folder, '.env'), 'RPC_KEY="from file"\n')

afterAll(() => {
  for (const path of [folder, empty]) rmSync(path, { recursive: true })
})

test.each([
  ['local', {}, 'http://127.0.0.1:1'],
  ['local@12', {}, 'http://127.0.0.1:1@12'],
  ['local', { FOUNDRY_PROFILE: 'ci' }, 'http://ci.test'],
  ['keyed', {}, 'https://rpc.test/from file/v2'],
  ['keyed', { RPC_KEY: 'own' }, 'https://rpc.test/own/v2'],
  ['table', {}, 'http://table.test'],
])('%s with %o is %s', async (name, environment, url) => {
  expect((await endpointsOf(environment, join(folder, 'below')))(name)).toBe(url)
})

test('what is no name is refused without repeating it, with the names there are', async () => {
  const urlOf = await endpointsOf({}, folder)
  const advice = `give a URL, or a name in [rpc_endpoints] of ${join(folder, 'foundry.toml')}`
  expect(() => urlOf('toString')).toThrow(`invalid --fork-url: ${advice} (local, keyed, table)`)
  const urlOfNone = await endpointsOf({}, empty)
  expect(urlOfNone('secret')).toBe('secret')
})

test('a variable that nothing sets is named', async () => {
  writeFileSync(join(empty, 'foundry.toml'), `[rpc_endpoints]\na = "\${MISSING_URL}"\n`)
  const urlOf = await endpointsOf({}, empty)
  expect(() => urlOf('a')).toThrow('invalid --fork-url a: foundry.toml has MISSING_URL in it')
  writeFileSync(join(empty, 'foundry.toml'), 'a = secret')
  await expect(endpointsOf({}, empty)).rejects.toThrow(
    /^invalid --fork-url: foundry.toml is not TOML$/,
  )
})
