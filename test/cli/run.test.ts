import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Abi, createWalletClient, http, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startCommand } from '../support/command.ts'
import { projectFolder } from '../support/projectFolder.ts'
import { rpc } from '../support/rpc.ts'
import { hardhat2Files, solcBuild, solcContract } from '../support/solcBuild.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function client(url: string) {
  return createWalletClient({ account: alice, chain: foundry, transport: http(url) }).extend(
    publicActions,
  )
}

test('flashblocks with transactions and sealed blocks are reported in detail, with the reason of a failure', async () => {
  const flags = ['--flashblock-time', '50', '--block-time', '0.5s', '--verbose']
  await using command = await startCommand(flags)
  const viem = client(command.url)
  const value = parseEther('1')
  // In a later block than the first where the machine is slow.
  const transfer = await viem.sendTransaction({ to: bob, value })
  await command.printed(
    new RegExp(
      `^flashblock \\d+\\.\\d+  1 transaction\n  ${transfer}  success  gas 21,000  \\S+ → \\S+  value 1 ETH$`,
      'm',
    ),
  )
  await command.printed(
    /^block \d+ {2}0x[0-9a-f]{64} {2}1 transaction {2}gas 21,000 {2}base fee 0\.\d+ gwei {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m,
  )

  const deployment = await viem.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1n],
  })
  const { contractAddress } = await viem.waitForTransactionReceipt({ hash: deployment })
  // Gas is given, as an estimate would fail already.
  const token = { address: contractAddress ?? alice, abi: tokenAbi, gas: 100_000n } as const
  const failing = await viem.writeContract({ ...token, functionName: 'fail' })
  await command.printed(new RegExp(`^  ${failing}  failure  gas [\\d,]+  .*this always fails`, 'm'))
  const panicking = await viem.writeContract({ ...token, functionName: 'breakInvariant' })
  await command.printed(new RegExp(`^  ${panicking}  failure  gas [\\d,]+  \\S`, 'm'))
  expect(command.stderr).toBe('')
})

test('in auto mode the transaction is reported before its block', async () => {
  await using command = await startCommand(['--mining', 'auto'])
  const hash = await client(command.url).sendTransaction({ to: bob, value: 1n })
  await command.printed(
    new RegExp(
      `${hash}  success  \\(0\\) → \\(1\\)  value 0.000000000000000001 ETH  gas 21,000  block 1\nblock 1 `,
    ),
  )
})

test('a transaction is one line, and so are empty blocks that follow each other', async () => {
  await using command = await startCommand(['--no-mining'])
  for (let block = 0; block < 3; block++) await rpc(command.url, 'evm_mine')
  const send = { from: alice, to: bob, value: '0xde0b6b3a7640000' }
  const late = [await sent({ ...send, nonce: '0x5' }), await sent({ ...send, nonce: '0x6' })]
  const hash = await sent(send)
  await rpc(command.url, 'evm_mine')
  await rpc(command.url, 'evm_mine')
  await rpc(command.url, 'anvil_mine', ['0x10'])
  await sent({ ...send, from: bob })
  await rpc(command.url, 'evm_mine')
  await command.printed(/^block 22 /m)
  const lines = command.stdout.slice(command.stdout.indexOf('Listening')).split('\n').slice(1)
  expect(lines.map((line) => line.replace(/^(block 4|block 22) .*/, '$1'))).toEqual([
    'blocks 1 to 3 empty (3)',
    `waits  ${late[0]}  has nonce 5, and 0 is the next of (0): reset the account in the wallet if the chain was restarted`,
    `  ${hash}  success  (0) → (1)  value 1 ETH  gas 21,000  flashblock 4.1`,
    'block 4',
    'blocks 5 to 21 empty (17)',
    expect.stringMatching(/^ {2}0x\w{64} {2}success {2}\(1\) → \(1\) .* flashblock 22.1$/),
    'block 22',
    '',
  ])

  function sent(transaction: object) {
    return rpc(command.url, 'eth_sendTransaction', [transaction])
  }
})

