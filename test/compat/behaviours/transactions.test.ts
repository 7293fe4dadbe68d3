import { expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { httpNode } from '../../support/httpNode.ts'

const somebody = '0x00000000000000000000000000000000000000b0'
const hex = (value: number | bigint) => `0x${value.toString(16)}`
const transfer = (nonce: number, fields: object = {}) => ({
  to: somebody,
  value: '0x1',
  gas: '0x5208',
  nonce: hex(nonce),
  ...fields,
})

test('nonces may come out of order: all are mined once the gap is closed', async () => {
  await using node = await httpNode()
  const later = [await node.send(transfer(2)), await node.send(transfer(1))]
  for (const hash of later) expect(await node.ask('eth_getTransactionReceipt', hash)).toBeNull()
  expect(await node.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x2' })
  const first = await node.send(transfer(0))
  for (const hash of [first, ...later]) {
    expect(await node.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  }
})

test('the first nonce is 0, and what waits counts at pending', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const [alice] = node.accounts
  expect(await node.ask('eth_getTransactionCount', alice, 'pending')).toBe('0x0')
  await node.send({ to: somebody, gas: '0x5208' })
  await node.send({ to: somebody, gas: '0x5208' })
  expect(await node.ask('eth_getTransactionCount', alice, 'pending')).toBe('0x2')
  expect(await node.ask('eth_getTransactionCount', alice, 'latest')).toBe('0x0')
})

test('a dearer transaction replaces one that waits', async () => {
  await using node = await httpNode({ mining: 'manual' })
  const old = await node.send(transfer(0, { gasPrice: hex(2e9) }))
  const dearer = await node.send(transfer(0, { gasPrice: hex(3e9) }))
  await node.ask('evm_mine')
  expect(await node.ask('eth_getTransactionReceipt', dearer)).toMatchObject({ status: '0x1' })
  expect(await node.ask('eth_getTransactionReceipt', old)).toBeNull()
})

test('of many transactions with one nonce at once one is taken', async () => {
  await using node = await httpNode()
  const params = [{ from: node.accounts[0], ...transfer(0) }]
  const bodies = Array.from({ length: 10 }, (_, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'eth_sendTransaction' },
    params: [{ ...params[0], value: hex(id + 1) }],
  }))
  const answers = await Promise.all(bodies.map((body) => node.post(body)))
  expect(answers.filter((answer) => 'result' in answer)).toHaveLength(1)
  expect(await node.ask('eth_blockNumber')).toBe('0x1')
})

test('many requests at once are all mined, each sender in order', async () => {
  await using node = await httpNode()
  const hashes = await Promise.all(
    node.accounts.flatMap((from) =>
      Array.from({ length: 5 }, () =>
        node.ask('eth_sendTransaction', { from, to: somebody, value: '0x1', gas: '0x5208' }),
      ),
    ),
  )
  const receipts = await Promise.all(
    hashes.map((hash) => node.ask('eth_getTransactionReceipt', hash)),
  )
  expect(receipts.map(({ status }) => status)).toEqual(hashes.map(() => '0x1'))
  expect(Number(await node.ask('eth_getBalance', somebody))).toBe(hashes.length)
})

test('a contract is deployed and called; past states stay', async () => {
  await using node = await httpNode()
  // Stores its input in slot 0 and answers slot 0 when there is none.
  const code = '0x3615600a575f355f55005b5f545f5260205ff3'
  const size = (code.length - 2) / 2
  const creation = `0x60${size.toString(16)}8060095f395ff3${code.slice(2)}`
  const hash = await node.send({ data: creation })
  const receipt = await node.ask('eth_getTransactionReceipt', hash)
  const contract = receipt.contractAddress
  expect(await node.ask('eth_getCode', contract)).toBe(code)
  await node.send({ to: contract, data: hex(7n).replace('0x', '0x').padEnd(66, '0') })
  const stored = await node.ask('eth_call', { to: contract })
  expect(stored).not.toBe(`0x${'0'.repeat(64)}`)
  expect(await node.ask('eth_call', { to: contract }, receipt.blockNumber)).toBe(
    `0x${'0'.repeat(64)}`,
  )
})

test('raw transaction, header and receipt of a block are those of its parts', async () => {
  await using node = await httpNode()
  const hash = await node.send(transfer(0))
  const raw = await node.ask('eth_getRawTransactionByHash', hash)
  const known = await node.refusal('eth_sendRawTransaction', raw)
  expect(known.message).toMatch(/already known|nonce too low/)
  const block = await node.ask('eth_getBlockByNumber', '0x1', true)
  expect(block.transactions[0]).toEqual(await node.ask('eth_getTransactionByHash', hash))
  expect(await node.ask('eth_getTransactionByBlockHashAndIndex', block.hash, '0x0')).toEqual(
    block.transactions[0],
  )
  const receipts = await node.ask('eth_getBlockReceipts', '0x1')
  expect(receipts).toEqual([await node.ask('eth_getTransactionReceipt', hash)])
  expect(await node.ask('eth_getTransactionBySenderAndNonce', node.accounts[0], '0x0')).toEqual(
    block.transactions[0],
  )
})

test('a sync send answers the receipt', async () => {
  await using node = await httpNode()
  const [from] = node.accounts
  const raw = await node.ask('eth_signTransaction', {
    ...{ from, ...transfer(0) },
    maxFeePerGas: hex(4e9),
    maxPriorityFeePerGas: '0x0',
  })
  expect(await node.ask('eth_sendRawTransactionSync', raw)).toMatchObject({ status: '0x1' })
})

test('an access list is kept, and created for a call', async () => {
  await using node = await httpNode()
  await node.ask('anvil_setCode', somebody, '0x5f5460015500')
  const { accessList, gasUsed } = await node.ask('eth_createAccessList', { to: somebody })
  expect(accessList).toEqual([
    { address: somebody, storageKeys: [`0x${'0'.repeat(64)}`, `0x${'1'.padStart(64, '0')}`] },
  ])
  expect(Number(gasUsed)).toBeGreaterThan(21_000)
  const hash = await node.send({ to: somebody, accessList })
  expect(await node.ask('eth_getTransactionByHash', hash)).toMatchObject({ accessList })
})

test('state and blocks are overridden for a call', async () => {
  await using node = await httpNode()
  const overrides = { [somebody]: { code: '0x435f5260205ff3' } }
  const answer = await node.ask('eth_call', { to: somebody }, 'latest', overrides, {
    number: hex(1_000),
  })
  expect(Number(answer)).toBe(1_000)
  expect(await node.ask('eth_getCode', somebody)).toBe('0x')
})

test('a request that asks for no answer gets none', async () => {
  await using node = await httpNode()
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'evm_mine' }),
  })
  expect(await response.text()).toBe('')
  expect(await node.ask('eth_blockNumber')).toBe('0x1')
})

test('closing frees the port', async () => {
  const first = await createDevnet()
  const { port } = await first.listen({ port: 0 })
  await first.close()
  await using second = await createDevnet()
  expect((await second.listen({ port })).port).toBe(port)
})
