import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnCommand } from '../../support/command.ts'
import { rpc } from '../../support/rpc.ts'

/** Clears the screen, sets the title, by the other set of control characters too; turns the direction of writing. */
const commands = '\u001b[2J\u001b]0;title\u0007\u009b31m\u0085\u007f\u202etxt\u2066'

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals obey.
const raw = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

const genesis = { config: { chainId: 1 }, difficulty: '0x0', alloc: {} }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-escapes-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test.each<[string, () => readonly string[]]>([
  ['a flag', () => ['--hardfork', commands]],
  ['an unknown flag', () => [`--${commands}`]],
  ['a fixture', () => ['--fixture', file('f.json', JSON.stringify({ [commands]: 1 }))]],
  [
    'a fixture in YAML',
    () => ['--fixture', file('f.yaml', `accounts:\n  "${commands}":\n    balance: x\n`)],
  ],
  [
    'a state file',
    () => ['--load-state', file('s.json', JSON.stringify({ accounts: { [commands]: {} } }))],
  ],
  ['a state that is no JSON', () => ['--load-state', file('s.json', `{"accounts":${commands}`)]],
  [
    'a genesis file',
    () => ['--init', file('g.json', JSON.stringify({ ...genesis, gasLimit: commands }))],
  ],
  ['the name of a file', () => ['--load-state', join(folder, `${commands.slice(1)}.json`)]],
])('what %s says cannot command a terminal', async (_name, args) => {
  await using command = spawnCommand(['--port', '0', ...args()], { FORCE_COLOR: '1' })
  const { code, stdout, stderr } = await command.ended
  expect([code, stderr.match(raw), stdout.match(raw)]).toEqual([1, null, null])
  expect(stderr).toMatch(/\\u/)
})

test('what an upstream answers cannot command a terminal', async () => {
  const upstream = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const error = { code: -32000, message: commands }
    const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, error })
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  await using command = spawnCommand(['--port', '0', '--fork-url', url, '--retries', '0'])
  const { code, stderr } = await command.ended
  upstream.close()
  expect([code, stderr.match(raw)]).toEqual([1, null])
  expect(stderr).toContain('title')
})

/** Code that gives `console.log(string)` a text. */
function logging(text: string): string {
  const bytes = Buffer.from(text)
  const words = Math.ceil(bytes.length / 32)
  const call = Buffer.concat([
    Buffer.from(`41304fac${'20'.padStart(64, '0')}`, 'hex'),
    Buffer.from(bytes.length.toString(16).padStart(64, '0'), 'hex'),
    bytes,
    Buffer.alloc(words * 32 - bytes.length),
  ])
  const console = '000000000000000000636f6e736f6c652e6c6f67'
  const size = call.length.toString(16).padStart(4, '0')
  // CODECOPY of what follows, STATICCALL to the console, STOP.
  const code = `61${size}601e5f39 5f5f61${size}5f73${console}5afa 00`.replaceAll(' ', '')
  const start = (code.length / 2).toString(16).padStart(2, '0')
  return `0x${code.replace('601e5f39', `60${start}5f39`)}${call.toString('hex')}`
}

test.each([
  ['lines', []],
  ['lines in colours', []],
  ['lines of JSON', ['--json']],
])('what contracts print cannot command a terminal: %s', async (name, args) => {
  const environment = name === 'lines in colours' ? { FORCE_COLOR: '1' } : {}
  await using command = spawnCommand(['--port', '0', ...args], environment)
  const [url = ''] = await command.printed(/http:\/\/[\d.:]+/)
  const to = '0x00000000000000000000000000000000000000c0'
  await rpc(url, 'anvil_setCode', [to, logging(commands)])
  await rpc(url, 'eth_call', [{ to }])
  const [line] = await command.printed(/.*title.*/)
  if (name === 'lines of JSON') {
    expect(line.match(raw)).toBeNull()
    expect(JSON.parse(line)).toMatchObject({ event: 'console', lines: [commands] })
  } else {
    const own = name === 'lines' ? '' : '\u001b[35m'
    expect(line.startsWith(`${own}console.log`)).toBe(true)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of the command.
    expect(line.replaceAll(/\x1b\[3[59]m/g, '').match(raw)).toBeNull()
  }
})