test('contracts of the project are reported by name, found by their code', async () => {
  const source = `pragma solidity ^0.8.0;
contract Vault {
  uint public total;
  function take(uint amount) external { total += amount; }
}
`
  const build = solcBuild({ 'contracts/Vault.sol': source })
  const { abi, evm } = solcContract(build, 'Vault')
  await using project = await projectFolder(hardhat2Files(build))
  const flags = ['--mining', 'auto', '--verbose', '--artifacts', join(project.path, 'artifacts')]
  await using command = await startCommand(flags)
  const viem = client(command.url)
  const deployment = await viem.deployContract({ abi, bytecode: `0x${evm.bytecode.object}` })
  const { contractAddress } = await viem.waitForTransactionReceipt({ hash: deployment })
  const address = contractAddress ?? alice
  const call = { address, abi: abi as Abi, functionName: 'take' }
  const taking = await viem.writeContract({ ...call, args: [5n] })
  const [from, to] = [alice.toLowerCase(), address.toLowerCase()]
  await command.printed(new RegExp(`^  ${deployment} .* ${from} → new Vault ${to}\nblock 1 `, 'm'))
  await command.printed(
    new RegExp(`^  ${taking} .* ${from} → ${to} Vault\\.take\\(5\\)\nblock 2 `, 'm'),
  )
  // What the command asks itself is none of the requests that it prints.
  expect(command.stdout).not.toContain('preconf_')
})

test('calls, creations, errors of contracts and refused requests are reported by name, as far as Anvil tells them', async () => {
  await using command = await startCommand(['--compat', 'anvil', '--verbose'])
  const viem = client(command.url)
  const deployment = await viem.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1n],
  })
  const { contractAddress } = await viem.waitForTransactionReceipt({ hash: deployment })
  const address = contractAddress ?? alice
  const [from, to] = [alice.toLowerCase(), address.toLowerCase()]
  await command.printed(
    new RegExp(`^  ${deployment}  success  gas [\\d,]+  ${from} → new contract ${to}$`, 'm'),
  )
  const token = { address, abi: tokenAbi, gas: 100_000n } as const
  const transfer = await viem.writeContract({ ...token, functionName: 'transfer', args: [bob, 1n] })
  const call = `transfer\\(${bob.toLowerCase()}, 1\\)`
  await command.printed(
    new RegExp(`^  ${transfer}  success  gas [\\d,]+  ${from} → ${to} ${call}\nblock 2 `, 'm'),
  )
  await expect(
    rpc(command.url, 'eth_call', [{ to: address, data: '0x12345678' }]),
  ).rejects.toThrow()
  await command.printed(/^eth_call {2}\d+\.\d ms {2}execution reverted$/m)
  expect(command.stdout).not.toContain('flashblock ')
})

test('without mining nothing is made until it is asked for', async () => {
  await using command = await startCommand(['--no-mining'])
  await client(command.url).sendTransaction({ to: bob, value: 1n })
  expect(await rpc(command.url, 'eth_blockNumber')).toBe('0x0')
  await rpc(command.url, 'evm_mine')
  await command.printed(/^block 1 .* 1 transaction /m)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it, with exit code 0 and a free port, whoever is connected',
  async (signal) => {
    await using command = await startCommand(['--mining', 'auto'])
    await rpc(command.url, 'eth_chainId')
    const webSocket = new WebSocket(command.url.replace('http', 'ws'))
    await once(webSocket, 'open')
    command.process.kill(signal)
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' })
    await expect(rpc(command.url, 'eth_chainId')).rejects.toThrow('fetch failed')
  },
)

test('a Ctrl-C that comes twice, as npm passes it on, is one: it ends with exit code 0', async () => {
  await using command = await startCommand()
  // A request whose body never comes keeps the server for a moment.
  const socket = connect(command.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n')
  await rpc(command.url, 'eth_chainId')
  command.process.kill('SIGINT')
  command.process.kill('SIGINT')
  expect((await command.ended).code).toBe(0)
  socket.destroy()
})

test('it continues when its output is not read any more', async () => {
  await using command = await startCommand(['--mining', 'auto'])
  command.process.stdout?.destroy()
  command.process.stderr?.destroy()
  const viem = client(command.url)
  for (const value of [1n, 2n, 3n]) await viem.sendTransaction({ to: bob, value })
  expect(await viem.getBlockNumber()).toBe(3n)
  expect(command.process.exitCode).toBeNull()
})

test('nothing is reported while logging is switched off', async () => {
  await using command = await startCommand(['--no-mining'])
  await rpc(command.url, 'hardhat_setLoggingEnabled', [false])
  await rpc(command.url, 'evm_mine')
  await rpc(command.url, 'hardhat_setLoggingEnabled', [true])
  await rpc(command.url, 'evm_mine')
  await client(command.url).sendTransaction({ to: bob, value: 1n })
  await rpc(command.url, 'evm_mine')
  await command.printed(/^block 3 /m)
  expect(command.stdout).toMatch(/^block 2 empty$/m)
})
