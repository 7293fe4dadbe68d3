import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { spawnCommand } from '../../support/command.ts'
import { projectFolder } from '../../support/projectFolder.ts'
import { hardhat2Files, solcBuild, solcContract } from '../../support/solcBuild.ts'

const cli = join(import.meta.dirname, '../../../dist/cli.cjs')

/** A vault that pays out one wei too much. */
const broken = `pragma solidity ^0.8.0;
contract Vault {
  error TooLittle(uint available, uint wanted);
  event Deposited(address indexed account, uint amount);
  mapping(address => uint) public balances;
  function deposit() external payable {
    balances[msg.sender] += msg.value;
    emit Deposited(msg.sender, msg.value);
  }
  function withdraw(uint amount) external {
    if (balances[msg.sender] <= amount) revert TooLittle(balances[msg.sender], amount);
    balances[msg.sender] -= amount;
    payable(msg.sender).transfer(amount);
  }
}
`

/** What Hardhat writes of the contract. */
function compiled(source: string): Record<string, unknown> {
  const build = solcBuild({ 'contracts/Vault.sol': source })
  const { abi, evm } = solcContract(build, 'Vault')
  const [bytecode, deployedBytecode] = [evm.bytecode, evm.deployedBytecode].map(
    ({ object }) => `0x${object}`,
  )
  const artifact = { contractName: 'Vault', abi, bytecode, deployedBytecode }
  return { ...hardhat2Files(build), 'artifacts/contracts/Vault.sol/Vault.json': artifact }
}

/** An agent: calls tools, and reads what they answer. */
async function agentOf(client: Client) {
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [{ text = '' } = {}] = content as { readonly text?: string }[]
    return { text, isError, json: isError ? undefined : parsed(text) }
  }
  const ask = async (...asked: Parameters<typeof use>) => {
    const { text, isError, json } = await use(...asked)
    if (isError) throw new Error(text)
    return json
  }
  return { use, ask }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

test('an agent deploys a contract of the project, finds the line that fails, and shows that a fix helps', async () => {
  await using project = await projectFolder(compiled(broken))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    cwd: project.path,
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { use, ask } = await agentOf(client)

  const early = await use('chain_status')
  expect(early).toMatchObject({ isError: true, text: 'no chain runs: call start_chain first' })
  const started = await ask('start_chain')
  expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+/)
  const { address } = await ask('deploy', { contract: 'Vault' })
  const deposit = { to: 'Vault', function: 'deposit', value: '0.5 ether' }
  expect(await ask('send', deposit)).toMatchObject({
    outcome: 'succeeded',
    events: [{ name: 'Deposited', address }],
  })
  const withdraw = { to: 'Vault', function: 'withdraw', args: ['0.5 ether'] }
  const failed = await ask('send', withdraw)
  expect(failed.outcome).toBe('failed')
  expect(JSON.stringify(failed)).toContain('TooLittle(500000000000000000, 500000000000000000)')
  expect(JSON.stringify(failed.solidity)).toContain('contracts/Vault.sol:11')
  expect((await ask('find_failures')).map(({ hash }: { hash: string }) => hash)).toEqual([
    failed.hash,
  ])

  await using mended = await projectFolder(compiled(broken.replace('<=', '<')))
  const artifact = join(mended.path, 'artifacts/contracts/Vault.sol/Vault.json')
  await ask('deploy', { contract: artifact })
  await ask('send', deposit)
  expect(await ask('send', withdraw)).toMatchObject({ outcome: 'succeeded' })
  const balance = { to: 'Vault', function: 'balances', args: [started.accounts[0]] }
  expect(await ask('call', balance)).toEqual({ returns: '0' })
  expect((await ask('find_logs', { event: 'Deposited' })).found).toHaveLength(2)

  const { id } = await ask('snapshot')
  await ask('step', { seconds: 86_400 })
  const { block } = await ask('revert', { id })
  expect((await ask('chain_status')).block).toBe(block)
  await client.close()
})

test('the tools say what they take, and documents are resources', async () => {
  await using command = spawnCommand(['mcp', '--port', '0'])
  let url: string | undefined
  while (url === undefined) {
    await once(command.process.stderr as Readable, 'data')
    url = command.stderr.match(/http:\/\/\S+/)?.[0]
  }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('explain_transaction')
  expect(tools.length).toBeLessThan(20)
  const { use } = await agentOf(client)
  expect(await use('send', { to: 1 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('send does not take this: to:'),
  })
  const { contents } = await client.readResource({ uri: 'preconf://docs/faults' })
  const faults = readFileSync(join(import.meta.dirname, '../../../docs/faults.md'), 'utf8')
  expect(contents[0]).toMatchObject({ text: faults })
  await expect(client.readResource({ uri: 'preconf://docs/../package' })).rejects.toThrow(
    'there is no document',
  )

  const page = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(page.status).toBe(403)
  await client.close()
})
