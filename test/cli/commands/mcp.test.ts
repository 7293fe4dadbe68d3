import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { type RunningCommand, spawnCommand } from '../../support/command.ts'
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

/** Returns where it serves over HTTP. */
async function served(command: RunningCommand): Promise<string> {
  for (;;) {
    const [url] = /http:\/\/\S+/.exec(command.stderr) ?? []
    if (url !== undefined) return url
    await once(command.process.stderr as Readable, 'data')
  }
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
  expect(failed).toMatchObject({ outcome: 'failed', status: 'sealed' })
  expect(failed.why).toContain('Vault.sol:11')
  expect(JSON.stringify(failed)).toContain('TooLittle(500000000000000000, 500000000000000000)')
  expect(JSON.stringify(failed.solidity)).toContain('contracts/Vault.sol:11')
  expect((await ask('find_failures')).map(({ hash }: { hash: string }) => hash)).toEqual([
    failed.hash,
  ])

  // The agent mends the source, and the project's compiler writes its artifacts again.
  await project.write(compiled(broken.replace('<=', '<')))
  const mended = await ask('deploy', { contract: 'contracts/Vault.sol:Vault' })
  expect(mended.address).not.toBe(address)
  const { block: deposited } = await ask('send', deposit)
  expect(await ask('send', withdraw)).toMatchObject({ outcome: 'succeeded' })
  const balance = { to: 'Vault', function: 'balances', args: [started.accounts[0]] }
  expect(await ask('call', balance)).toEqual({ returns: '0' })
  const logs = { event: 'Deposited', limit: 1 }
  expect(await ask('find_logs', logs)).toMatchObject({ found: [{}], hasMore: true })
  expect(await ask('find_logs', { ...logs, skip: 1 })).toMatchObject({
    found: [{ address }],
    hasMore: false,
  })
  const { url } = started
  expect(await ask('rpc', { method: 'web3_clientVersion' })).toContain('preconf')
  expect(await ask('call', { ...balance, block: String(deposited) })).toEqual({
    returns: String(5n * 10n ** 17n),
  })
  expect((await fetch(`${url}/health`)).status).toBe(200)

  const { id } = await ask('snapshot')
  await ask('step', { seconds: 86_400 })
  const { block } = await ask('revert', { id })
  expect((await ask('chain_status')).block).toBe(block)
  await client.close()
})

test('the tools say what they take, and documents are resources', async () => {
  await using command = spawnCommand(['mcp', '--port', '0'])
  const url = await served(command)
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

  await client.close()
})

/** The status of a request as no browser and no agent sends it. */
function statusOf(
  url: string,
  {
    method = 'POST',
    headers = {},
    body = '',
  }: { method?: string; headers?: object; body?: string | Buffer },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    })
    asked.once('error', reject).once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.end(body)
  })
}

test('over HTTP it takes what an agent on this machine asks, and nothing else', async () => {
  await using outside = await projectFolder({ 'secret.json': { abi: [], bytecode: '0x00' } })
  await using command = spawnCommand(['mcp', '--port', '0'])
  const url = await served(command)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
  ]) {
    expect(await statusOf(url, { headers }), JSON.stringify(headers)).toBe(403)
  }
  for (const method of ['GET', 'DELETE']) expect(await statusOf(url, { method })).toBe(405)
  expect(await statusOf(url, { body: '{"jsonrpc":' })).toBe(400)
  const large = Buffer.alloc(40 * 1024 * 1024, ' ')
  expect(await statusOf(url, { body: large }).catch(() => 413)).toBe(413)

  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never)
  const { use, ask } = await agentOf(client)
  await ask('start_chain')
  const secret = join(outside.path, 'secret.json')
  for (const [tool, given] of [
    ['deploy', { contract: secret }],
    ['deploy', { contract: join('..', '..', '..', '..', '..', '..', secret) }],
    ['start_chain', { fixture: secret }],
    ['start_chain', { scenario: secret }],
    ['start_chain', { artifacts: outside.path }],
  ] as const) {
    expect(await use(tool, given), JSON.stringify(given)).toMatchObject({
      isError: true,
      text: expect.stringContaining('is outside of the project'),
    })
  }
  // Those of the package are no secret.
  const started = await ask('start_chain', { fixture: 'preconf/fixtures/dex.yaml' })
  expect(started).toMatchObject({
    contracts: expect.objectContaining({ exchange: expect.anything() }),
  })
  expect(await use('step', { seconds: -1 })).toMatchObject({ isError: true })
  expect(await use('rpc', { method: 'a'.repeat(50_000) })).toMatchObject({ isError: true })
  expect((await use('deploy', { contract: 'a'.repeat(50_000) })).text.length).toBeLessThan(13_000)
  await client.close()
})

test('--folder allows the files of another folder', async () => {
  await using other = await projectFolder(compiled(broken))
  await using command = spawnCommand(['mcp', '--port', '0', '--folder', other.path])
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(await served(command))) as never)
  const { ask } = await agentOf(client)
  await ask('start_chain', { artifacts: other.path })
  const contract = join(other.path, 'artifacts/contracts/Vault.sol/Vault.json')
  expect(await ask('deploy', { contract })).toMatchObject({ name: 'Vault' })
  await client.close()
})
