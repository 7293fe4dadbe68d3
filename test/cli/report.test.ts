import { expect, test } from 'vitest'
import { type RunningCommand, spawnCommand, startCommand } from '../support/command.ts'
import { printing } from '../support/printing.ts'
import { rpc } from '../support/rpc.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

function send(url: string, data: string): Promise<string> {
  const request = { from: alice, data, gas: '0x186a0' }
  return rpc(url, 'eth_sendTransaction', [request]) as Promise<string>
}

/** What it has printed when it has answered and sealed one more block. */
async function printedAfter(command: RunningCommand & { url: string }): Promise<string> {
  await rpc(command.url, 'evm_mine')
  await command.printed(/^block 2 /m)
  return command.stdout
}

test('what contracts print is told, of transactions and of calls', async () => {
  await using command = await startCommand(['--mining', 'auto'])
  const hash = await send(command.url, printing('from a transaction'))
  await command.printed(
    new RegExp(`  ${hash}  success  gas [\\d,]+.*\n    console\\.log  from a transaction\n`),
  )
  await rpc(command.url, 'eth_call', [{ data: printing('from a call') }])
  await command.printed(/^console\.log {2}from a call$/m)
})

test('--no-console-log leaves it out', async () => {
  await using command = await startCommand(['--mining', 'auto', '--no-console-log'])
  await send(command.url, printing('quiet'))
  await rpc(command.url, 'eth_call', [{ data: printing('quiet') }])
  expect(await printedAfter(command)).not.toContain('quiet')
})

test('--print-traces prints the calls of each transaction, and why they fail', async () => {
  await using command = await startCommand(['--mining', 'auto', '--print-traces'])
  const hash = await send(command.url, printing('traced'))
  await command.printed(
    new RegExp(`^trace ${hash}\n  \\[\\d+\\] → new <unknown>@0x[0-9a-f]{40}$`, 'm'),
  )
  await command.printed(/^ {4}├─ console\.log {2}traced$/m)
  await send(command.url, '0x5f5ffd')
  await command.printed(/^ {4}└─ ← \[Revert\] reverted without a reason$/m)
})

test('--verbose tells requests, and flashblocks without transactions', async () => {
  await using command = await startCommand(['-v', '--flashblock-time', '20'])
  await command.printed(/^flashblock 1\.\d+ {2}0 transactions$/m)
  await rpc(command.url, 'eth_chainId')
  await command.printed(/^eth_chainId {2}\d+\.\d ms$/m)
  await expect(rpc(command.url, 'eth_call', [{ data: '0xfe' }])).rejects.toThrow()
  await command.printed(/^eth_call {2}\d+\.\d ms {2}invalid opcode: INVALID$/m)
})

test('--json prints an object in a line for whatever happens', async () => {
  const flags = ['--port', '0', '--json', '--mining', 'auto', '-a', '1']
  await using command = spawnCommand(flags)
  await command.printed(/\n/)
  const listening = JSON.parse(command.stdout.split('\n')[0] as string)
  expect(listening).toMatchObject({ event: 'listening', chainId: 31337 })
  expect(listening.accounts).toHaveLength(1)
  const hash = await send(listening.url, printing('json'))
  await command.printed(/"event":"block".*\n/)
  const events = command.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.map(({ event }) => event)).toEqual(['listening', 'flashblock', 'block'])
  expect(events[1]).toMatchObject({
    blockNumber: '1',
    transactions: [{ hash, consoleLogs: ['json'] }],
  })
  expect(events[2]).toMatchObject({ number: '1', transactions: [hash] })
  expect(events[2].time).toMatch(/^20.*Z$/)
})
