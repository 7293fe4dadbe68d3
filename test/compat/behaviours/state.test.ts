import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const contract = '0x00000000000000000000000000000000000000c0'

test('a dumped state loads into another node: accounts, head, base fee, time', async () => {
  await using first = await httpNode()
  await first.send({ to: somebody, value: '0x5' })
  await first.ask('evm_increaseTime', 1_000)
  await first.ask('evm_mine')
  const head = await first.ask('eth_getBlockByNumber', 'latest', false)
  const dump = await first.ask('anvil_dumpState')
  expect(await first.ask('anvil_dumpState')).toBe(dump)

  await using second = await httpNode()
  expect(await second.ask('anvil_loadState', dump)).toBe(true)
  expect(await second.ask('eth_getBalance', somebody)).toBe('0x5')
  expect(await second.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    number: head.number,
    hash: head.hash,
  })
  // Answers the hash of block 1 by BLOCKHASH.
  await second.ask('evm_mine')
  await second.ask('anvil_setCode', contract, '0x6001405f5260205ff3')
  const { hash } = await first.ask('eth_getBlockByNumber', '0x1', false)
  expect(await second.ask('eth_call', { to: contract })).toBe(hash)
  const next = await second.ask('eth_getBlockByNumber', 'latest', false)
  expect(Number(next.timestamp)).toBe(Number(head.timestamp) + 1)
  await first.ask('evm_mine')
  expect(next.baseFeePerGas).toBe(
    (await first.ask('eth_getBlockByNumber', 'latest', false)).baseFeePerGas,
  )
})

test('a genesis file says accounts and the chain id', async () => {
  const genesis = {
    config: { chainId: 77 },
    alloc: { [somebody]: { balance: '0x5', code: '0xfe' } },
    gasLimit: '0x1c9c380',
    difficulty: '0x0',
  }
  await using node = await httpNode({ genesis })
  expect(await node.ask('eth_chainId')).toBe('0x4d')
  expect(await node.ask('eth_getBalance', somebody)).toBe('0x5')
  expect(await node.ask('eth_getCode', somebody)).toBe('0xfe')
})

test('the pool tells pending from queued', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const [alice = ''] = node.accounts
  await node.send({ to: somebody, gas: '0x5208', nonce: '0x0' })
  await node.send({ to: somebody, gas: '0x5208', nonce: '0x7' })
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x1' })
  const content = await node.ask('txpool_content')
  const senders = Object.keys(content.pending).map((address) => address.toLowerCase())
  expect(senders).toEqual([alice.toLowerCase()])
  expect(Object.keys(Object.values(content.queued)[0] as object)).toEqual(['7'])
  expect(await node.ask('txpool_contentFrom', alice)).toMatchObject({
    pending: { 0: { nonce: '0x0' } },
    queued: { 7: { nonce: '0x7' } },
  })
  const inspected = Object.values((await node.ask('txpool_inspect')).pending)[0] as object
  expect(Object.keys(inspected)).toEqual(['0'])
  expect(await node.ask('eth_pendingTransactions')).toHaveLength(2)
})

test('blocks are simulated on each other: numbers, hashes, balances, reverts', async () => {
  await using node = await httpNode({ simulateFormat: 'execution-apis' })
  const [from] = node.accounts
  await node.ask('anvil_setCode', contract, '0x5f5ffd')
  const blocks = await node.ask(
    'eth_simulateV1',
    {
      blockStateCalls: [
        { calls: [{ from, to: somebody, value: '0x5' }] },
        { blockOverrides: { number: '0x4' }, calls: [{ from: somebody, to: from, value: '0x5' }] },
        { calls: [{ from, to: contract }] },
      ],
      traceTransfers: true,
    },
    'latest',
  )
  expect(blocks.map(({ number }: { number: string }) => Number(number))).toEqual([1, 2, 3, 4, 5])
  for (const [index, block] of blocks.entries()) {
    if (index > 0) expect(block.parentHash).toBe(blocks[index - 1].hash)
  }
  expect(blocks[0].calls[0]).toMatchObject({
    status: '0x1',
    logs: [{ address: expect.any(String) }],
  })
  expect(blocks[3].calls[0]).toMatchObject({ status: '0x1' })
  expect(blocks[4].calls[0]).toMatchObject({ status: '0x0', error: { code: 3 } })
  expect(await node.ask('eth_blockNumber')).toBe('0x0')
})

test('transactions are traced by calls, state and steps', async () => {
  await using node = await httpNode()
  // Calls the address in its input.
  await node.ask('anvil_setCode', contract, '0x5f5f5f5f5f5f355af100')
  const data = encodeAbiParameters([{ type: 'address' }], [somebody])
  const hash = await node.send({ to: contract, data, value: '0x1' })
  expect(await node.ask('debug_traceTransaction', hash, { tracer: 'callTracer' })).toMatchObject({
    to: contract,
    calls: [{ type: 'CALL', to: somebody }],
  })
  expect(
    Object.keys(await node.ask('debug_traceTransaction', hash, { tracer: 'prestateTracer' })),
  ).toContain(contract)
  expect((await node.ask('debug_traceTransaction', hash)).structLogs.at(-1)).toMatchObject({
    op: 'STOP',
  })
  const traces = await node.ask('trace_transaction', hash)
  expect(traces.map(({ action }: { action: { to: string } }) => action.to)).toEqual([
    contract,
    somebody,
  ])
  expect(await node.ask('trace_block', '0x1')).toEqual(traces)
})
