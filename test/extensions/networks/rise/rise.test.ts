import { createPublicClient, createWalletClient, http, parseEther, webSocket } from 'viem'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cfffB92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('each transaction is in a shred of its own, and its receipt can be read before the block', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const chain = devnet.viemChain
  const client = createPublicClient({ chain, transport: http(url) })
  const wallet = createWalletClient({ account: alice, chain, transport: http(url) })
  const socket = await webSocket(webSocketUrl)({ chain }).value?.getRpcClient()
  const pushed: { params?: { result: unknown } }[] = []
  await socket?.requestAsync({ body: { method: 'eth_subscribe', params: ['shreds'] } })
  const raw = socket as unknown as { socket: WebSocket }
  raw.socket.addEventListener('message', ({ data }) => pushed.push(JSON.parse(data as string)))
  const hashes = [
    await wallet.sendTransaction({ to: bob, value: parseEther('1') }),
    await wallet.sendTransaction({ to: bob, value: parseEther('2') }),
  ]
  await devnet.clock.advance(10)
  const receipt = await client.getTransactionReceipt({ hash: hashes[1] as `0x${string}` })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n })
  // A later answer on the same socket comes behind what was pushed.
  await socket?.requestAsync({ body: { method: 'eth_chainId' } })
  const shreds = pushed.flatMap(({ params }) => (params === undefined ? [] : [params.result]))
  expect(shreds).toMatchObject([
    {
      blockNumber: 1,
      shredIdx: 0,
      startingLogIndex: 0,
      transactions: [{ transaction: { hash: hashes[0] } }],
    },
    { blockNumber: 1, shredIdx: 1, transactions: [{ receipt: { status: '0x1', logs: [] } }] },
  ])
})

test('nodes do not have the kinds of other networks', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  await expect(
    devnet.provider.request({ method: 'eth_subscribe', params: ['newFlashblocks'] }),
  ).rejects.toThrow('Invalid params')
  expect(await devnet.provider.request({ method: 'preconf_networkInfo' })).toMatchObject({
    name: 'rise',
    constantBaseFee: '0x65644',
    sync: { maxMs: 30_000 },
  })
})
