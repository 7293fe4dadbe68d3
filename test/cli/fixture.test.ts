import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, encodeFunctionData, getAddress, type Hex, http } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { spawnCommand, startCommand } from '../support/command.ts'
import { rpc } from '../support/rpc.ts'
import { tokenAbi } from '../support/token.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-cli-fixture-'))
afterAll(() => rmSync(folder, { recursive: true }))

const tokenPath = join(import.meta.dirname, '../../fixtures/Token.json')
const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const usdc = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const yaml = write(
  'dex.yaml',
  `version: 1
chain: {id: 8453, timestamp: 2026-03-01T00:00:00Z}
accounts: {alice: {}, bob: {}}
contracts:
  usdc: {artifact: ${tokenPath}, args: [USD Coin, USDC, 100e6], from: alice}
txs:
  - {from: alice, call: usdc.transfer, args: [bob, 7e6]}
`,
)

async function balanceOf(url: string, owner: Hex): Promise<bigint> {
  const call = { abi: tokenAbi, functionName: 'balanceOf', args: [owner] } as const
  return createPublicClient({ transport: http(url) }).readContract({ address: usdc, ...call })
}

test('--fixture starts a chain with what a file says', async () => {
  await using command = await startCommand(['--fixture', yaml])
  expect(await balanceOf(command.url, bob)).toBe(7_000_000n)
  expect(await rpc(command.url, 'eth_chainId')).toBe('0x2105')
  expect(command.stdout).toContain(`Fixture\nalice       ${getAddress(alice)}\n`)
  expect(command.stdout).toContain(`\nusdc        ${getAddress(usdc)}\n`)
  expect(command.stdout).toMatch(/^Chain id {4}8453$/m)
  const definition = { txs: [{ from: 'bob', call: 'usdc.transfer', args: ['alice', 7_000_000] }] }
  await rpc(command.url, 'preconf_loadFixture', [definition])
  expect(await balanceOf(command.url, bob)).toBe(0n)
})

test('TypeScript is loaded unchanged, and several fixtures one after the other', async () => {
  write('amounts.ts', 'export const amount: bigint = 2_000_000n\n')
  const more = write(
    'more.ts',
    `import { defineFixture } from 'preconf'
import { amount } from './amounts'
export default defineFixture({ txs: [{ from: 'bob', call: 'usdc.transfer', args: ['alice', amount] }] })
`,
  )
  const flags = ['--fixture', yaml, '--fixture', more, '--chain-id', '5']
  await using command = await startCommand(flags)
  expect(await balanceOf(command.url, bob)).toBe(5_000_000n)
  expect(await rpc(command.url, 'eth_chainId')).toBe('0x5')
})

test('traces and transactions are reported in names', async () => {
  await using command = await startCommand([
    '--fixture',
    yaml,
    '--mining',
    'auto',
    '--print-traces',
    '--verbose',
  ])
  const send = (args: readonly [Hex, bigint]) => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args })
    const request = { from: alice, to: usdc, data, gas: '0x30d40' }
    return rpc(command.url, 'eth_sendTransaction', [request])
  }
  const hash = await send([bob, 5n])
  const line = `^  ${hash}  success  gas [\\d,]+  alice → usdc transfer\\(bob, 5\\)$`
  await command.printed(new RegExp(line, 'm'))
  await command.printed(
    new RegExp(`^trace ${hash}\n  \\[\\d+\\] usdc::transfer\\(.*bob: \\[.*\\], .*5\\)$`, 'm'),
  )
  const failing = await send([bob, 10n ** 9n])
  const call = 'transfer\\(bob, 1000000000\\)'
  const error = 'InsufficientBalance\\(alice, 92999995, 1000000000\\)'
  await command.printed(
    new RegExp(`^  ${failing}  failure  gas [\\d,]+  alice → usdc ${call}  ${error}$`, 'm'),
  )
  await command.printed(/← \[Revert\] InsufficientBalance\(.*alice: \[.*92999995, .*1000000000\)$/m)
})

test.each([
  [
    'wrong.yaml',
    'version: 1\naccounts:\n  alice: {balanse: 1}\n',
    ', line 3: accounts.alice.balanse is not a field, did you mean balance: the fields are',
  ],
  [
    'fails.yaml',
    `version: 1
contracts:
  usdc: {artifact: ${tokenPath}, args: [USD Coin, USDC, 100]}
txs:
  - call: usdc.transfer
    args: ["${bob}", 101]
`,
    `, line 5: txs.0 usdc.transfer reverts with InsufficientBalance(${getAddress(alice)}, 100, 101)`,
  ],
  ['broken.ts', 'export default {', ': it cannot be imported: '],
])('it does not start with %s, and says why', async (name, content, problem) => {
  const path = write(name, content)
  await using command = spawnCommand(['--port', '0', '--fixture', path])
  const { code, stderr } = await command.ended
  expect(code).toBe(1)
  expect(stderr).toContain(`${path}${problem}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
