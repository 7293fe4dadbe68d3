import { type Hex, keccak256, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const logger = '0x00000000000000000000000000000000000000aa'
const reverter = '0x00000000000000000000000000000000000000ab'
const [before, after] = [parseEther('10000'), parseEther('10001')]

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Record<string, unknown>>
}

/** Sends from the third account, to be pre-confirmed, and waits until the transaction is in the pool. */
function sender(devnet: PreconfDevnet) {
  const account = privateKeyToAccount(devnet.accounts[2]?.privateKey as Hex)
  const request = asker(devnet)
  return async (nonce: number, to: Hex, value = 0n) => {
    const raw = await account.signTransaction({
      chainId: 5000,
      to,
      value,
      gas: 60_000n,
      maxFeePerGas: parseGwei('1'),
      nonce,
    })
    const answer = request('eth_sendRawTransactionWithPreconf', [raw])
    answer.catch(() => {})
    await untilPooled(devnet, 1)
    return { hash: keccak256(raw), answer }
  }
}

test('the answer says what came of a transaction before its block is there', async () => {
  await using devnet = await createDevnet({
    network: { like: 'mantle', safeLag: 1, finalizedLag: 2 },
    clock: 'manual',
  })
  const { client } = await clientsOf(devnet)
  const request = asker(devnet)
  const send = sender(devnet)
  await using socket = await follow(devnet, [['newHeads'], ['logs', {}]])
  const { hash, answer } = await send(0, bob, parseEther('1'))
  await devnet.clock.advance(50)
  expect(await answer).toEqual({
    txHash: hash,
    status: 'success',
    reason: '',
    blockHeight: '0x1',
    receipt: { logs: [] },
  })
  // Nothing else shows it.
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  expect(await request('eth_getTransactionByHash', [hash])).toMatchObject({ blockNumber: null })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [before, before, before, before],
    numbers: [0, 0, 0, 0],
  })
  await devnet.clock.advance(1950)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, before, before])
  await devnet.clock.advance(2000)
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, after, before])
  await devnet.clock.advance(2000)
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, after, after])
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual(['newHeads', 'newHeads', 'newHeads'])
})

test('logs are in the answer, and failures are said', async () => {
  await using devnet = await createDevnet({ network: 'mantle', clock: 'manual' })
  const request = asker(devnet)
  await request('anvil_setCode', [logger, '0x5f5fa000'])
  await request('anvil_setCode', [reverter, '0x5f5ffd'])
  const send = sender(devnet)
  const first = await send(0, logger)
  await devnet.clock.advance(50)
  expect(await first.answer).toMatchObject({
    status: 'success',
    receipt: { logs: [{ address: logger, topics: [], data: '0x' }] },
  })
  const second = await send(1, reverter)
  await devnet.clock.advance(50)
  expect(await second.answer).toMatchObject({
    txHash: second.hash,
    status: 'failed',
    reason: 'execution reverted',
    receipt: { logs: [] },
  })
  // After a gap in nonces it cannot run, and leaves the pool.
  const third = await send(5, bob)
  await devnet.clock.advance(1500)
  expect(await third.answer).toMatchObject({ txHash: third.hash, status: 'timeout' })
  expect(await request('eth_getTransactionByHash', [third.hash])).toBeNull()
  await expect(request('eth_sendRawTransactionWithPreconf', ['0x1234'])).rejects.toMatchObject({
    code: -32000,
    message: expect.stringMatching(
      /^failed to forward tx to sequencer, please try again. Error: '.+'$/,
    ),
  })
  await expect(request('eth_sendRawTransactionSync', ['0x1234'])).rejects.toMatchObject({
    code: -32601,
    message: 'Method not found',
  })
})

test('what was pre-confirmed lands, also after a reorg', async () => {
  await using devnet = await createDevnet({ network: 'mantle', clock: 'manual' })
  const { client } = await clientsOf(devnet)
  const request = asker(devnet)
  const send = sender(devnet)
  const { hash, answer } = await send(0, bob, parseEther('1'))
  await devnet.clock.advance(2000)
  expect(await answer).toMatchObject({ status: 'success' })
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
  await request('anvil_reorg', [1, []])
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  await devnet.clock.advance(2000)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({
    blockNumber: 2n,
    status: 'success',
  })
  await request('preconf_rollback', [1])
  await devnet.clock.advance(2000)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})

test('a range of blocks is one answer', async () => {
  await using devnet = await createDevnet({ network: 'mantle', clock: 'manual' })
  const request = asker(devnet)
  await devnet.clock.advance(6000)
  const blocks = await request('eth_getBlockRange', ['0x1', 'latest', false])
  expect(blocks).toMatchObject([{ number: '0x1' }, { number: '0x2' }, { number: '0x3' }])
  const asked = [
    [['0x2', '0x1', false], 'start of block range (2) is greater than end of block range (1)'],
    [['0x0', '0x3e8', false], 'requested block range is too large (max is 1000, requested 1001)'],
    [['0x0', '0x9', false], 'end of requested block range (9) does not exist'],
  ] as const
  for (const [params, message] of asked) {
    await expect(request('eth_getBlockRange', params)).rejects.toMatchObject({
      code: -32602,
      message,
    })
  }
})
