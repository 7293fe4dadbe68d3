import { type Hex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

type Asked = { method: string; params?: readonly unknown[] }

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [before, after] = [parseEther('10000'), parseEther('10001')]
const zeros = `0x${'0'.repeat(64)}`

test('two streams tell of a transaction before its block, and nothing else does', async () => {
  await using devnet = await createDevnet({ network: 'etherlink', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const request = (asked: Asked) => devnet.provider.request(asked)
  await using socket = await follow(devnet, [
    ['tez_newIncludedTransactions'],
    ['tez_newPreconfirmedReceipts'],
    ['newHeads'],
  ])
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 21_000n })
  await devnet.clock.advance(20)
  expect(await socket.read()).toMatchObject([
    {
      kind: 'tez_newIncludedTransactions',
      result: { hash, blockHash: null, blockNumber: null, transactionIndex: null },
    },
  ])
  await devnet.clock.advance(10)
  expect(await socket.read()).toMatchObject([
    {
      kind: 'tez_newPreconfirmedReceipts',
      result: {
        transactionHash: hash,
        status: '0x1',
        blockHash: zeros,
        blockNumber: '0x1',
        transactionIndex: '0x0',
        cumulativeGasUsed: '0x5208',
      },
    },
  ])
  const unseen = { balances: [before, before, before, before], numbers: [0, 0, 0, 0] }
  expect(await byTags(devnet, bob)).toMatchObject(unseen)
  expect(await request({ method: 'eth_getTransactionReceipt', params: [hash] })).toBeNull()
  expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: null })

  await devnet.clock.advance(470)
  expect(await socket.read()).toMatchObject([{ kind: 'newHeads', result: { number: '0x1' } }])
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt.blockHash).toBe((await client.getBlock({ blockNumber: 1n })).hash)
  await devnet.clock.advance(32 * 500)
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, after, after])
  // Once each: the block says nothing again.
  const later = await socket.read()
  expect(later.every(({ kind }) => kind === 'newHeads')).toBe(true)
})

function signer(devnet: PreconfDevnet) {
  const account = privateKeyToAccount(devnet.accounts[1]?.privateKey as Hex)
  return (nonce: number) =>
    account.signTransaction({
      chainId: 42_793,
      to: bob,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 2_000_000_000n,
      nonce,
    })
}

test('a synchronous send waits for the block, or for the pre-confirmation', async () => {
  await using devnet = await createDevnet({ network: 'etherlink', clock: 'manual' })
  const request = (asked: Asked) => devnet.provider.request(asked)
  const sign = signer(devnet)
  const send = (raw: Hex, ...more: readonly unknown[]) =>
    request({ method: 'eth_sendRawTransactionSync', params: [raw, ...more] })
  const early = send(await sign(0), null, 'pending')
  await untilPooled(devnet, 1)
  await devnet.clock.advance(30)
  expect(await early).toMatchObject({ blockHash: zeros, blockNumber: '0x1', status: '0x1' })
  const late = send(await sign(1), 1000, 'latest')
  await untilPooled(devnet, 1)
  await devnet.clock.advance(470)
  expect(await late).toMatchObject({ blockNumber: '0x1', transactionIndex: '0x1' })
  expect(await late).not.toMatchObject({ blockHash: zeros })
  await expect(send(await sign(2), 1000, 'safe')).rejects.toMatchObject({ code: -32602 })
  const gapped = expect(send(await sign(9), '0x64')).rejects.toMatchObject({ code: 4 })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(100)
  await gapped
})

test('nodes do not have the kinds of other networks, and gas is paid in tez', async () => {
  await using devnet = await createDevnet({ network: 'etherlink', clock: 'manual' })
  expect(devnet.viemChain.nativeCurrency.symbol).toBe('XTZ')
  await expect(
    devnet.provider.request({ method: 'eth_subscribe', params: ['newFlashblocks'] }),
  ).rejects.toMatchObject({ code: -32602 })
})
