import { once } from 'node:events'
import { join } from 'node:path'
import { createPublicClient, createTestClient, createWalletClient, http, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDevnet } from '../../../src/index.ts'
import { startCommand } from '../../support/command.ts'
import { rpc } from '../../support/rpc.ts'

const manual = ['--clock', 'manual', '--mining', 'auto']
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = mnemonicToAccount('test test test test test test test test test test test junk')

function clientsAt(url: string) {
  const shared = { chain: foundry, transport: http(url) }
  return {
    reads: createPublicClient(shared),
    wallet: createWalletClient({ ...shared, account }),
    control: createTestClient({ ...shared, mode: 'anvil' }),
  }
}

/** Some of all that a test does, and what it sees. */
async function session(url: string): Promise<unknown> {
  const { reads, wallet, control } = clientsAt(url)
  const seen: unknown[] = [await reads.getBlock(), await reads.getBalance({ address: bob })]
  const id = await control.snapshot()
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
  seen.push(await reads.getTransactionReceipt({ hash }), await reads.getBalance({ address: bob }))
  seen.push(await rpc(url, 'preconf_explain', [hash]).catch((error) => error.message))
  seen.push(await rpc(url, 'debug_traceTransaction', [hash]))
  await control.revert({ id })
  await control.increaseTime({ seconds: 100 })
  await control.mine({ blocks: 3 })
  seen.push(await reads.getBlock(), await reads.getBalance({ address: bob }))
  seen.push(await rpc(url, 'eth_nothing').catch((error) => error.message))
  return seen
}

/** The next so many messages. */
async function messages(socket: WebSocket, count: number): Promise<readonly string[]> {
  const texts: string[] = []
  while (texts.length < count) texts.push(String((await once(socket, 'message'))[0]))
  return texts
}

async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'))
  await once(socket, 'open')
  return socket
}

describe('chains in worker threads', () => {
  test('are as those in the main thread, to the hash', async () => {
    await using one = await startCommand(manual)
    await using two = await startCommand([...manual, '--workers', '2'])
    const expected = await session(`${one.url}/1`)
    for (const id of ['1', '2', '3']) expect(await session(`${two.url}/${id}`)).toEqual(expected)
    expect(await rpc(two.url, 'eth_blockNumber')).toBe('0x0')
    const metrics = await (await fetch(`${two.url}/metrics`)).text()
    expect(metrics).toContain('\npreconf_chains 3\n')
    expect(metrics).toContain('\npreconf_chain_threads 2\n')
  })

  test('push to who has subscribed, and stream flashblocks', async () => {
    await using command = await startCommand(['--mining', 'manual', '--workers', 'auto'])
    const url = `${command.url}/a`
    const socket = await opened(url)
    const stream = await opened(`${url}/flashblocks`)
    const subscribe = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }
    const both = messages(socket, 2)
    socket.send(JSON.stringify(subscribe))
    await rpc(url, 'eth_chainId')
    const flashblock = messages(stream, 1)
    await rpc(url, 'evm_mine')
    const [answer = '', push = ''] = await both
    const { result } = JSON.parse(answer)
    expect(JSON.parse(push)).toMatchObject({ params: { subscription: result } })
    expect(JSON.parse((await flashblock)[0] ?? '')).toMatchObject({ index: 0 })
    // Of another chain there is nothing to tell.
    await rpc(`${command.url}/b`, 'evm_mine')
    const ends = Promise.all([once(socket, 'close'), once(stream, 'close')])
    await fetch(`${url}/stop`)
    expect((await ends).map(([code]) => code)).toEqual([1012, 1012])
  })

  test('send long answers', async () => {
    await using command = await startCommand([...manual, '--workers', '2'])
    const url = `${command.url}/1`
    // Counts down from 20,000.
    const code = '0x614e205b6001900380600357005b'
    await rpc(url, 'anvil_setCode', [bob, code])
    const traced = await rpc(url, 'debug_traceCall', [{ to: bob }, 'latest', {}])
    const { structLogs } = traced as { structLogs: readonly unknown[] }
    expect(structLogs.length).toBeGreaterThan(10_000)
  })

  test('let faults cut connections, and foreign pages not develop them', async () => {
    await using command = await startCommand([...manual, '--workers', '2'])
    const url = `${command.url}/1`
    const fault = { kind: 'disconnect', method: 'eth_chainId', times: 1 }
    await rpc(url, 'preconf_setFault', [fault])
    await expect(rpc(url, 'eth_chainId')).rejects.toThrow('fetch failed')
    expect(await rpc(url, 'eth_chainId')).toBe('0x7a69')
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://app.example' },
      body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
    })
    expect(await response.text()).toContain('--allow-origin')
    await command.printed(/app\.example/)
  })

  test('begin as the chain at / was then, or is when that is asked for', async () => {
    await using command = await startCommand([...manual, '--workers', '2'])
    await rpc(`${command.url}/1`, 'eth_chainId')
    const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
    await rpc(command.url, 'evm_mine')
    await rpc(command.url, 'personal_importRawKey', [key.replace('59', '58'), ''])
    await rpc(command.url, 'preconf_setFault', [{ kind: 'disconnect', method: 'eth_gasPrice' }])
    expect(await rpc(`${command.url}/2`, 'eth_blockNumber')).toBe('0x0')
    await fetch(`${command.url}/warm`)
    for (const id of ['3', '4', '5']) {
      const url = `${command.url}/${id}`
      expect(await rpc(url, 'eth_blockNumber')).toBe('0x1')
      expect(await rpc(url, 'personal_listAccounts')).toHaveLength(11)
      expect(await rpc(url, 'preconf_listFaults')).toHaveLength(1)
    }
  })

  test('go on from the same block of a live chain', async () => {
    await using live = await startCommand(manual)
    await rpc(live.url, 'evm_mine')
    await using fork = await startCommand([...manual, '--fork-url', live.url, '--workers', '2'])
    await rpc(live.url, 'evm_mine')
    const main = await rpc(fork.url, 'eth_getBlockByNumber', ['latest', false])
    const inThread = await rpc(`${fork.url}/1`, 'eth_getBlockByNumber', ['latest', false])
    expect(inThread).toEqual(main)
    expect(await rpc(`${fork.url}/1`, 'eth_getBalance', [bob, 'latest'])).toBe(
      '0x21e19e0c9bab2400000',
    )
  })
})

