import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { Hex } from '../../src/lib/hex.ts'
import { tokenBuild } from '../rpc/methods/preconf/contract/tokenProject.ts'
import { spawnCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'
import { solcContract } from '../support/solcBuild.ts'

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/log.schema.json'), 'utf8'),
)
const ajv = new Ajv2020({ formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } })
const isValid = ajv.compile(schema)

/** What the schema refuses of a line; nothing of a valid one. */
function refused(line: object): string {
  const { event } = line as { readonly event: string }
  const named = schema.oneOf.find(({ title }: { title: string }) => title === event)
  if (named === undefined) return `no event ${event}`
  const isLine = ajv.compile(named)
  return isLine(line) && isValid(line) ? '' : ajv.errorsText(isLine.errors)
}

test('each line that the command prints is as its schema says', async () => {
  const flags = [
    '--port',
    '0',
    '--json',
    '--verbose',
    '--clock',
    'manual',
    '--mining',
    'manual',
    '--gas-report',
  ]
  await using command = spawnCommand(flags)
  const [text] = await command.printed(/^.*"event":"listening".*$/m)
  const { url, accounts } = JSON.parse(text)
  const ask = (method: string, ...params: unknown[]) => rpc(url, method, params)
  const [from, to] = accounts.map(({ address }: { address: Hex }) => address)
  const send = (more: object = {}): Promise<Hex> =>
    ask('eth_sendTransaction', { from, to, value: '0x1', gas: '0x7a120', ...more }) as Promise<Hex>
  const bytecode = solcContract(tokenBuild(), 'Token').evm.bytecode.object
  const named = '20'.padStart(64, '0') + '0'.padStart(64, '0')
  await send({ to: undefined, value: '0x0', data: `0x${bytecode}${named}`, gas: '0x4c4b40' })
  await send({ to: undefined, value: '0x0', data: '0x60006000fd' }) // fails
  await ask('preconf_flashblock')
  await ask('preconf_seal')
  const late = await send({ nonce: '0x9' })
  await ask('anvil_dropTransaction', late)
  await ask('preconf_setFault', { kind: 'dropAtSeal' })
  await send()
  await ask('preconf_flashblock')
  await ask('preconf_seal')
  await ask('preconf_reorg', 1)
  const snapshot = await ask('evm_snapshot')
  await ask('anvil_mine', '0x400')
  await ask('evm_revert', snapshot)
  await ask('eth_call', { to: from, data: '0x', gas: '0x1' }, 'latest').catch(() => undefined)
  await ask('preconf_playScenario', { version: 1, steps: [{ mine: 1 }] })
  const foreign = { 'content-type': 'application/json', origin: 'https://evil.example' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [] })
  await fetch(url, { method: 'POST', headers: foreign, body })
  command.process.kill('SIGTERM')
  const { stdout, stderr } = await command.ended
  expect(stderr).toBe('')

  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const line of lines) expect(refused(line), JSON.stringify(line).slice(0, 300)).toBe('')
  const seen = new Set(lines.map(({ event }) => event))
  const all = schema.oneOf.map(({ title }: { title: string }) => title)
  // The others need a contract that prints, a fork's file, and a reader that stands still.
  expect(all.filter((event: string) => !seen.has(event))).toEqual(['console', 'leftOut'])
  expect(lines.at(-1)?.event).toBe('closing')
  expect(lines.filter(({ event }) => event === 'dropped').map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['removed', 'fault']),
  )
  for (const line of lines) expect(refused({ ...line, unknown: 1 })).toContain('additional')
})

test('the examples in the schema and the document are lines', () => {
  const examples = schema.oneOf.flatMap(({ examples }: { examples: object[] }) => examples)
  expect(examples).toHaveLength(schema.oneOf.length)
  const page = readFileSync(join(import.meta.dirname, '../../docs/endpoints.md'), 'utf8')
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? []
  for (const line of [...examples, JSON.parse(shown)]) expect(refused(line)).toBe('')
})
