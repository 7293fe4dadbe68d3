import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, http, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, expect, test } from 'vitest'
import { anvilFile } from '../files/anvil/anvilFiles.ts'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const folder = mkdtempSync(join(tmpdir(), 'preconf-cli-state-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)

function client(url: string) {
  return createWalletClient({ account: alice, chain: foundry, transport: http(url) }).extend(
    publicActions,
  )
}

/** What users see of a chain. */
const shown = async (url: string) => ({
  head: await rpc(url, 'eth_getBlockByNumber', ['latest', true]),
  balances: await Promise.all(
    [alice, bob].map((address) => rpc(url, 'eth_getBalance', [address, 'latest'])),
  ),
  receipts: await rpc(url, 'eth_getBlockReceipts', ['latest']),
  pool: await rpc(url, 'txpool_content'),
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a chain that is ended with %s goes on where it was',
  async (signal) => {
    const flags = ['--mining', 'manual', '--state', path(`${signal}.json`)]
    await using first = await startCommand(flags)
    const viem = client(first.url)
    await viem.sendTransaction({ to: bob, value: 5n })
    await rpc(first.url, 'evm_mine')
    await viem.sendTransaction({ to: bob, value: 7n })
    const before = await shown(first.url)
    expect(before.receipts).toHaveLength(1)
    expect(before.pool).not.toEqual({ pending: {}, queued: {} })
    first.process.kill(signal)
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' })

    await using second = await startCommand(flags)
    expect(await shown(second.url)).toEqual(before)
    await rpc(second.url, 'evm_mine')
    expect(await client(second.url).getBlock()).toMatchObject({
      number: 2n,
      transactions: [expect.anything()],
    })
  },
)

test('a folder holds state.json, and what is dumped can be loaded', async () => {
  await using first = await startCommand(['--mining', 'manual', '--dump-state', folder])
  await rpc(first.url, 'evm_mine')
  const before = await shown(first.url)
  first.process.kill('SIGTERM')
  await first.ended
  expect(readdirSync(folder)).toContain('state.json')
  await using second = await startCommand(['--mining', 'manual', '--load-state', folder])
  expect(await shown(second.url)).toEqual(before)
  expect(second.stdout).toContain('block 1 0x')
})

test.each([
  ['torn', anvilFile('historical').subarray(0, 80_000), /torn\.json, line 1, byte \d+: it ends/],
  ['empty', Buffer.of(), /empty\.json: it is empty/],
  ['foreign', Buffer.from('PNG'), /foreign\.json: it begins with byte 0x50: give a state file/],
])('a file that is %s is reported in one line and left alone', async (name, content, message) => {
  const file = path(`${name}.json`)
  writeFileSync(file, content)
  await using command = spawnCommand(['--port', '0', '--state', file])
  const { code, stdout, stderr } = await command.ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(message)
  expect(stderr).toMatch(/^preconf: [^\n]*\n$/)
  expect(readFileSync(file)).toEqual(content)
})

test('a state that cannot be written at the end is an error', async () => {
  const own = mkdtempSync(join(tmpdir(), 'preconf-gone-'))
  await using command = await startCommand(['--mining', 'manual', '--dump-state', own])
  rmSync(own, { recursive: true })
  command.process.kill('SIGTERM')
  const { code, stderr } = await command.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^preconf: cannot write .*state\.json: ENOENT[^\n]*\n$/)
})
