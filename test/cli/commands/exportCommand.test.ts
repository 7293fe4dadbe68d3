import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flagsOfExport } from '../../../src/cli/command.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { type RefereeChain, refereeChain } from '../../files/refereeChain.ts'
import { spawnCommand, startCommand } from '../../support/command.ts'
import { rpc } from '../../support/rpc.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-export-'))
const path = (name: string) => join(folder, name)
const [init, chain] = [path('genesis.json'), path('chain.rlp')]
let referee: RefereeChain

beforeAll(async () => {
  referee = await refereeChain()
  writeFileSync(init, JSON.stringify(referee.genesis))
  writeFileSync(chain, referee.file)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function run(...words: readonly string[]) {
  await using command = spawnCommand(['export', ...words])
  return await command.ended
}

const headHash = () => bytesToHex(referee.blocks.at(-1)?.hash() as Uint8Array)

describe('the chain of files', () => {
  test('is written to a file, and what there is to say to standard error', async () => {
    const output = path('out.rlp')
    const files = ['--init', init, '--chain', chain]
    expect(await run(...files, '--format', 'rlp', '--output', output)).toEqual({
      code: 0,
      stdout: '',
      stderr: `note: the blocks go on from the genesis of this chain: export it with --format genesis --block 0\nwrote ${output}\n`,
    })
    expect(readFileSync(output)).toEqual(Buffer.from(referee.file))
    const first = await run(...files, '-f', 'genesis', '--block', '0', '-o', path('first.json'))
    expect(first).toMatchObject({ code: 0, stderr: `wrote ${path('first.json')}\n` })
    await using devnet = await testDevnet({ genesis: path('first.json'), chain: output })
    const params = ['latest', false]
    const head = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
    expect(head.hash).toBe(headHash())
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test.each(['anvil', 'genesis', 'fixture'])(
    'is printed as %s where no file is named, and loads',
    async (format) => {
      const { code, stdout, stderr } = await run(
        '--load-state',
        init,
        '--init',
        chain,
        '-f',
        format,
      )
      expect(code).toBe(0)
      expect(stderr).toMatch(format === 'anvil' ? /^$/ : /^note: blocks 1 to 24 are left out/)
      await using devnet = await testDevnet({ loadState: stdout })
      expect(devnet.chainId).toBe(4_500_000_000_000_001)
    },
  )

  test('that is kept in a file stays unchanged', async () => {
    const kept = path('kept.json')
    const began = await testDevnet({ state: kept })
    await began.seal()
    await began.close()
    const before = readFileSync(kept)
    const dumped = path('dumped.json')
    const files = ['--state', kept, '--dump-state', dumped, '--mining', 'auto']
    const { code, stdout } = await run(...files, '-f', 'genesis')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ config: { chainId: 31_337 } })
    expect(readFileSync(kept)).toEqual(before)
    expect(readdirSync(folder)).not.toContain('dumped.json')
  })

  test('need not be read to its end', async () => {
    await using command = spawnCommand(['export', '--init', init, '--chain', chain])
    await once(command.process.stdout as NodeJS.ReadableStream, 'data')
    command.process.stdout?.destroy()
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a chain that runs', () => {
  test('is asked for by its URL', async () => {
    await using node = await startCommand(['--init', init, '--chain', chain, '--mining', 'manual'])
    const { code, stdout, stderr } = await run('--url', node.url, '--format', 'fixture')
    expect(code).toBe(0)
    expect(stderr).toMatch(/^note: blocks 1 to 24 are/)
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, chain: { id: 4_500_000_000_000_001 } })
    const output = path('asked.rlp')
    expect((await run('--url', node.url, '-f', 'rlp', '--block', '3', '-o', output)).code).toBe(0)
    const asked = readFileSync(output)
    expect(asked).toEqual(Buffer.from(referee.file).subarray(0, asked.length))
    expect(await rpc(node.url, 'eth_blockNumber')).toBe('0x18')
    const refused = await run('--url', node.url, '--format', 'genesis', '--block', '99')
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `preconf: ${node.url} answers: there is no block 99 to export: the head is 24\n`,
    })
    expect((await run('--url', `${node.url}/public`)).stderr).toMatch(/^preconf: .* answers: the m/)
  })

  test('that is none, or not there, is reported in one line', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('nothing'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    expect(await run('--url', url)).toMatchObject({
      code: 1,
      stderr: `preconf: ${url} is not a preconf node: it answers with HTTP status 404\n`,
    })
    server.close()
    await once(server, 'close')
    expect((await run('--url', url)).stderr).toMatch(
      /^preconf: cannot reach http.*ECONNREFUSED.*\n$/,
    )
  })
})

test('--help tells of its flags, and of those that a chain has', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  for (const { name } of flagsOfExport.slice(0, 4)) expect(stdout).toContain(`--${name}`)
  expect(stdout).toContain('--load-state')
  expect(stdout).not.toContain('--port')
  await using command = spawnCommand(['--help'])
  expect((await command.ended).stdout).toContain('preconf export [flags]')
})

test.each([
  [['--format', 'csv'], "invalid --format 'csv': give anvil, genesis, rlp, fixture"],
  [['--block', 'newest'], "invalid --block 'newest': give the number of a block"],
  [['--port', '1'], 'unknown flag --port'],
  [['--state', join(folder, 'none.json')], /^preconf: cannot read .*none\.json: there is no such/],
  [['--format', 'rlp'], 'cannot export rlp: there are no blocks after genesis'],
  [['--url', 'http://localhost:1', '--init', init], '--init cannot be used with --url'],
  [['--output', join(folder, 'none', 'x.json')], /^preconf: cannot write .*x\.json: ENOENT/],
  [['--chain-id', '0'], 'invalid --chain-id 0: give a whole number'],
])('%j is refused in one line', async (words, message) => {
  const { code, stdout, stderr } = await run(...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  if (typeof message === 'string') expect(stderr.startsWith(`preconf: ${message}`)).toBe(true)
  else expect(stderr).toMatch(message)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})
