import { createPublicClient, getAddress, type Hex, http, parseEther, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { preconfChain, viemClient, ways } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'

test.each(ways)(
  '%s: a token is deployed, moved and read, pre-confirmed and then sealed',
  async (way) => {
    await using devnet = await testDevnet()
    const client = await viemClient(devnet, way)

    const deployment = await client.deployContract({
      abi: tokenAbi,
      bytecode: tokenBytecode,
      args: ['Test', 'TST', 1_000n],
    })
    await devnet.flashblock()
    const preconfirmed = await client.getTransactionReceipt({ hash: deployment })
    expect(preconfirmed).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: zeroHash })
    const address = preconfirmed.contractAddress as Hex
    const token = { abi: tokenAbi, address } as const
    await devnet.seal()

    const transfer = await client.writeContract({
      ...token,
      functionName: 'transfer',
      args: [bob, 7n],
    })
    const balanceAt = (blockTag: 'latest' | 'pending') =>
      client.readContract({ ...token, functionName: 'balanceOf', args: [bob], blockTag })
    expect(await balanceAt('pending')).toBe(0n)
    await devnet.flashblock()
    expect(await balanceAt('pending')).toBe(7n)
    expect(await balanceAt('latest')).toBe(0n)
    const pendingEvents = await client.getContractEvents({
      ...token,
      fromBlock: 1n,
      toBlock: 'pending',
    })
    expect(pendingEvents.map(({ transactionHash }) => transactionHash)).toEqual([
      deployment,
      transfer,
    ])

    await devnet.seal()
    expect(await balanceAt('latest')).toBe(7n)
    const receipt = await client.waitForTransactionReceipt({ hash: transfer })
    const block = await client.getBlock({ blockTag: 'latest' })
    expect(receipt).toMatchObject({ status: 'success', blockNumber: 2n, blockHash: block.hash })
    expect(block.transactions).toEqual([transfer])
    const events = await client.getContractEvents({
      ...token,
      eventName: 'Transfer',
      blockHash: block.hash as Hex,
    })
    expect(events.map(({ args }) => args)).toEqual([
      { from: client.account.address, to: getAddress(bob), value: 7n },
    ])
  },
)

test('with a pre-confirmation time viem reads pending by default', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  const hash = await client.sendTransaction({ to: bob, value: 5n })
  await devnet.flashblock()
  expect(await client.getBalance({ address: bob })).toBe(5n)
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(0n)
  expect(await client.getBlock()).toMatchObject({ number: 1n, transactions: [hash] })
})

test('three blocks are simulated on the pre-confirmed state', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  await client.sendTransaction({ to: bob, value: parseEther('1') })
  await devnet.flashblock()
  const transfer = { from: bob, to: client.account.address, value: parseEther('0.25') } as const
  const blocks = await client.simulateBlocks({
    blocks: [{ calls: [transfer] }, { calls: [transfer, transfer] }, { calls: [] }],
    traceTransfers: true,
  })
  expect(blocks.map(({ number, calls }) => [number, calls.map(({ status }) => status)])).toEqual([
    [1n, ['success']],
    [2n, ['success', 'success']],
    [3n, []],
  ])
  expect(blocks[1]?.calls[0]?.logs).toHaveLength(1)
  expect(blocks[0]?.stateRoot).toBe(zeroHash)
  expect(await client.getBalance({ address: bob })).toBe(parseEther('1'))
})

test('a public endpoint refuses eth_getBlockReceipts with status 403, a dedicated one answers', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const ask = (path: string, method: string, params: unknown[]) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  expect((await ask('/public', 'eth_getBlockReceipts', ['latest'])).status).toBe(403)
  const dedicated = createPublicClient({ chain: preconfChain, transport: http(`${url}/dedicated`) })
  expect(
    await dedicated.request({ method: 'eth_getBlockReceipts', params: ['latest'] } as never),
  ).toEqual([])
  const simulation = await (
    await ask('/dedicated', 'eth_simulateV1', [{ blockStateCalls: [] }, 'latest'])
  ).json()
  expect(simulation).toMatchObject({ error: { code: -32601 } })
  const development = await (await ask('/public', 'evm_mine', [])).json()
  expect(development).toMatchObject({ error: { code: -32601 } })
})
