import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { spawnCommand, startCommand } from '../support/command.ts'
import { holder, type LiveNode, startLiveNode } from '../support/liveChain.ts'
import { rpc } from '../support/rpc.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-cli-fork-'))

let live: LiveNode
let block: { readonly hash: string }
beforeAll(async () => {
  live = await startLiveNode()
  block = (await live.request({
    method: 'eth_getBlockByNumber',
    params: ['0x2', false],
  })) as typeof block
})
afterAll(async () => {
  await live[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

async function listening(command: ReturnType<typeof spawnCommand>) {
  const [line] = await command.printed(/^\{"event":"listening".*$/m)
  return JSON.parse(line) as { readonly url: string; readonly fork: object }
}

test('a fork says where it began, in the banner and to --config-out', async () => {
  const file = join(folder, 'config.json')
  const flags = ['--fork-url', `${live.url}/?key=secret-key@2`, '--config-out', file]
  await using command = await startCommand(flags)
  const printed = command.stdout
  expect(printed).toContain(`Fork        chain 4242 from ${live.url}\n`)
  expect(printed).toContain(`Fork block  2 ${block.hash} (--fork-block-number 2)\n`)
  expect(printed).not.toContain('secret-key')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    chain_id: 4242,
    endpoint: live.url,
    block_number: 2,
    block_hash: block.hash,
  })
})

test('--json tells of the fork, and --state keeps it without network', async () => {
  const cassette = join(folder, 'live.fork.jsonl')
  const state = ['--fork-cassette', cassette, '--state', join(folder, 'state.json'), '--json']
  const fork = { chainId: 4242, blockNumber: '2', blockHash: block.hash, stateRoots: 'derived' }
  {
    await using command = spawnCommand(['--port', '0', '--fork-url', `${live.url}@2`, ...state])
    const info = await listening(command)
    expect(info).toMatchObject({ chainId: 4242, fork: { ...fork, offline: false } })
    await rpc(info.url, 'eth_getBalance', [holder, 'latest'])
    await rpc(info.url, 'anvil_setBalance', [holder, '0x5'])
    command.process.kill('SIGTERM')
    await command.ended
  }
  await using again = spawnCommand(['--port', '0', '--fork-offline', ...state])
  const info = await listening(again)
  expect(info).toMatchObject({ fork: { ...fork, offline: true, requests: 0 } })
  expect(await rpc(info.url, 'eth_getBalance', [holder, 'latest'])).toBe('0x5')
})

test('what a test has recorded is enough for the command to start from', async () => {
  const cassette = join(folder, 'of-a-test.fork.jsonl')
  const fork = { url: `${live.url}@2`, cassette }
  await (await createDevnet({ fork, mining: 'manual' })).close()
  const file = join(folder, 'of-a-test.json')
  await using command = await startCommand(['--fork-cassette', cassette, '--config-out', file])
  expect(command.stdout).toContain(`Head        block 2 ${block.hash}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ block_hash: block.hash })
})

test('without a URL and a cassette it is said what to do', async () => {
  const { code, stderr } = await spawnCommand(['--fork-offline']).ended
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/--fork-cassette/)
})
