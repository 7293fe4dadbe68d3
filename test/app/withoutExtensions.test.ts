import { afterEach, expect, test } from 'vitest'
import { startDevnet } from '../../src/app/startDevnet.ts'
import { readOptions } from '../../src/devnet/options/options.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { bob, bobAt, sendTransfer, signTransfer } from '../support/transfers.ts'

const started: PreconfDevnet[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((devnet) => devnet.close()))
})

/** A devnet of the core alone, with flashblocks every 200 ms of its manual clock. */
async function coreAlone(options: DevnetOptions = {}): Promise<PreconfDevnet> {
  const settings = await readOptions({ clock: 'manual', ...options })
  const { devnet } = await startDevnet(settings, undefined, [])
  started.push(devnet)
  devnet.on('error', (error) => {
    throw error
  })
  return devnet
}

const ask = (devnet: PreconfDevnet, method: string, ...params: unknown[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: each method has an answer of its own
  devnet.provider.request({ method, params }) as Promise<any>

test('a transaction is pre-confirmed within 200 ms and sealed with its block', async () => {
  const devnet = await coreAlone()
  const preconfirmed: unknown[] = []
  devnet.provider.on('message', ({ data }) => preconfirmed.push(data))
  await ask(devnet, 'eth_subscribe', 'newFlashblockTransactions')
  const hash = await sendTransfer(devnet)
  expect(await ask(devnet, 'base_transactionStatus', hash)).toEqual({ status: 'Known' })
  expect(await bobAt(devnet, 'pending')).toBe(0n)
  await devnet.clock.advance(200)
  expect(preconfirmed).toMatchObject([{ result: hash }])
  expect([await bobAt(devnet, 'pending'), await bobAt(devnet, 'latest')]).toEqual([1n, 0n])
  expect(await ask(devnet, 'eth_getBlockReceipts', 'pending')).toMatchObject([
    { transactionHash: hash, status: '0x1', gasUsed: '0x5208', type: '0x2' },
  ])
  await devnet.clock.advance(1800)
  expect(await bobAt(devnet, 'latest')).toBe(1n)
  expect(await ask(devnet, 'eth_getBlockReceipts', '0x1')).toMatchObject([
    { transactionHash: hash, blockNumber: '0x1' },
  ])
})

test('a transaction is refused in the words of the service', async () => {
  const devnet = await coreAlone()
  const refused = async (raw: Promise<string>) =>
    ask(devnet, 'eth_sendRawTransaction', await raw).catch(({ code, message }) => [code, message])
  await sendTransfer(devnet, { nonce: 0 })
  expect(await refused(signTransfer(devnet))).toEqual([-32000, 'already known'])
  expect(await refused(signTransfer(devnet, { value: 2n }))).toEqual([
    -32000,
    'replacement transaction underpriced',
  ])
  expect(await refused(signTransfer(devnet, { from: 1, value: 10n ** 30n }))).toEqual([
    -32000,
    'insufficient funds for gas * price + value',
  ])
  await devnet.clock.advance(2000)
  expect(await refused(signTransfer(devnet, { value: 3n }))).toEqual([-32000, 'nonce too low'])
})

test('a simulation runs on the pre-confirmed state and commits nothing', async () => {
  const devnet = await coreAlone()
  await sendTransfer(devnet)
  await devnet.clock.advance(200)
  const from = devnet.accounts[1]?.address
  const calls = [
    { from, to: bob, value: '0x5' },
    { from, data: '0xfe' },
  ]
  const payload = { blockStateCalls: [{ calls }, {}], traceTransfers: true }
  const blocks = await ask(devnet, 'eth_simulateV1', payload, 'pending')
  const stateRoot = `0x${'00'.repeat(32)}`
  expect(blocks).toMatchObject([
    {
      stateRoot,
      calls: [
        { status: '0x1', logs: [expect.objectContaining({ data: `0x${'5'.padStart(64, '0')}` })] },
        { status: '0x0', error: expect.stringContaining('invalid opcode') },
      ],
    },
    { stateRoot, calls: [] },
  ])
  expect(await bobAt(devnet, 'pending')).toBe(1n)
})

test('snapshots and fixtures bring back a state', async () => {
  const devnet = await coreAlone({ mining: 'auto' })
  const paid = async () => {
    await sendTransfer(devnet)
    return 'paid' as const
  }
  expect(await devnet.loadFixture(paid)).toBe('paid')
  const snapshot = await devnet.snapshot()
  await sendTransfer(devnet, { nonce: 1 })
  expect(await bobAt(devnet, 'latest')).toBe(2n)
  await devnet.revert(snapshot)
  expect(await bobAt(devnet, 'latest')).toBe(1n)
  await sendTransfer(devnet, { nonce: 1 })
  await devnet.loadFixture(paid)
  expect(await bobAt(devnet, 'latest')).toBe(1n)
})

test('a public endpoint refuses receipts of blocks with status 403', async () => {
  const devnet = await coreAlone()
  const { url } = await devnet.listen({ port: 0, profile: 'public' })
  const post = (method: string, params: unknown[]) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  expect((await post('eth_getBlockReceipts', ['latest'])).status).toBe(403)
  expect(await (await post('eth_getBalance', [bob, 'pending'])).json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: '0x0',
  })
})

test('what extensions add is not there, and is refused by name', async () => {
  const devnet = await coreAlone({ mining: 'auto', throwOnFailure: true })
  await expect(ask(devnet, 'preconf_trace', `0x${'00'.repeat(32)}`)).rejects.toMatchObject({
    code: -32601,
  })
  await expect(devnet.gasReport()).rejects.toThrow('without the extension solidity')
  await expect(ask(devnet, 'anvil_reset', { jsonRpcUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
    'no extension here forks one',
  )
  const from = devnet.accounts[0]?.address
  const failing = ask(devnet, 'eth_sendTransaction', { from, data: '0xfe', gas: '0x186a0' })
  await expect(failing).rejects.toMatchObject({
    code: -32000,
    message: expect.stringContaining('has failed'),
  })
  expect(await bobAt(devnet, 'latest')).toBe(0n)
  await expect(coreAlone({ network: 'op' })).rejects.toThrow('give ethereum')
})
