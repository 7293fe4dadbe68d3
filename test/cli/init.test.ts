import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesToHex } from '../../src/lib/hex.ts'
import { type RefereeChain, refereeChain } from '../files/refereeChain.ts'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-init-'))
const init = join(folder, 'genesis.json')
const other = join(folder, 'other.json')
const chain = join(folder, 'chain.rlp')
let referee: RefereeChain

beforeAll(async () => {
  referee = await refereeChain()
  for (const path of [init, other]) writeFileSync(path, JSON.stringify(referee.genesis))
  writeFileSync(chain, referee.file)
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a chain in files is loaded and reported, and goes on', async () => {
  await using command = await startCommand([
    '--verbose',
    '--init',
    init,
    '--chain',
    chain,
    '--mining',
    'manual',
  ])
  const head = referee.blocks.at(-1)
  const hash = bytesToHex(head?.hash() as Uint8Array)
  expect(command.stdout).toContain('Accounts (with what the files give them)')
  expect(command.stdout).toContain(`Head        block 24 ${hash}\nGas limit   60,000,000\n`)
  expect(command.stdout).not.toContain('Mgas/s')
  expect(await rpc(command.url, 'eth_chainId')).toBe('0xffcb9e57d4001')
  expect(await rpc(command.url, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({ hash })
  const richest = `0x${'aa'.padStart(40, '0')}`
  expect(await rpc(command.url, 'eth_getBalance', [richest, 'earliest'])).toBe(
    `0x${12345678901234567890123n.toString(16)}`,
  )
  await rpc(command.url, 'evm_mine')
  await command.printed(/^block 25 /m)
})

test('each flag takes each file', async () => {
  const flags = ['--load-state', init, '--init', chain, '--mining', 'manual']
  await using command = await startCommand(flags)
  expect(await rpc(command.url, 'eth_blockNumber')).toBe('0x18')
})

test.each([
  [['--init', join(folder, 'none.json')], /^preconf: cannot read .*none\.json: ENOENT.*\n$/],
  [
    ['--chain', chain],
    /^preconf: invalid --chain '.*chain\.rlp': it is a file of blocks: give their genesis too.*\n$/,
  ],
  [
    ['--init', init, '--load-state', other],
    /^preconf: invalid --load-state '.*other\.json': it is a genesis\.json, as is --init '.*genesis\.json': give one of them\n$/,
  ],
  [['--init', init, '--chain-id', '5'], /^preconf: invalid --chain-id 5: remove it, .*\n$/],
])('%j ends with a line that says why', async (flags, message) => {
  await using command = spawnCommand(['--port', '0', ...flags])
  const { code, stdout, stderr } = await command.ended
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(code).toBe(1)
})