test('a thread that crashes takes its chains along, and no others', async () => {
  const environment = {
    NODE_OPTIONS: `--require=${join(import.meta.dirname, 'crash.cjs')}`,
    CRASH_THREAD: '1',
  }
  await using command = await startCommand([...manual, '--workers', '2'], environment)
  const { url } = command
  for (const id of ['1', '2']) await rpc(`${url}/${id}`, 'evm_mine')
  const socket = await opened(`${url}/1`)
  const closed = once(socket, 'close')
  command.process.kill('SIGUSR2')
  expect((await closed)[0]).toBe(1012)
  await expect(rpc(`${url}/1`, 'eth_blockNumber')).rejects.toThrow(
    'chain 1 is gone: its worker thread has ended (the thread is to end): start it again with /1/restart',
  )
  expect(await rpc(`${url}/2`, 'eth_blockNumber')).toBe('0x1')
  await fetch(`${url}/1/restart`)
  expect(await rpc(`${url}/1`, 'eth_blockNumber')).toBe('0x0')
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('\npreconf_chain_threads 2\n')
  expect(metrics).toContain('\npreconf_chain_threads_lost_total 1\n')
})

test('options that cannot go to other threads are refused', async () => {
  await using live = await createDevnet()
  const request = (asked: { readonly method: string }) => live.provider.request(asked)
  await using devnet = await createDevnet({ fork: { request } })
  await expect(devnet.listen({ port: 0, workers: 2 })).rejects.toThrow(
    `invalid fork 'a function': chains in worker threads need plain data: remove it, or have no workers`,
  )
})

test.each([0, 257, 'all', 1.5])('no number of threads is %s', async (workers) => {
  await using devnet = await createDevnet()
  await expect(devnet.listen({ port: 0, workers: workers as number })).rejects.toThrow(
    'give a whole number from 1 to 256, or auto',
  )
})
